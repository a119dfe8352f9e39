// Which browser tests `npm run test:changed` runs, and in which order: a sale first, then what names a changed file or
// is about its subject, and at the end every screen once.
import { basename, dirname } from 'node:path'
import { listNaming } from './naming.ts'

const SALE = ['money-follows-a-sale', 'cashier-sells-cash-power']
const EVERY_SCREEN = ['admin-walks-the-menu', 'pages-load-cleanly']
const PRODUCT = /^(packages|launch)\/|^e2e\/(serve|audit-books)\.ts$|^playwright\.config\.ts$/
const NO_PRODUCT = /\.test\.tsx?$|\/testing\//

/**
 * What each browser test is about: folders and files below a package's src, without the endings. A file belongs to the
 * innermost name that is here: packages/web/src/sale/airtime/vendors.ts is about airtime.
 */
export const about: Readonly<Record<string, readonly string[]>> = {
  'admin-asks-the-utility': ['enquiries', 'gateways', 'customers'],
  'admin-backs-up': ['backup', 'backups'],
  'admin-books-a-sale': ['bookings', 'enquiries', 'ledger', 'second-admin'],
  'admin-catches-up-after-a-restore': ['backups', 'enquiries'],
  'admin-changes-passwords': ['vendor'],
  'admin-cleans-up': ['cleanup'],
  'admin-decides-applications': ['users', 'mail'],
  'admin-erases-a-phone-number': ['customers', 'phone'],
  'admin-finds-anything': ['palette', 'search'],
  'admin-finds-users': ['users', 'list', 'lists', 'files'],
  'admin-loads-credit': ['credits', 'ledger', 'list', 'lists'],
  'admin-manages-users': ['users', 'form', 'failure'],
  'admin-opens-a-user': ['users', 'acts', 'history', 'phone'],
  'admin-pays-bills': ['postpaid'],
  'admin-reads-messages': ['messages', 'contact', 'mail'],
  'admin-reads-revenue': ['revenue', 'statements', 'pdf', 'files', 'mail'],
  'admin-reads-the-audit': ['acts', 'history'],
  'admin-reads-the-dashboard': ['dashboard', 'balances', 'live'],
  'admin-reads-the-overview': ['dashboard', 'time'],
  'admin-reads-the-report': ['reports', 'files', 'time'],
  'admin-resets-the-vendor-password': ['vendor', 'secrets', 'gateways'],
  'admin-sells-airtime': ['airtime', 'files'],
  'admin-sells-cash-power': ['electricity', 'list', 'lists', 'files'],
  'admin-sets-charges': ['charges', 'form', 'money'],
  'admin-walks-long-lists': ['list', 'lists', 'files'],
  'admin-walks-the-menu': [
    'layout',
    'router',
    'routes',
    'admin-routes',
    'paths',
    'main',
    'db',
    'http',
    'runtime',
  ],
  'admin-watches-the-tills': ['wall', 'till', 'live'],
  'admin-weighs-charges': ['charges', 'money'],
  'anybody-checks-a-receipt': ['receipts', 'receipt-page', 'reference', 'token'],
  'api-docs': ['openapi', 'api-docs', 'endpoint', 'api'],
  'application-is-installed': ['worker', 'account', 'lib'],
  'cashier-balances-the-drawer': ['till', 'ledger', 'printer', 'limits'],
  'cashier-gives-change': ['change', 'lib'],
  'cashier-meets-trouble': ['sale', 'api', 'sale-limits', 'limits'],
  'cashier-pays-bills': ['postpaid'],
  'cashier-reads-own-records': ['sale', 'receipts', 'list', 'users'],
  'cashier-sells-airtime': ['airtime'],
  'cashier-sells-cash-power': [
    'sale',
    'sales',
    'electricity',
    'token',
    'lib',
    'ui',
    'form',
    'api',
    'wire',
    'metrics',
    'traces',
  ],
  'cashier-serves-a-customer-again': ['customers', 'sale'],
  'cashier-serves-two-customers': ['sale', 'sales', 'api'],
  'cashier-stays-in-own-area': ['layout', 'router', 'guard', 'identity'],
  'cashier-verifies-a-meter': ['electricity', 'gateways', 'form'],
  'demo-is-for-practice': ['demo', 'public'],
  'dialogs-keep-the-focus': ['ui', 'dialog', 'sale'],
  'everyone-can-use-it': ['ui', 'style-sheet', 'layout'],
  'everyone-changes-a-password': ['account', 'password'],
  'everyone-follows-what-happens': ['live', 'notices', 'messages'],
  'everyone-forgets-a-password': ['session', 'password', 'identity', 'mail'],
  'everyone-keeps-an-account': ['account', 'identity', 'session'],
  'everyone-prints-without-a-dialog': ['printer', 'receipts'],
  'everyone-signs-in': ['identity', 'session', 'login-state', 'logout', 'account'],
  'float-moves-both-ways': ['floats', 'ledger', 'credits'],
  'header-leads-everywhere': ['layout', 'palette', 'theme'],
  'money-follows-a-sale': [
    'sale',
    'sales',
    'ledger',
    'db',
    'gateways',
    'http',
    'runtime',
    'config',
    'index',
    'money',
    'address',
  ],
  'network-is-cut': ['api', 'sale', 'sales', 'gateways', 'lib'],
  'new-cashier-follows-the-guide': ['sale', 'guide'],
  'operator-pauses-selling': ['sales', 'pauses', 'pause-selling', 'config'],
  'pages-fail-gracefully': ['router', 'layout', 'http', 'failure'],
  'pages-load-cleanly': ['http', 'render', 'public', 'main'],
  'parts-of-the-interface': ['ui', 'list', 'style-sheet'],
  'screens-fit-every-width': ['ui', 'styles', 'layout', 'list'],
  'selling-fits-every-screen': ['sale', 'ui'],
  'stored-script': ['http', 'receipts', 'contact'],
  'toasts-come-and-go': ['toast', 'ui'],
  'two-admins-load-credit': ['credits', 'second-admin', 'independent-admins'],
  'visitor-applies': ['public', 'form', 'mail'],
  'visitor-has-a-poor-link': ['public', 'render', 'http'],
  'visitor-reads-the-site': ['public', 'render'],
  'visitor-writes-to-us': ['public', 'contact', 'form'],
}
const subjects = new Set(Object.values(about).flat())

