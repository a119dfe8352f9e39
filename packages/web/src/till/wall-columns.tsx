// The columns of the wall: each figure of a cashier, and the link to its rows.
import { formatGmd, productTitles, type WallRow } from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { userFloat } from '../floats/float-view.ts'
import { kindText } from '../floats/float-kinds.ts'
import { type Column, Moment } from '../list/columns.tsx'
import { salesFound, tillSession, userRecord } from '../paths.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { countSales, formatMoment } from './till-words.ts'
import { describeDifferences, describeRunway, listLooks, shiftsFrom } from './wall-words.ts'

/** `from`: the first day whose differences count. */
export const buildWallColumns = (from: string, today: string): readonly Column<WallRow>[] => [
  { id: 'cashier', header: 'Cashier', kind: 'strong', mobile: 'title', cell: (row) => <Cashier {...row} /> },
  {
    id: 'look',
    header: 'Look at',
    mobile: 'block',
    cell: (row) => row.attention.length > 0 && <Looks row={row} from={from} />,
  },
  { id: 'shift', header: 'Shift', cell: (row) => <Shift {...row} /> },
  {
    id: 'expected',
    header: 'Expected cash',
    align: 'right',
    mobile: 'amount',
    cell: (row) => <Expected {...row} />,
  },
  { id: 'floats', header: 'Float', cell: (row) => <Floats {...row} /> },
  { id: 'last', header: 'Last sale', cell: (row) => <LastSale {...row} /> },
  { id: 'today', header: 'Today', cell: (row) => <Today row={row} day={today} /> },
  {
    id: 'differences',
    header: 'Differences, 30 days',
    cell: (row) => <Differences row={row} from={from} />,
  },
]

const LINK = 'link inline-flex min-h-6 items-center'

const Cashier = ({ cashier, cashierName, location }: WallRow) => (
  <>
    <Link className={LINK} to={userRecord(cashier)}>
      {cashierName}
    </Link>{' '}
    <span className="cell-note">{location}</span>
  </>
)

const Looks = ({ row, from }: { row: WallRow; from: string }) => (
  <ul className="grid justify-items-start gap-1" aria-label={`Look at ${row.cashierName}`}>
    {listLooks(row, from).map(({ text, tone, to }) => (
      <li key={text}>
        <Link className={LINK} to={to}>
          <Badge tone={tone}>{text}</Badge>
        </Link>
      </li>
    ))}
  </ul>
)

const Expected = ({ session }: WallRow) =>
  session === null ? (
    '–'
  ) : (
    <Link className={LINK} to={tillSession(session.id)}>
      {formatGmd(session.expected)}
    </Link>
  )

const LastSale = ({ lastSale }: WallRow) =>
  lastSale === null ? (
    '–'
  ) : (
    <Link className="link" to={salesFound(lastSale.reference, lastSale.product)}>
      <Moment at={lastSale.at} />
    </Link>
  )

const Differences = ({ row, from }: { row: WallRow; from: string }) => (
  <Link className="link" to={shiftsFrom(row, from)}>
    {describeDifferences(row).map((text) => (
      <span key={text} className="block">
        {text}
      </span>
    ))}
  </Link>
)

function Shift({ isSelling, session }: WallRow) {
  return (
    <div className="grid justify-items-start gap-1 max-md:justify-items-end">
      {isSelling && <Badge tone="ok">Selling</Badge>}
      {session === null ? (
        <span className="text-ink-3">No open shift</span>
      ) : (
        <Link className={LINK} to={tillSession(session.id)}>
          Since {formatMoment(session.openedAt)}
        </Link>
      )}
    </div>
  )
}

const TONES: Record<WallRow['floats'][number]['state'], BadgeTone | null> = {
  enough: null,
  low: 'warning',
  'very low': 'danger',
}

const Floats = ({ cashier, floats }: WallRow) =>
  floats.length === 0 ? (
    'House account'
  ) : (
    <ul className="grid gap-1">
      {floats.map((float) => {
        const tone = float.lastsDays === null ? null : TONES[float.state]
        const runway = describeRunway(float)
        return (
          <li key={float.kind}>
            <Link className={LINK} to={userFloat(cashier, float.kind)}>
              {kindText(float.kind)} {formatGmd(float.balance)}
            </Link>{' '}
            <span className="cell-note">{tone === null ? runway : <Badge tone={tone}>{runway}</Badge>}</span>
          </li>
        )
      })}
    </ul>
  )

const Today = ({ row: { cashierName, today }, day }: { row: WallRow; day: string }) =>
  today.length === 0 ? (
    <span className="text-ink-3">No sale</span>
  ) : (
    <ul className="grid gap-1">
      {today.map(({ product, sales, tendered }) => (
        <li key={product}>
          <Link className={LINK} to={`${salesFound(cashierName, product)}&from=${day}&to=${day}`}>
            {formatGmd(tendered)}
          </Link>{' '}
          <span className="cell-note">
            {productTitles[product]}, {countSales(sales)}
          </span>
        </li>
      ))}
    </ul>
  )
