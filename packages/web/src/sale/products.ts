// What the counter calls the things of each product, for texts that speak of sales of all three.
import type { OpenSale, Product } from '@flexpower/contract'
import { site } from '../api/site.ts'
import { type Area, paths } from '../paths.ts'

interface ProductWords {
  screen: string
  path: Record<Area, string>
  /** What it is sold to. */
  subject: string
  /** Who has to answer. */
  otherSide: string
  /** What a sale ends with when all went well. */
  fruit: string
  /** How a sentence begins when nothing came of it; a name follows the second. */
  nothing: string
  nothingFor: string
  /** How a sentence ends when it went well. */
  sold: string
  /** What selling it is called, and doing so once more. */
  deed: string
  again: string
}

const { admin, cashier } = paths

export const words: Record<Product, ProductWords> = {
  electricity: {
    screen: 'Cash Power',
    path: { admin: admin.cashPower, cashier: cashier.cashPower },
    subject: 'meter',
    otherSide: site.utilityName,
    fruit: 'the token',
    nothing: 'Nothing was sold',
    nothingFor: 'Nothing was sold to',
    sold: 'sold',
    deed: 'sale',
    again: 'Sell again',
  },
  airtime: {
    screen: 'Air Power',
    path: { admin: admin.airPower, cashier: cashier.airPower },
    subject: 'number',
    otherSide: 'the mobile operator',
    fruit: 'the credit on the phone',
    nothing: 'Nothing was sold',
    nothingFor: 'Nothing was sold to',
    sold: 'sold',
    deed: 'sale',
    again: 'Sell again',
  },
  postpaid: {
    screen: 'Post Paid',
    path: { admin: admin.postPaid, cashier: cashier.postPaid },
    subject: 'account',
    otherSide: site.utilityName,
    fruit: 'the receipt',
    nothing: 'Nothing was paid',
    nothingFor: 'Nothing was paid for',
    sold: 'paid',
    deed: 'payment',
    again: 'Pay again',
  },
}

/** `Meter`, at the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Mariama Bah, meter 37201148261`, `QCell, number 3714208` */
export const whoIs = ({ product, customerName, subject }: OpenSale): string =>
  [customerName, `${words[product].subject} ${subject}`].filter(Boolean).join(', ')
