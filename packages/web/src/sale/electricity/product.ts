// Cash power: prepaid electricity from the utility. A sale ends with a token for the meter.
import type { ElectricitySale } from '@flexpower/contract'
import { site } from '../../api/site.ts'
import { saleScreens } from '../../layout/menu.ts'
import { partLoader } from '../../lib/lazy-page.ts'
import { salePaths } from '../../paths.ts'
import type { ProductOnSale } from '../product.ts'
import { electricitySales } from './sales.tsx'

export const electricityProduct = {
  product: 'electricity',
  ...saleScreens.electricity,
  path: salePaths.electricity,
  isOpenTo: () => true,
  subject: 'meter',
  otherSide: site.utilityName,
  nameIsOf: 'customer',
  hasToken: true,
  result: 'the token',
  nothingSold: 'Nothing was sold',
  nothingSoldTo: 'Nothing was sold to',
  sold: 'sold',
  action: 'sale',
  again: 'Sell again',
  enter: 'Next empty field, then verify, then sell',
  scanned: 'a meter',
  // The cash power list is the counter's first screen, so it is already loaded.
  loadSales: async () => electricitySales,
  loadLater: partLoader(() => import('./later/parts.tsx')),
} satisfies ProductOnSale<ElectricitySale>
