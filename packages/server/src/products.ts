// Everything that is sold, in one list: a product that is missing here does not compile. What the rest of the server has to
// know about a product, it reads from its value.
import { createAirtime } from './features/airtime/product.ts'
import { createElectricity } from './features/electricity/product.ts'
import { createPostpaid } from './features/postpaid/product.ts'
import type { Context } from './runtime/context.ts'

export function createProducts({
  config: { site, sms },
  utility,
  airtime,
}: Pick<Context, 'config' | 'utility' | 'airtime'>): Context['products'] {
  return {
    electricity: createElectricity(utility, site.utilityName, sms && site.productName),
    airtime: createAirtime(airtime),
    postpaid: createPostpaid(utility, site.utilityName),
  }
}
