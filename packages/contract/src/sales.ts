// What all products share after the order: a sale ends, or it is open and watched.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { list } from './list.ts'
import { type Codec, done, fields, gmd, id, instant, line, within } from './wire.ts'

/** What is sold, with the names on the screens. */
export const productTitles = {
  electricity: 'Cash Power',
  airtime: 'Air Power',
  postpaid: 'Post Paid',
} as const
export type ProductName = keyof typeof productTitles
export const PRODUCTS = Object.keys(productTitles) as ProductName[]

/** The answer to a sale, with the sale in the form of its product. */
export const soldAs = <Sale>(sale: Codec<Sale>) =>
  fields({
    /** pending: the other side has not answered; the money is held until the sale ends, or an Admin decides it. */
    status: z.enum(['success', 'pending']),
    message: z.string(),
    reference: z.string(),
    sale: ['data', z.optional(sale)],
  })

/** An order, or a record of the other side, as far as the two can be compared. */
const evidence = {
  /** The other side's own number, and its receipt; empty for the order, and if not known. */
  transaction: z.string(),
  receipt: z.string(),
  at: ['time', z.nullable(instant)],
  subject: z.string(),
  amount: z.nullable(gmd),
  reference: z.string(),
} as const
const evidenceLine = fields(evidence)
export type EvidenceLine = z.output<typeof evidenceLine>

/** With a sentence on why it cannot be chosen as the sale; null: an Admin may choose it. */
const seenLine = fields({ ...evidence, choiceRefusal: ['choice_refusal', z.nullable(z.string())] })
export type SeenLine = z.output<typeof seenLine>

/** A sale whose end is not known yet, as its cashier watches it. */
export const openSale = fields({
  id: id(),
  reference: z.string(),
  product: z.enum(PRODUCTS),
  subject: z.string(),
  /** The customer's name; for airtime, which has none, the operator's. */
  customerName: ['customer_name', z.string()],
  tendered: ['amount', gmd],
  /** manual: the other side does not know, or its record contradicts the order; an Admin decides. */
  state: z.enum(['sent', 'unknown', 'manual']),
  /** How often the other side was asked what happened to it. */
  asked: z.number(),
  since: ['created_at', instant],
  /** The customer can follow the sale with it; null: opened before there were codes. */
  receiptCode: ['receipt_code', z.nullable(z.string())],
  cashierName: ['recorded_by', z.string()],
  location: z.string(),
  /** Why an Admin has to decide; only with `manual`. */
  reason: z.optional(z.string()),
  /** Only for a sale of electricity that pays a debt and nothing else: it has no token. */
  debtOnly: ['debt_only', z.optional(z.boolean())],
  /** What was ordered, and the other side's records that may be it, as last seen. */
  ordered: z.optional(evidenceLine),
  seen: z.optional(z.array(seenLine)),
})
export type OpenSale = z.output<typeof openSale>

type Compared = Pick<EvidenceLine, 'reference'>

/** Whether the other side has our reference with a different order: there is no need to ask again, an Admin decides. */
export const isContradicted = ({
  ordered,
  seen,
}: {
  ordered: Compared
  seen: readonly Compared[]
}): boolean => seen.some(({ reference }) => reference.split(' ').includes(ordered.reference))

/** An SMS about a sale, and what the provider has reported about it. */
const saleMessage = fields({
  id: id(),
  at: ['created_at', instant],
  recipient: z.string(),
  state: z.enum(['waiting', 'given up', 'not reported', 'under way', 'delivered', 'failed']),
  /** Why it failed or waits, as the provider reported it. */
  reason: z.nullable(z.string()),
})
export type SaleMessage = z.output<typeof saleMessage>

export const sales = {
  /** Sales without an end yet: an Admin sees all, a Cashier their own. */
  open: list({ path: 'transactions/open', access: 'staff', row: openSale, envelope: 'data' }),
  /**
   * What became of the caller's own sale with this key, for a client that sent it and lost the answer. 404: the server
   * does not have it (yet); it may be sent again with the same key, which sells once. The answer for somebody else's key
   * is the same.
   */
  find: endpoint({
    method: 'GET',
    path: 'transactions/key/{key}',
    access: 'staff',
    request: fields({ key: line('Key', 100) }),
    response: fields({
      reference: z.string(),
      product: z.enum(PRODUCTS),
      /** refused: it was opened, nothing was sold, and the money is back. */
      state: z.enum(['open', 'sold', 'refused']),
    }),
  }),
  /** Counts a print of the receipt; the first is the original, every later one a copy. */
  countPrint: endpoint({
    method: 'POST',
    path: 'transactions/{id}/print',
    access: 'staff',
    request: fields({ id: id() }),
    response: within(
      'data',
      fields({
        copy: z.number(),
        /** How many days its units last at this meter's usual pace; null: not known. */
        lastsDays: ['lasts_days', z.nullable(z.number())],
      }),
    ),
  }),
  /** What was sent to the customer's phone about a sale. A Cashier may ask only about their own sales. */
  messages: endpoint({
    method: 'GET',
    path: 'transactions/{id}/messages',
    access: 'staff',
    request: fields({ id: id() }),
    response: within('data', z.array(saleMessage)),
  }),
  /** An Admin's decision on a sale that the other side cannot decide. */
  decide: endpoint({
    method: 'POST',
    path: 'transactions/{id}/decide',
    access: 'admin',
    failure: 'sale',
    request: fields({
      id: id(),
      outcome: z.enum(['voided', 'confirmed'], { error: 'Outcome must be voided or confirmed' }),
      reason: line('Reason', 500),
      /** The tokens that the utility named for it, when electricity was sold. */
      tokens: z.optional(z.array(z.string().check(z.regex(/^\d{20}$/, 'A token has 20 digits')))),
    }),
    response: done,
  }),
  /** An Admin chooses the record of the other side that is this sale: it is read again, and the sale is confirmed with it. */
  choose: endpoint({
    method: 'POST',
    path: 'transactions/{id}/choose',
    access: 'admin',
    request: fields({
      id: id(),
      /** The number or the receipt of one of the records that were seen. */
      transaction: line('Transaction', 100),
    }),
    response: fields({
      message: z.string(),
      reference: z.string(),
      /** In the order of entry; empty if the sale has no token. */
      tokens: z.array(z.string()),
      tokenNames: ['token_names', z.array(z.string())],
    }),
  }),
}
