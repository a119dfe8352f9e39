// The aggregator's own page: numbers to try, the sentinels, and what the phones received.
import { money, page, table, text } from '../page.ts'
import type { Reply } from '../reply.ts'
import type { Account } from './account.ts'
import type { AirtimeBooks } from './books.ts'
import { demoNumbers } from './operators.ts'
import { airtimeSentinels } from './sentinels.ts'

const LATEST = 20

export function airtimePage(books: AirtimeBooks, { currency }: Account): Reply {
  return page(
    'Demo airtime simulator',
    `<h1>Demo airtime simulator</h1>
    <p class="lead">This program pretends to be the company that sells the airtime of the mobile operators, so that
    FlexPower can be tried without one. Nothing here is real: no money, no phone, no customer.</p>
    <dl class="figures">
      <div><dt>Balance</dt><dd>${currency} ${money(books.balance)}</dd></div>
      <div><dt>Top-ups on record</dt><dd>${books.topUps.length.toLocaleString('en')}</dd></div>
    </dl>
    <h2>Numbers</h2>
    <p>Every number of seven digits can be topped up; these are some.</p>
    ${table(
      ['Number', 'Operator', 'What it does'],
      demoNumbers.map(({ phone, operator, does }) => [
        `<code>${phone}</code>`,
        text(operator.name),
        text(does),
      ]),
    )}
    <h2>Latest top-ups</h2>
    ${books.topUps.length === 0 ? '<p>None yet.</p>' : latest(books)}
    <h2>Sentinel numbers</h2>
    <p>Each misbehaves in one way when it is topped up, whatever operator is chosen.</p>
    ${table(
      ['Number', 'Name', 'What it does'],
      airtimeSentinels.map(({ phone, name, does }) => [`<code>${phone}</code>`, text(name), text(does)]),
    )}`,
  )
}

const latest = (books: AirtimeBooks): string =>
  table(
    ['Number', 'Operator', 'Amount', 'Status'],
    books.topUps
      .slice(-LATEST)
      .toReversed()
      .map((topUp) => [
        `<code>${topUp.phone}</code>`,
        text(topUp.operatorName),
        `GMD ${money(topUp.amount)}`,
        books.readStatus(topUp),
      ]),
  )
