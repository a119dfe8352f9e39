// The report on paper: who it is from, what it is about, its totals, and every row.
import { formatAmount, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { createElement } from 'react'
import { readHint } from '../api/session.ts'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { printIn } from '../lib/print.ts'
import type { AskedReport } from './asked.ts'
import { headings, periodText, placed, type Report } from './report-rows.ts'

import '../ui/styles/paper-sheet.css'

export interface RevenueSheetProps {
  asked: AskedReport
  entityName: string
  report: Report
}

export function RevenueSheet({ asked, entityName, report }: RevenueSheetProps) {
  const printedAt = now()
  return (
    <article className="paper-sheet" aria-label="Revenue report">
      <header>
        <div>
          <h1>Revenue report</h1>
          <p>Cash Power, {periodText(asked)}</p>
          <p>{entityName}</p>
        </div>
        <div>
          <p>
            <b>{site.companyName}</b>
          </p>
          <p>{site.address}</p>
        </div>
      </header>
      <dl>
        <Total name="Transactions" value={report.count.toLocaleString('en')} />
        <Total name="Sold" value={formatGmd(report.sold)} />
        <Total name="Revenue" value={formatGmd(report.revenue)} />
      </dl>
      <Rows report={report} />
      <footer>
        Printed {formatDay(printedAt)}, {formatTime(printedAt)} by {readHint('username') ?? 'an Admin'}. All
        amounts in GMD; revenue is the fee less the cashier’s commission.
      </footer>
    </article>
  )
}

const Total = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const Rows = ({ report }: { report: Report }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{headings.at}</th>
        <th scope="col">{headings.cashierName}</th>
        <th scope="col">{headings.location}</th>
        <th scope="col" className="is-number">
          {headings.amount}
        </th>
        <th scope="col" className="is-number">
          {headings.revenue}
        </th>
      </tr>
    </thead>
    <tbody>
      {placed(report).map((row) => (
        <tr key={row.place}>
          <td>
            {formatDay(row.at)} {formatTime(row.at)}
          </td>
          <td>{row.cashierName}</td>
          <td>{row.location}</td>
          <td className="is-number">{formatAmount(row.amount)}</td>
          <td className="is-number">{formatAmount(row.revenue)}</td>
        </tr>
      ))}
    </tbody>
    {/* In the body: a real table foot would be repeated on every page, as if it were that page's total. */}
    <tbody>
      <tr className="paper-total">
        <td colSpan={3}>Total of {report.count.toLocaleString('en')}</td>
        <td className="is-number">{formatAmount(report.sold)}</td>
        <td className="is-number">{formatAmount(report.revenue)}</td>
      </tr>
    </tbody>
  </table>
)

// The report in a separate window, as wide as a sheet. Must be called in the click handler, or the browser blocks it.
/** False when the browser blocked the window. */
export function printReport(given: RevenueSheetProps): boolean {
  const target = window.open('', '_blank', 'popup,width=820,height=960')
  if (target === null) return false
  const { from, to } = given.asked
  void printIn(target, `Revenue report ${from} ${to}`, createElement(RevenueSheet, given))
  return true
}
