// The utility's own pages: the list of its meters and accounts, and a virtual meter for each meter.
import { readInstant } from '@flexpower/sts'
import type { Books } from './books.ts'
import { billSentinels } from './bill-sentinels.ts'
import { findCustomer, demoMeters, fleetMeter, postpaidAccounts } from './customers.ts'
import { lastTokenId, type MeterMemory, readMeter, TOKEN_IDS_KEPT } from './meters.ts'
import { NEVER_EXPIRES } from './mint.ts'
import { money, page, table, text } from './page.ts'
import type { Reply } from './reply.ts'
import { sentinels } from './sentinels.ts'
import { formatWatts, type Keyed, keyIn, readKwh } from './virtual-meter.ts'

const TOKEN_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '⌫', '0']
const TOKEN_DIGITS = 20

export function indexPage(books: Books): Reply {
  const { password } = books
  return page(
    'Demo utility simulator',
    `<h1>Demo utility simulator</h1>
    <p class="lead">This program pretends to be the electricity utility, so that FlexPower can be tried without one.
    Nothing here is real: no money, no meter, no customer.</p>
    <dl class="figures">
      <div><dt>Vendor balance</dt><dd>GMD ${money(books.balance)}</dd></div>
      <div><dt>Sales on record</dt><dd>${books.sales.length.toLocaleString('en')}</dd></div>
    </dl>
    ${password?.isMailed ? `<p class="mail">Mail to the vendor: the new password is <code>${text(password.password)}</code></p>` : ''}
    <h2>Meters</h2>
    ${table(
      ['Meter', 'Customer', 'What it does', 'Credit'],
      demoMeters.map((customer) => [
        link(customer.meter),
        `${text(customer.name)}<small>${text(customer.address)}</small>`,
        text(customer.does),
        readKwh(readMeter(books, customer).credit),
      ]),
    )}
    <h2>Post-paid accounts</h2>
    ${table(
      ['Account', 'Customer', 'Due'],
      postpaidAccounts.map(({ account, name, address, owed }) => [
        `<code>${account}</code>`,
        `${text(name)}<small>${text(address)}</small>`,
        `GMD ${money(books.owed(account, owed))}`,
      ]),
    )}
    <h2>Sentinel meters</h2>
    <p>Each makes the utility misbehave in one way when something is sold to it.</p>
    ${table(
      ['Meter', 'Name', 'What it does', 'Credit'],
      sentinels.map(({ meter, name, does }) => [
        link(meter),
        text(name),
        text(does),
        readKwh(books.memory(meter).credit ?? 0),
      ]),
    )}
    <h2>Sentinel accounts</h2>
    <p>Each makes the utility misbehave in one way when its bill is paid.</p>
    ${table(
      ['Account', 'Name', 'What it does'],
      billSentinels.map(({ account, name, does }) => [`<code>${account}</code>`, text(name), text(does)]),
    )}
    <p>For load tests there are a hundred million more, from <code>${fleetMeter(0)}</code> on: 60, eight digits and
    their check digit.</p>`,
  )
}

export interface Pressed {
  token: string
  /** A key of the keypad, or null for Enter. */
  key: string | null
}

export const readForm = (body: string): Pressed => {
  const form = new URLSearchParams(body)
  return { token: (form.get('token') ?? '').slice(0, 60), key: form.get('key') }
}

export async function pressMeter(books: Books, meter: string, { token, key }: Pressed): Promise<Reply> {
  if (key === null) {
    const keyed = await keyIn(books, meter, token)
    return meterPage(books, meter, { token: keyed.kind === 'accepted' ? '' : token, keyed })
  }
  const digits = token.replaceAll(/\D/g, '')
  const next = key === '⌫' ? digits.slice(0, -1) : `${digits}${key}`.replaceAll(/\D/g, '')
  return meterPage(books, meter, { token: inBlocks(next.slice(0, TOKEN_DIGITS)), keyed: null })
}

const inBlocks = (digits: string): string => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

export function meterPage(
  books: Books,
  meter: string,
  { token, keyed }: { token: string; keyed: Keyed | null } = { token: '', keyed: null },
): Reply {
  const customer = findCustomer(meter)
  if (customer === null)
    return {
      ...page('No such meter', '<h1>No such meter</h1><p><a href="/">All meters</a></p>'),
      status: 404,
    }
  const memory = readMeter(books, customer)
  const keys = TOKEN_KEYS.map(
    (key) =>
      `<button name="key" value="${key}"${key === '⌫' ? ' aria-label="Delete the last digit"' : ''}>${key}</button>`,
  ).join('')
  return page(
    `Meter ${meter}`,
    `<p><a href="/">All meters</a></p>
    <h1>${text(customer.name)}</h1>
    <p class="lead">${text(customer.address)} · ${text(customer.tariff.description)}</p>
    <form class="meter" method="post" action="/meter/${meter}">
      <p class="serial">Meter <code>${meter}</code> · key ${memory.keyRevision}${memory.keyChangeTokens.length === 0 ? '' : ', changing'}</p>
      <output class="display">${readKwh(memory.credit)}</output>
      <p class="said ${keyed === null ? '' : keyed.kind}" role="status">${keyed === null ? 'Key in a token.' : text(keyed.message)}</p>
      <label for="token">Token</label>
      <input id="token" name="token" value="${text(token)}" inputmode="numeric" autocomplete="off" maxlength="60" autofocus>
      <div class="keys"><button class="enter">Enter</button>${keys}</div>
    </form>
    <h2>What the meter knows</h2>
    ${factList(listFacts(memory))}`,
  )
}

const factList = (facts: Record<string, string>): string =>
  `<dl class="figures">${Object.entries(facts)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`)
    .join('')}</dl>`

/** Everything that tokens have set, so that the effect of each can be seen. */
function listFacts(memory: MeterMemory): Record<string, string> {
  const { cipher, keyRevision, supplyGroup, base, usedTokenIds, powerLimit, phaseLimit } = memory
  return {
    Supply: describeSupply(memory),
    Key: `Revision ${keyRevision}, ${cipher === 'EA11' ? '128' : '64'} bits`,
    'Supply group': supplyGroup,
    'Base date': String(base),
    'Key expires':
      memory.keyExpiry === NEVER_EXPIRES
        ? 'Never'
        : readInstant(lastTokenId(memory), base).toISOString().slice(0, 10),
    'Token ids kept': `${usedTokenIds.length} of ${TOKEN_IDS_KEPT}`,
    'Power limit': powerLimit === null ? 'None' : formatWatts(powerLimit),
    'Phase limit': phaseLimit === null ? 'None' : formatWatts(phaseLimit),
  }
}

function describeSupply({ isTampered, credit }: MeterMemory): string {
  if (isTampered) return 'Off, tampered with'
  return credit === 0 ? 'Off, no credit' : 'On'
}

const link = (meter: string): string => `<a href="/meter/${meter}"><code>${meter}</code></a>`
