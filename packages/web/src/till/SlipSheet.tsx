// The Z slip of a closed shift, or the X report of an open one, for rolls of 58 and 80 mm.
import {
  bututs,
  formatGmd,
  type Pieces,
  productTitles,
  type TillFigures,
  type TillSession,
} from '@flexpower/contract'
import { site } from '../api/site.ts'
import { Receipt, ReceiptFacts, ReceiptLarge } from '../ui/receipt/Receipt.tsx'
import {
  countSales,
  describeDifference,
  formatMoment,
  movementWords,
  nameDenomination,
} from './till-words.ts'

export const titleSlip = ({ number }: Pick<TillSession, 'number'>): string =>
  number === null ? 'X report' : `Z slip ${number}`

export function SlipSheet({ session }: { session: TillSession }) {
  const { figures } = session
  return (
    <Receipt label={titleSlip(session)}>
      <header className="receipt-centre">
        <h1>{site.productName}</h1>
        <p>{site.companyName}</p>
        <p className="receipt-copy">{titleSlip(session)}</p>
      </header>
      <hr />
      <ReceiptFacts
        lines={[
          { label: 'Cashier', value: session.cashierName },
          { label: 'Location', value: session.location },
          { label: 'Opened', value: formatMoment(session.openedAt) },
          { label: 'Closed', value: session.closedAt ? formatMoment(session.closedAt) : '' },
          { label: 'Closed by', value: session.isClosedByOther ? <b>{session.closedBy}, Admin</b> : '' },
        ]}
      />
      {figures !== null && <Figures session={session} figures={figures} />}
      <Movements session={session} />
      <Doubts session={session} />
      {session.pieces !== null && <Counted pieces={session.pieces} />}
    </Receipt>
  )
}

function Figures({ session, figures }: { session: TillSession; figures: TillFigures }) {
  const { moved } = figures
  const sum = (pick: (product: TillFigures['products'][number]) => number) =>
    bututs(figures.products.reduce((total, product) => total + pick(product), 0))
  const signed = (sign: string, amount: number) => (amount === 0 ? '' : `${sign}${formatGmd(bututs(amount))}`)
  return (
    <>
      <hr />
      {figures.products.map((product) => (
        <Product key={product.product} product={product} />
      ))}
      <ReceiptFacts
        lines={[
          { label: 'Fees', value: formatGmd(sum(({ fees }) => fees)) },
          { label: 'Commission', value: formatGmd(sum(({ commission }) => commission)) },
          { label: 'Receipts printed again', value: figures.copies === 0 ? '' : String(figures.copies) },
          { label: 'First sale', value: figures.firstReference ?? '' },
          { label: 'Last sale', value: figures.lastReference ?? '' },
          ...listFloats(figures),
        ]}
      />
      <hr />
      <ReceiptFacts
        lines={[
          { label: 'Opening', value: formatGmd(session.opening) },
          { label: 'Sales', value: formatGmd(sum(({ tendered }) => tendered)) },
          {
            label: 'Sales in doubt',
            value: signed(
              '',
              sum(({ inDoubtAmount }) => inDoubtAmount),
            ),
          },
          { label: movementWords.in, value: signed('', moved.in) },
          { label: movementWords.out, value: signed('− ', moved.out) },
          { label: movementWords.drop, value: signed('− ', moved.drop) },
          { label: movementWords.refund, value: signed('− ', moved.refund) },
        ]}
      />
      <ReceiptLarge label="Expected" value={formatGmd(figures.expected)} />
      {session.countedAt !== null && (
        <>
          <ReceiptLarge
            label="Counted"
            value={session.counted === null ? 'Not counted' : formatGmd(session.counted)}
          />
          <ReceiptLarge label="Difference" value={describeDifference(session.difference)} />
          {session.reason !== null && <p>Reason: {session.reason}</p>}
        </>
      )}
    </>
  )
}

function Product({ product: one }: { product: TillFigures['products'][number] }) {
  return (
    <ReceiptFacts
      lines={[
        {
          label: productTitles[one.product],
          value: <b>{`${countSales(one.sales)}, ${formatGmd(one.tendered)}`}</b>,
        },
        {
          label: 'In doubt',
          value: one.inDoubt === 0 ? '' : `${countSales(one.inDoubt)}, ${formatGmd(one.inDoubtAmount)}`,
        },
        {
          label: 'Voided',
          value: one.voided === 0 ? '' : `${countSales(one.voided)}, ${formatGmd(one.voidedAmount)}`,
        },
      ]}
    />
  )
}

const floatNames = { electricity: 'Cash power float', airtime: 'Airtime float' } as const

/** A float that never was has no line. */
const listFloats = ({ floatsBefore, floatsAfter }: TillFigures) =>
  (['electricity', 'airtime'] as const).flatMap((kind) =>
    floatsBefore[kind] === 0 && floatsAfter[kind] === 0
      ? []
      : [
          { label: `${floatNames[kind]} before`, value: formatGmd(floatsBefore[kind]) },
          { label: `${floatNames[kind]} after`, value: formatGmd(floatsAfter[kind]) },
        ],
  )

function Movements({ session: { movements } }: { session: TillSession }) {
  if (movements.length === 0) return null
  return (
    <>
      <hr />
      {movements.map(({ id, kind, amount, reason, reference }) => (
        <ReceiptFacts
          key={id}
          lines={[
            {
              label: `${movementWords[kind]}: ${reference ?? reason}`,
              value: <span className="whitespace-nowrap">{formatGmd(amount)}</span>,
            },
          ]}
        />
      ))}
    </>
  )
}

function Doubts({ session: { inDoubt } }: { session: TillSession }) {
  if (inDoubt.length === 0) return null
  return (
    <>
      <hr />
      <p>
        <b>In doubt when the drawer was counted</b>
      </p>
      <ReceiptFacts
        lines={inDoubt.map(({ reference, tendered }) => ({ label: reference, value: formatGmd(tendered) }))}
      />
    </>
  )
}

const Counted = ({ pieces }: { pieces: readonly Pieces[] }) => (
  <>
    <hr />
    <ReceiptFacts
      lines={pieces.map((one) => ({
        label: `${nameDenomination(one)} × ${one.pieces}`,
        value: formatGmd(bututs(one.value * one.pieces)),
      }))}
    />
  </>
)
