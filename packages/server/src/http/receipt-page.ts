// Draws the page of a receipt: small, without scripts, and in elements that a phone of ten years ago knows. It never shows a
// token, a name or a phone number.
import { formatDay, formatGmd, formatReceiptCode, productTitles } from '@flexpower/contract'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../html.ts'
import type { Context } from '../runtime/context.ts'
import { AGAIN_A_SALE, type CheckedReceipt, explainUnsendable, tellSent } from '../sales/receipts.ts'

type Drawing = Pick<Config, 'site'>

/** What the head of the page says: its tone is a colour and a sign. */
interface Verdict {
  tone: 'good' | 'open' | 'bad'
  title: string
  text: string
}

const SIGNS = { good: '✓', open: '…', bad: '✕' }

function drawDocument({ site }: Drawing, title: string, body: string): string {
  const name = escapeHtml(site.productName)
  const phones = site.phones
    .map((phone) => `<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${escapeHtml(phone)}</a>`)
    .join(' · ')
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} | ${name}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/receipt.css"></head>',
    `<body><div class="page"><header><a class="brand" href="/">${name}</a></header><main>${body}</main>`,
    `<footer><p>${escapeHtml(site.companyName)}, ${escapeHtml(site.address)}</p><p>${phones}</p></footer>`,
    '</div></body></html>',
  ].join('\n')
}

const drawVerdict = ({ tone, title, text }: Verdict): string =>
  `<div class="verdict ${tone}"><p class="sign" aria-hidden="true">${SIGNS[tone]}</p>` +
  `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div>`

const HINT = 'The code has 12 characters. It is at the foot of the receipt, under the square picture.'

const drawEntry = (heading: string): string =>
  `<form class="box" method="get" action="/r"><h2>${heading}</h2><p><label for="code">Code of the receipt</label></p>` +
  '<p><input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required aria-describedby="hint"></p>' +
  `<p id="hint">${HINT}</p><p><button type="submit">Check</button></p></form>`

export const drawForm = (config: Drawing): string =>
  drawDocument(config, 'Check a receipt', `<h1>Check a receipt</h1>${drawEntry('Is it genuine?')}`)

export function drawUnknown(config: Drawing): string {
  const { productName, phones } = config.site
  const verdict = drawVerdict({
    tone: 'bad',
    title: 'No receipt has this code',
    text: `Look at each character again: there is no 0, O, 1, I, L or U in a code. If it is exactly as on the paper, ${productName} did not make this receipt. Please call ${phones[0]}.`,
  })
  return drawDocument(config, 'No receipt has this code', verdict + drawEntry('Try again'))
}

export const drawNotice = (config: Drawing, text: string): string =>
  drawDocument(
    config,
    'Check a receipt',
    drawVerdict({ tone: 'open', title: 'Not now', text }) + drawEntry('Check a receipt'),
  )

/** After the button was pressed. The address says so and can be opened again; whether it was sent is in the audit. */
function drawDone(context: Pick<Context, 'products'>, { product, sale, timesSentAgain }: CheckedReceipt) {
  if (sale === null)
    return '<p class="box" role="status">Nothing was sent: nothing was sold, or it is not finished.</p>'
  return timesSentAgain === 0 ? '' : `<p class="told" role="status">${tellSent(context, product)}</p>`
}

export function drawReceipt(
  context: Pick<Context, 'config' | 'products' | 'clock'>,
  receipt: CheckedReceipt,
  isDone = false,
): string {
  const { config, products } = context
  const { code, product, sale } = receipt
  const facts = [
    { label: 'Day', value: formatDay(sale?.at ?? receipt.openedAt) },
    { label: 'Product', value: productTitles[product] },
    { label: 'Amount', value: formatGmd(receipt.tendered) },
    ...(sale ? (products[product].publicFacts?.(sale) ?? []) : []),
    { label: 'Counter', value: sale?.location ?? receipt.location },
    { label: 'Code', value: formatReceiptCode(code) },
    ...(products[product].again && sale
      ? [{ label: 'Sent again', value: countTimes(receipt.timesSentAgain) }]
      : []),
  ]
  const rows = facts
    .filter(({ value }) => value !== '')
    .map(
      ({ label, value }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
  const verdict = judge(receipt)
  const body = [
    isDone ? drawDone(context, receipt) : '',
    drawVerdict(verdict),
    `<table>${rows.join('')}</table>`,
    drawSending(context, receipt),
  ]
  return drawDocument(
    config,
    verdict.title,
    `${body.join('')}<p class="other"><a href="/r">Check another receipt</a></p>`,
  )
}

const countTimes = (times: number): string =>
  times === 0 ? 'No' : times === 1 ? 'Yes, once' : `Yes, ${times} times`

/** As the books have it now: a receipt of a sale that was given up is not called genuine. */
function judge({ state, tendered, refundedAt }: CheckedReceipt): Verdict {
  const paid = formatGmd(tendered)
  switch (state) {
    case 'confirmed':
      return {
        tone: 'good',
        title: 'This receipt is genuine',
        text: 'Compare what is below with your paper: everything must be the same.',
      }
    case 'voided':
      return {
        tone: 'bad',
        title: 'Nothing was sold',
        text: refundedAt
          ? `The sale was given up, and ${paid} was paid back at the counter on ${formatDay(refundedAt)}.`
          : `The sale was given up. The counter gives ${paid} back, unless it has done so already.`,
      }
    case 'manual':
      return {
        tone: 'open',
        title: 'This sale is being looked into',
        text: 'Our staff find out whether it was made. You will get what you paid for, or your money back at the counter.',
      }
    case 'sent':
    case 'unknown':
      return {
        tone: 'open',
        title: 'This sale is not finished yet',
        text: 'The answer is awaited. Look again in a few minutes. You will get what you paid for, or your money back at the counter.',
      }
  }
}

function drawSending(
  context: Pick<Context, 'config' | 'products' | 'clock'>,
  { code, sale, fullUntil }: CheckedReceipt,
): string {
  if (sale === null) return ''
  const { again } = context.products[sale.product]
  if (!again) return ''
  const heading = `<h2>Lost the ${again.what}?</h2>`
  const refusal = explainUnsendable(context, sale, fullUntil)
  if (refusal !== null) return `<div class="box">${heading}<p>${escapeHtml(refusal)}</p></div>`
  return (
    `<form class="box" method="post" action="/r/${code}/send">${heading}` +
    '<p>We send it again by SMS, only to the phone number that was given at the purchase. ' +
    `You can ask for it ${AGAIN_A_SALE.most} times in 24 hours.</p>` +
    `<p><button type="submit">Send the ${again.what} again</button></p></form>`
  )
}
