// Users for a single test: added through the call that an Admin makes, with an email that no other test uses.
import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect, people, type Person, storeToken, tokenIn } from './people.ts'
import { callWith } from './watching.ts'

export interface OwnUser extends Person {
  id: number
}

const PASSWORD = 'kerr-seringe-42'

/** Letters only, so that a search for one finds nobody else. */
export const someName = (first: string): string =>
  `${first} ${randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 8)
    .padEnd(8, 'x')}`

export const readEmail = (name: string): string => `${name.toLowerCase().replaceAll(/\s+/g, '.')}@example.gm`

/** As the signed-in Admin of this page. */
export async function callAsAdmin(page: Page, method: string, path: string, data?: object) {
  const token = await tokenIn(page.context())
  return callWith(page, token ?? '', method, path, data)
}

type Wanted = Partial<Pick<Person, 'name' | 'type'> & { commission: string; mayTakePostpaid: boolean }>

export async function addUser(
  page: Page,
  { name = someName('Awa'), type = 'Cashier', commission = '30', mayTakePostpaid = false }: Wanted = {},
): Promise<OwnUser> {
  const email = readEmail(name)
  const answer = await callAsAdmin(page, 'POST', 'register', {
    name,
    email,
    password: PASSWORD,
    address: '31 Sait Matty Road',
    location: 'Bakau',
    user_type: type,
    contract_type: 'Commission',
    commission,
    can_access_post_paid: mayTakePostpaid ? '1' : '0',
    ...(type === 'Admin' && { your_password: people.admin.password }),
  })
  expect(await answer.json()).toMatchObject({ message: 'User created successfully' })
  const { id } = await findUser(page, email)
  const home = type === 'Admin' ? '/admin/dashboard' : '/cashier/cash-power'
  return { id, name, email, type, password: PASSWORD, location: 'Bakau', home }
}

/** A user from the list. */
export interface ListedUser {
  id: number
  name: string
  email: string
  location: string
  version: number
  commission: number
}

export async function findUser(page: Page, email: string): Promise<ListedUser> {
  const answer = await callAsAdmin(page, 'GET', `register?search=${encodeURIComponent(email)}`)
  const { data } = (await answer.json()) as { data: ListedUser[] }
  const found = data.find((user) => user.email === email)
  if (found === undefined) throw new Error(`no user has the address ${email}`)
  return found
}

/** Loads float with a new slip. */
export async function loadFloat(
  page: Page,
  agent: number,
  amount: number,
  kind: 'cash power' | 'airtime' = 'cash power',
): Promise<void> {
  const answer = await callAsAdmin(page, 'POST', 'load/credit', {
    agent,
    type: kind === 'airtime' ? 1 : 0,
    amount,
    bank_transaction_ref: `E2E-${randomUUID()}`,
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Sells every product, with float for each. */
export async function addCashierWithFloats(page: Page): Promise<OwnUser> {
  const cashier = await addUser(page, { mayTakePostpaid: true })
  await Promise.all([loadFloat(page, cashier.id, 5000), loadFloat(page, cashier.id, 5000, 'airtime')])
  return cashier
}

/** Whether the login accepts this email with this password. */
export async function maySignIn(page: Page, email: string, password: string): Promise<boolean> {
  const answer = await callWith(page, '', 'POST', 'login', { email, password })
  return ((await answer.json()) as { status: string }).status === 'Ok'
}

/**
 * What a browser needs to start signed in as this user, with the token for `storeToken`. By the call that the login form
 * makes: the form has tests of its own. The address is another one than the page's where a proxy is between.
 */
export async function signInByCall(page: Page, { email, password }: Person, address?: string) {
  const { origin, hostname } = new URL(address ?? (await page.request.get('/login')).url())
  const answer = await callWith(page, '', 'POST', 'login', { email, password })
  const { token, data } = (await answer.json()) as {
    token: string
    data: { id: number; user_type: string; location: string; name: string }
  }
  const hints = { user_id: data.id, user_type: data.user_type, location: data.location, username: data.name }
  const ofPage = { domain: hostname, path: '/', expires: -1, httpOnly: false, secure: false }
  return {
    token,
    baseURL: origin,
    storageState: {
      cookies: Object.entries(hints).map(([name, value]) => ({
        ...ofPage,
        sameSite: 'Lax' as const,
        name,
        value: encodeURIComponent(value),
      })),
      origins: [],
    },
  }
}

/** Another browser, in which this user has just signed in. */
export async function signInElsewhere(
  page: Page,
  person: Person,
  device: BrowserContextOptions = {},
): Promise<Page> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('this page has no browser to open another context in')
  const { token, ...state } = await signInByCall(page, person)
  const other = await browser.newPage({ ...state, ...device })
  await storeToken(other, token)
  await other.goto(person.home)
  return other
}
