// Air power: credit for a mobile phone, which the operator adds at once.
import type { AirtimeSale } from '@flexpower/contract'
import { saleScreens } from '../../layout/menu.ts'
import { loadChunk, partLoader } from '../../lib/lazy-page.ts'
import { salePaths } from '../../paths.ts'
import type { ProductOnSale } from '../product.ts'

export const airtimeProduct = {
  product: 'airtime',
  ...saleScreens.airtime,
  path: salePaths.airtime,
  isOpenTo: ({ airtimeFloat }) => airtimeFloat !== null,
  subject: 'number',
  otherSide: 'the mobile operator',
  nameIsOf: 'operator',
  hasToken: false,
  result: 'the credit on the phone',
  nothingSold: 'Nothing was sold',
  nothingSoldTo: 'Nothing was sold to',
  sold: 'sold',
  action: 'sale',
  again: 'Sell again',
  enter: 'Next empty field, then sell',
  scanned: null,
  loadSales: async () => (await loadChunk(() => import('./sales.tsx'))).airtimeSales,
  loadLater: partLoader(() => import('./later/parts.tsx')),
} satisfies ProductOnSale<AirtimeSale>