/** In groups: the first group begins first; in a group the order is that of the names. The sources are those of the whole project, by path. */
export function chooseBrowserTests(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
): string[][] {
  const product = changed.filter((path) => PRODUCT.test(path) && !NO_PRODUCT.test(path))
  const wanted = new Set(product.flatMap((path) => findSubject(path) ?? []))
  const near = [
    ...listNamingInTurn(changed, new Map([...sources].filter(([path]) => path.startsWith('e2e/')))),
    ...Object.keys(about).filter((name) => about[name]?.some((subject) => wanted.has(subject))),
  ]
  const chosen = product.length > 0 ? [...SALE, ...near, ...EVERY_SCREEN] : near
  const groups = [
    ...SALE.map((name) => [name]),
    near.filter((name) => !EVERY_SCREEN.includes(name)),
    EVERY_SCREEN,
  ]
  return groups
    .map((group, place) => [
      ...new Set(
        group.filter((name) => chosen.includes(name) && !groups.slice(0, place).flat().includes(name)),
      ),
    ])
    .filter(({ length }) => length > 0)
}

export function findSubject(path: string): string | undefined {
  const [, inside = ''] = /^packages\/\w+\/src\/(.+)$/.exec(path) ?? []
  return inside
    .split('/')
    .map((name) => name.replace(/\..*$/, ''))
    .findLast((name) => subjects.has(name))
}

/** The browser tests among these files that are changed, name a changed file, or name one that does, and so on. */
function listNamingInTurn(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const found = new Set(changed)
  for (let last: readonly string[] = changed; last.length > 0; ) {
    last = listNaming(last, sources).filter((path) => !found.has(path))
    for (const path of last) found.add(path)
  }
  return [...found].flatMap((path) =>
    dirname(path) === 'e2e' && path.endsWith('.e2e.ts') ? [basename(path, '.e2e.ts')] : [],
  )
}
