// Post paid: the payment of a utility bill, for users who may take such payments.
import type { PostpaidPayment } from '@flexpower/contract'
import { site } from '../../api/site.ts'
import { saleScreens } from '../../layout/menu.ts'
import { loadChunk, partLoader } from '../../lib/lazy-page.ts'
import { salePaths } from '../../paths.ts'
import type { ProductOnSale } from '../product.ts'

export const postpaidProduct = {
  product: 'postpaid',
  ...saleScreens.postpaid,
  path: salePaths.postpaid,
  isOpenTo: ({ mayTakePostpaid }) => mayTakePostpaid,
  subject: 'account',
  otherSide: site.utilityName,
  nameIsOf: 'customer',
  hasToken: false,
  result: 'the receipt',
  nothingSold: 'Nothing was paid',
  nothingSoldTo: 'Nothing was paid for',
  sold: 'paid',
  action: 'payment',
  again: 'Pay again',
  enter: 'Next empty field, then verify, then pay',
  scanned: 'a bill’s account',
  loadSales: async () => (await loadChunk(() => import('./sales.tsx'))).postpaidSales,
  loadLater: partLoader(() => import('./later/parts.ts')),
} satisfies ProductOnSale<PostpaidPayment>
