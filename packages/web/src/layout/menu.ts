// The screens of the cashiers' area in one table: the sidebar, the header's title, the icons and the palette all read it.
// Those of the admin area are in admin/menu.ts, which cashiers do not load. What each screen is for is in purposes.ts.
import type { ProductName } from '@flexpower/contract'
import { type Area, paths, salePaths } from '../paths.ts'
import { matchesPath } from '../router/route.ts'
import type { IconName } from '../ui/Icon.tsx'

export interface Screen {
  path: string
  title: string
  icon: IconName
}

/** The screens of an area: those in its sidebar, and those that are reached in other ways. */
export interface Menu {
  sidebar: readonly Screen[]
  others: readonly Screen[]
}

const { cashier } = paths

/** The title and icon of each product's screen. */
export const saleScreens: Readonly<Record<ProductName, Omit<Screen, 'path'>>> = {
  electricity: { title: 'Cash Power', icon: 'bolt' },
  airtime: { title: 'Air Power', icon: 'signal' },
  postpaid: { title: 'Post Paid', icon: 'bill' },
}

export const showSales = (product: ProductName, area: Area): Screen => ({
  path: salePaths[product][area],
  ...saleScreens[product],
})

/** Every product but the first one, which is in the sidebar. */
export const showOtherSales = (area: Area): Screen[] =>
  (Object.keys(saleScreens) as ProductName[]).slice(1).map((product) => showSales(product, area))

/** S-11: these in the sidebar and nothing else; the others are reached from the cash power page and by URL. */
export const cashierMenu: Menu = {
  sidebar: [showSales('electricity', 'cashier'), { path: cashier.user, title: 'User', icon: 'user' }],
  others: [
    { path: cashier.shift, title: 'My Shift', icon: 'clock' },
    { path: cashier.commission, title: 'Commission', icon: 'percent' },
    { path: cashier.printer, title: 'Printer', icon: 'print' },
    { path: cashier.receipts, title: 'Receipts', icon: 'bill' },
    { path: cashier.notices, title: 'Notices', icon: 'bell' },
    { path: cashier.account, title: 'Your Account', icon: 'lock' },
    ...showOtherSales('cashier'),
  ],
}

export const listScreens = ({ sidebar, others }: Menu): readonly Screen[] => [...sidebar, ...others]

export const findScreen = (menu: Menu, path: string): Screen | undefined =>
  listScreens(menu).find((each) => matchesPath(each.path, path))
