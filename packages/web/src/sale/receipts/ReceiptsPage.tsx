// Receipts: a purchase of any counter is found by what the customer has, and its token is sent again; or, with a sale in
// the address, the whole story of that sale.
import { type Bututs, formatGmd, type FoundReceipt, receiptForm, receipts } from '@flexpower/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useCallForm } from '../../form/send/use-call-form.ts'
import { amountInput } from '../../lib/amount-input.ts'
import { type Column, momentColumn, textColumn } from '../../list/columns.tsx'
import { useUrlValues } from '../../list/list-view.ts'
import { PagedTable } from '../../list/PagedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { products } from '../products.ts'
import { SaleLink } from '../sold-columns.tsx'
import { SaleDetails } from './SaleDetails.tsx'
import { SendAgain } from './SendAgain.tsx'
import { countTimes } from './story-words.ts'

export function ReceiptsPage() {
  const [read] = useUrlValues()
  const sale = read('sale')
  return /^[1-9]\d{0,14}$/.test(sale) ? <SaleDetails key={sale} id={Number(sale)} /> : <FindReceipt />
}

interface Sought {
  words: string
  amount?: Bututs | undefined
}

/** What was found, and by what: that is needed again to send. */
interface Found {
  sought: Sought
  rows: readonly FoundReceipt[]
}

function FindReceipt() {
  const [read, write] = useUrlValues()
  const [found, setFound] = useState<Found | null>(null)
  const { register, submit, run, problem, formState } = useCallForm<
    { words: string; amount: string },
    Sought
  >({
    schema: receiptForm,
    values: { words: read('q'), amount: '' },
    send: async (sought) => {
      setFound({ sought, rows: await call(receipts.find, sought) })
      write({ q: sought.words })
    },
  })
  const findAgain = useEffectEvent(() => {
    if (found !== null) void run(found.sought)
  })
  // An address with words in it, as after going back from a sale, finds at once.
  const findFirst = useEffectEvent(() => {
    if (read('q') !== '') void submit()
  })
  useEffect(() => findFirst(), [])
  const { errors, isSubmitting } = formState
  return (
    <>
      <Panel title="Find a purchase">
        <form
          noValidate
          className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,180px)_auto]"
          onSubmit={(event) => void submit(event)}
        >
          <Field
            label="Meter, phone or code of the receipt"
            hint="Or the receipt number, together with the amount"
            autoComplete="off"
            spellCheck={false}
            error={errors.words?.message}
            {...register('words')}
          />
          <Field
            label="Amount"
            hint="Only with a receipt number"
            prefix="GMD"
            inputMode="decimal"
            autoComplete="off"
            error={errors.amount?.message}
            {...register('amount', amountInput)}
          />
          <Button variant="primary" type="submit" icon="search" busy={isSubmitting} className="sm:mt-6">
            Find
          </Button>
        </form>
      </Panel>
      {problem !== null && (
        <Notice tone="warning" title={problem}>
          Nothing was sent.
        </Notice>
      )}
      {found !== null && <FoundTable found={found} onSent={() => findAgain()} />}
    </>
  )
}

function FoundTable({ found: { sought, rows }, onSent }: { found: Found; onSent: () => void }) {
  return (
    <Panel flush title="Found">
      <PagedTable
        caption="Purchases found"
        rows={rows}
        columns={[...columns, sendColumn(sought, onSent)]}
        rowKey={({ id }) => id}
        note={
          <p className="px-5 py-3 text-sm text-ink-3 max-md:px-4">
            A token goes only to the phone of the purchase, at most 3 times in 24 hours. The number is not
            shown.
          </p>
        }
        empty={
          <EmptyState icon="search" title="No purchase was found">
            Look at the number again. A code has 12 characters and none of 0, O, 1, I, L and U. An old receipt
            without a code is found by its number together with its amount.
          </EmptyState>
        }
      />
    </Panel>
  )
}

const columns: readonly Column<FoundReceipt>[] = [
  textColumn('product', 'Product', ({ product }) => products[product].title, { mobile: 'title' }),
  {
    ...momentColumn,
    cell: (row) =>
      row.isOwn ? <SaleLink id={row.id}>{momentColumn.cell(row)}</SaleLink> : momentColumn.cell(row),
  },
  textColumn('subject', 'Sold to', ({ product, subject }) => `${products[product].subject} ${subject}`),
  textColumn('amount', 'Amount', ({ tendered }) => formatGmd(tendered), { align: 'right', mobile: 'amount' }),
  textColumn('location', 'Counter', ({ location }) => location),
  textColumn('again', 'Sent again', ({ timesSentAgain }) => countTimes(timesSentAgain)),
]

const sendColumn = (sought: Sought, onSent: () => void): Column<FoundReceipt> => ({
  id: 'action',
  header: 'Action',
  kind: 'action',
  cell: (row) => <SendAgain id={row.id} sought={sought} refusal={row.refusal} onSent={onSent} />,
})
