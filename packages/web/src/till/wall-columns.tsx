// The columns of the wall: each figure of a cashier, and the link to its rows.
import { formatGmd, productTitles, type WallRow, countOf } from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { userFloat } from '../floats/float-view.ts'
import { kindText } from '../floats/float-kinds.ts'
import { type Column, Moment } from '../list/columns.tsx'
import { salePaths, salesFound, tillSession, userRecord } from '../paths.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { describeRunway, listDifferences, listLooks } from './wall-words.ts'

/** `from`: the first day whose differences count. */
export const buildWallColumns = (from: string, today: string): readonly Column<WallRow>[] => [
  { id: 'cashier', header: 'Cashier', kind: 'strong', mobile: 'title', cell: (row) => <Cashier {...row} /> },
  {
    id: 'look',
    header: 'Look at',
    mobile: 'block',
    cell: (row) => row.attention.length > 0 && <Looks row={row} from={from} />,
  },
  { id: 'shift', header: 'Open since', cell: (row) => <OpenSince {...row} /> },
  { id: 'expected', header: 'Expected cash', mobile: 'amount', cell: (row) => <Expected {...row} /> },
  { id: 'floats', header: 'Float', cell: (row) => <Floats {...row} /> },
  { id: 'last', header: 'Last sale', cell: (row) => <LastSale {...row} /> },
  { id: 'today', header: 'Today', cell: (row) => <Today row={row} day={today} /> },
  {
    id: 'differences',
    header: 'Differences, 30 days',
    cell: (row) => <Differences row={row} from={from} />,
  },
]

const LINK = 'link inline-flex min-h-6 items-center whitespace-nowrap'
/** Several links of one cell, far enough apart for a finger. */
const STACK = 'grid justify-items-start gap-1 in-[td]:py-1'
/** On a line of its own, on a card too. */
const NOTE = 'block text-xs text-ink-3'

const Cashier = ({ cashier, cashierName, location }: WallRow) => (
  <>
    <Link className="link inline-flex min-h-6 items-center" to={userRecord(cashier)}>
      {cashierName}
    </Link>{' '}
    <span className="cell-note">{location}</span>
  </>
)

const Looks = ({ row, from }: { row: WallRow; from: string }) => (
  <div className={`${STACK} badges-wrap in-[td]:min-w-36`}>
    {listLooks(row, from).map(({ text, tone, to }) => (
      <Link key={text} className="link inline-flex min-h-6 items-center" to={to}>
        <Badge tone={tone}>{text}</Badge>
      </Link>
    ))}
  </div>
)

const OpenSince = ({ session }: WallRow) =>
  session === null ? (
    <span className="text-ink-3">No open shift</span>
  ) : (
    <Link className="link" to={tillSession(session.id)}>
      <Moment at={session.openedAt} />
    </Link>
  )

const Expected = ({ session }: WallRow) =>
  session === null ? (
    '–'
  ) : (
    <Link className={LINK} to={tillSession(session.id)}>
      {formatGmd(session.expected)}
    </Link>
  )

const LastSale = ({ lastSale, isSelling }: WallRow) => (
  <div className={STACK}>
    {isSelling && <Badge tone="ok">Selling</Badge>}
    {lastSale === null ? (
      '–'
    ) : (
      <Link className="link" to={salesFound(lastSale.reference, lastSale.product)}>
        <Moment at={lastSale.at} />
      </Link>
    )}
  </div>
)

const TONES: Record<WallRow['floats'][number]['state'], BadgeTone | null> = {
  enough: null,
  low: 'warning',
  'very low': 'danger',
}

const Floats = ({ cashier, floats }: WallRow) =>
  floats.length === 0 ? (
    'House account'
  ) : (
    <div className={STACK}>
      {floats.map((float) => {
        const tone = float.lastsDays === null ? null : TONES[float.state]
        const runway = describeRunway(float)
        return (
          <div key={float.kind}>
            <Link className={LINK} to={userFloat(cashier, float.kind)}>
              {formatGmd(float.balance)}
            </Link>{' '}
            <span className={NOTE}>
              {kindText(float.kind)} {tone === null ? runway : <Badge tone={tone}>{runway}</Badge>}
            </span>
          </div>
        )
      })}
    </div>
  )

const Today = ({ row: { cashier, today }, day }: { row: WallRow; day: string }) =>
  today.length === 0 ? (
    <span className="text-ink-3">No sale</span>
  ) : (
    <div className={STACK}>
      {today.map(({ product, sales, tendered }) => (
        <div key={product}>
          <Link className={LINK} to={`${salePaths[product].admin}?cashier=${cashier}&from=${day}&to=${day}`}>
            {formatGmd(tendered)}
          </Link>{' '}
          <span className={NOTE}>
            {productTitles[product]}, {countOf(sales, 'sale')}
          </span>
        </div>
      ))}
    </div>
  )

const Differences = ({ row, from }: { row: WallRow; from: string }) => (
  <div className={STACK}>
    {listDifferences(row, from).map(({ text, to }) => (
      <Link key={text} className="link inline-block min-h-6" to={to}>
        {text}
      </Link>
    ))}
  </div>
)
