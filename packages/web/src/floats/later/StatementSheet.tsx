// The statement on paper, or as a PDF through the browser's print dialog: oldest first, as a bank writes it.
import {
  type Day,
  floats,
  formatAmount,
  formatDay,
  formatGmd,
  formatTime,
  lineKinds,
  type StatementLine,
  type StatementSums,
  toNoon,
  WINDOW_MOST,
} from '@flexpower/contract'
import { createElement } from 'react'
import { call } from '../../api/client.ts'
import { site } from '../../api/site.ts'
import { now } from '../../lib/clock.ts'
import { printIn } from '../../lib/print.ts'
import { toast } from '../../ui/toast.ts'
import { type FloatKind, kindText } from '../float-kinds.ts'

import '../../ui/styles/paper-sheet.css'

interface Asked {
  userId: number
  kind: FloatKind
  from?: Day
  to?: Day
}

interface StatementSheetProps {
  asked: Asked
  sums: StatementSums
  lines: readonly StatementLine[]
}

export function StatementSheet({ asked: { kind, from, to }, sums, lines }: StatementSheetProps) {
  const printedAt = now()
  return (
    <article className="paper-sheet" aria-label="Float statement">
      <header>
        <div>
          <h1>Float statement</h1>
          <p>
            {sums.name}, {kindText(kind)} float
          </p>
          <p>{describeDays(from, to)}</p>
        </div>
        <div>
          <p>
            <b>{site.companyName}</b>
          </p>
          <p>{site.address}</p>
        </div>
      </header>
      <table>
        <thead>
          <tr>
            {['Date', 'Movement', 'Reference', 'About'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {['Amount', 'Balance'].map((name) => (
              <th key={name} scope="col" className="is-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Edge name="Opening" balance={formatAmount(sums.opening)} />
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {formatDay(line.at)} {formatTime(line.at)}
              </td>
              <td>{lineKinds[line.what]}</td>
              <td>{line.reference}</td>
              <td>{line.about}</td>
              <td className="is-number">{formatAmount(line.amount)}</td>
              <td className="is-number">{formatAmount(line.balance)}</td>
            </tr>
          ))}
          <Edge name="Closing" balance={formatAmount(sums.closing)} />
        </tbody>
      </table>
      <footer>
        {lines.length.toLocaleString('en')} movements; opening {formatGmd(sums.opening)}, closing{' '}
        {formatGmd(sums.closing)}. All amounts in GMD. Printed {formatDay(printedAt)}, {formatTime(printedAt)}
        .
      </footer>
    </article>
  )
}

const Edge = ({ name, balance }: { name: string; balance: string }) => (
  <tr>
    <td colSpan={5}>
      <b>{name}</b>
    </td>
    <td className="is-number">
      <b>{balance}</b>
    </td>
  </tr>
)

function describeDays(from: Day | undefined, to: Day | undefined): string {
  const write = (day: Day) => formatDay(toNoon(day))
  if (from === undefined) return to === undefined ? 'All days' : `Until ${write(to)}`
  return to === undefined ? `From ${write(from)}` : `${write(from)} to ${write(to)}`
}

/** In the click handler, or the browser blocks the window. False when it did. */
export function printStatement(asked: Asked): boolean {
  const target = window.open('', '_blank', 'popup,width=820,height=960')
  if (target === null) return false
  Promise.all([call(floats.sums, asked), readAll(asked)]).then(
    ([sums, lines]) =>
      printIn(target, `Float statement ${sums.name}`, createElement(StatementSheet, { asked, sums, lines })),
    () => {
      target.close()
      toast.error('The statement could not be read, so nothing was printed. Press again in a moment.')
    },
  )
  return true
}

async function readAll(asked: Asked): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let cursor: number | undefined; ; ) {
    const part = { limit: WINDOW_MOST, order: 'oldest', ...(cursor !== undefined && { cursor }) } as const
    const { rows, next } = await call(floats.statement.window, { ...asked, ...part })
    lines.push(...rows)
    if (next === null) return lines
    cursor = next
  }
}
