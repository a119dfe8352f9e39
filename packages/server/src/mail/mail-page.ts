// A message as a page: its text is the template, and this is the one layout around it. What a visitor wrote stays text;
// only an address of our own becomes a link, and a button if it is on its own line, so that nobody can disguise theirs
// as ours.
import { escapeHtml } from '../html.ts'

/** Who writes, and where they are. */
export interface Sender {
  productName: string
  companyName: string
  address: string
  supportEmail: string
  phones: readonly string[]
  /** Links below this address are ours. */
  publicUrl: string
}

// Mail programs support neither style sheets nor variables: every element has its own style.
const LOOKS = {
  body: 'margin:0;background:#f7f6f2;color:#10231c;font:16px/1.5 system-ui,sans-serif',
  column: 'max-width:36em;margin:0 auto;padding:24px 16px',
  brand: 'margin:0 0 16px;font-size:18px;font-weight:600',
  message:
    'padding:8px 24px;background:#ffffff;border:1px solid #dedbd2;border-radius:8px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;background:#0b7a4b;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  small: 'color:#55635d;font-size:13px',
}

export function buildMailPage({ subject, body }: { subject: string; body: string }, head: Sender): string {
  const paragraphs = body.split(/\n{2,}/).map((text) => paragraph(text, new URL('/', head.publicUrl).href))
  const { productName, companyName, address, supportEmail, phones } = head
  const foot = [`${companyName}, ${address}`, [supportEmail, ...phones].join(' · ')].map(escapeHtml)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${LOOKS.body}"><div style="${LOOKS.column}">`,
    `<p style="${LOOKS.brand}">${escapeHtml(productName)}</p>`,
    `<div style="${LOOKS.message}">${paragraphs.join('')}</div>`,
    `<p style="${LOOKS.small}">${foot.join('<br>')}</p>`,
    '</div></body></html>',
  ].join('\n')
}

function paragraph(text: string, ours: string): string {
  const isOurs = (word: string) => word.startsWith(ours)
  if (isOurs(text) && !/\s/.test(text))
    return `<p>${link(text, 'Open the page', LOOKS.button)}</p><p style="${LOOKS.small}">${escapeHtml(text)}</p>`
  const words = text.split(/(\s)/).map((word) => (isOurs(word) ? link(word, word) : escapeHtml(word)))
  return `<p>${words.join('').replaceAll('\n', '<br>')}</p>`
}

const link = (address: string, text: string, look?: string) =>
  `<a href="${escapeHtml(address)}"${look === undefined ? '' : ` style="${look}"`}>${escapeHtml(text)}</a>`
