// All products, in one list: a missing product does not compile. What the rest of the server has to know about a
// product, it reads from its value.
import { createAirtime } from './features/airtime/product.ts'
import { createElectricity } from './features/electricity/product.ts'
import { createPostpaid } from './features/postpaid/product.ts'
import type { Context } from './runtime/context.ts'
import type { Products } from './sales/product.ts'

/** What a product is made of. */
type Parts = Pick<Context, 'config' | 'db' | 'log' | 'utility' | 'airtime'>

export const createProducts = (parts: Parts): Products => ({
  electricity: createElectricity(parts),
  airtime: createAirtime(parts),
  postpaid: createPostpaid(parts),
})
