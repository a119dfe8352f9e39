// Every product, in one list. A missing product does not compile.
import type { OpenSale, ProductName } from '@flexpower/contract'
import { airtimeProduct } from './airtime/product.ts'
import { electricityProduct } from './electricity/product.ts'
import { postpaidProduct } from './postpaid/product.ts'
import type { ProductFacts } from './product.ts'

/** In the order in which a counter lists them. */
export const products: Readonly<Record<ProductName, ProductFacts>> = {
  electricity: electricityProduct,
  airtime: airtimeProduct,
  postpaid: postpaidProduct,
}

/** `Mariama Bah, meter 37201148261`, `QCell, number 3714208` */
export const describeBuyer = ({ product, customerName, subject }: OpenSale): string =>
  [customerName, `${products[product].subject} ${subject}`].filter(Boolean).join(', ')
