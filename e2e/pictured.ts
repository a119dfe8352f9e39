// Which screens `npm run pictures` shows: every path of the web application, except those below. checks/pictures.test.ts
// compares the two, so that a new screen cannot be forgotten.
import { paths } from '../packages/web/src/paths.ts'

/** Paths without a picture, and why. */
export const unpictured: Readonly<Record<string, string>> = {
  [paths.contact]: 'a part of the home page',
  [paths.passwordReset]: 'needs a link from an email',
  [paths.styleSheet]: 'for developers; the demo shows it',
  [paths.admin.root]: 'leads to the dashboard',
  [paths.cashier.root]: 'leads to cash power',
  [paths.cashier.dashboard]: 'leads to cash power',
}

/** One record of the demo for each screen that shows one. */
const records: Readonly<Record<string, string>> = {
  [paths.admin.userRecord]: '/admin/user/2',
  [paths.admin.tillSession]: '/admin/tills/sessions/1',
}

const { admin, cashier, ...open } = paths
const list = (area: Readonly<Record<string, string>>): string[] =>
  Object.values(area)
    .filter((path) => !(path in unpictured))
    .map((path) => records[path] ?? path)

/** The page of one receipt is added when the pictures are taken: its code is random. */
export const pictured = { public: list(open), cashier: list(cashier), admin: list(admin) }
