// What was ordered beside what the other side has on record, for the Admin who decides a sale: what differs is marked.
import { type EvidenceLine, formatDay, formatGmd, formatTime, type OpenSale } from '@flexpower/contract'
import { capital, words } from './products.ts'

interface Row {
  label: string
  show: (line: EvidenceLine) => string
  /** Whether a difference here means something: a sale has another time than its order, and a number of its own. */
  isCompared: boolean
}

const rowsFor = (subject: string): Row[] => [
  { label: 'Transaction', show: ({ transaction }) => transaction, isCompared: false },
  {
    label: 'Time',
    show: ({ at }) => (at === null ? '' : `${formatDay(at)} ${formatTime(at)}`),
    isCompared: false,
  },
  { label: capital(subject), show: (line) => line.subject, isCompared: true },
  { label: 'Amount', show: ({ amount }) => (amount === null ? '' : formatGmd(amount)), isCompared: true },
  { label: 'Reference', show: ({ reference }) => reference, isCompared: true },
]

export function EvidenceTable({ product, reason, ordered, seen }: OpenSale) {
  const why = reason ? <p className="text-sm text-ink-2">Why an Admin decides: {reason}.</p> : null
  if (ordered === undefined || seen === undefined) return why
  const { otherSide, subject } = words[product]
  // Two of them may name the same transaction.
  const lines = [...seen.entries()]
  return (
    <section aria-label="What was seen" className="grid gap-2">
      {why}
      <table className="w-full table-fixed text-sm">
        <thead>
          <tr className="text-left text-xs text-ink-3">
            <th scope="col" className="w-24 pb-1 font-medium">
              Field
            </th>
            <th scope="col" className="pb-1 font-medium">
              Ordered
            </th>
            {lines.map(([place]) => (
              <th key={place} scope="col" className="pb-1 font-medium">
                At {otherSide}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsFor(subject).map(({ label, show, isCompared }) => (
            <tr key={label} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-2">
                {label}
              </th>
              <td className="py-1 pr-3 wrap-anywhere">{show(ordered) || '–'}</td>
              {lines.map(([place, line]) => {
                const differs = isCompared && show(line) !== show(ordered)
                return (
                  <td key={place} className={`py-1 pr-3 wrap-anywhere ${differs ? 'font-semibold' : ''}`}>
                    {show(line) || '–'}
                    {differs && <span className="sr-only"> (differs)</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
