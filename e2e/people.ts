// The users of the demo, and a `test` that can sign in as one: `test.use({ as: people.cashier })` makes every page of a
// file or a group that user's. Each worker signs a user in once, through the form, and keeps the browser's state.
// Playwright could restore the token too, but opens one more page for it in every test.
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'

export interface Person {
  email: string
  password: string
  name: string
  type: 'Admin' | 'Cashier'
  location: string
  /** The user's first page. */
  home: string
}

export const people = {
  admin: {
    email: 'admin@flexpower.gm',
    password: 'demo-admin',
    name: 'Binta Saidy',
    type: 'Admin',
    location: 'Serekunda',
    home: '/admin/dashboard',
  },
  cashier: {
    email: 'cashier@flexpower.gm',
    password: 'demo-cashier',
    name: 'Fatou Ceesay',
    type: 'Cashier',
    location: 'Serekunda',
    home: '/cashier/cash-power',
  },
  kiosk: {
    email: 'kiosk@flexpower.gm',
    password: 'demo-kiosk',
    name: 'Lamin Jobe',
    type: 'Cashier',
    location: 'Brikama',
    home: '/cashier/cash-power',
  },
} as const satisfies Record<string, Person>

export async function fillLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

export const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })

/** From the login page to the user's first page, through the form. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, person)
  await loginButton(page).click()
  await page.waitForURL(`**${person.home}`)
}

/** PW-03: signed out, on the home page. */
export async function expectGoneHome(page: Page): Promise<void> {
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Twenty digits/)
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(0)
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const findToken = ({ origins }: StorageState): string | undefined =>
  origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'token')?.value

/** What the next page will find, where none was opened yet. */
const awaited = new WeakMap<BrowserContext, string>()

/** What the browser stores under `token`, read from outside the page. */
export async function tokenIn(context: BrowserContext): Promise<string | undefined> {
  const isUnused = context.pages().every((page) => page.url() === 'about:blank')
  return isUnused ? awaited.get(context) : findToken(await context.storageState())
}

/** Stores the token as soon as a page opens, where the cookies are those of a session; a logout removes them. */
export const storeToken = (place: BrowserContext | Page, token: string): Promise<unknown> =>
  place.addInitScript(`if (
    location.origin !== 'null' &&
    /\\buser_id=/.test(document.cookie) &&
    localStorage.getItem('token') === null
  ) localStorage.setItem('token', ${JSON.stringify(token)})`)

interface PersonFixtures {
  /** Null: a visitor. */
  as: Person | null
}
interface SessionFixtures {
  stateOf: (person: Person) => Promise<StorageState>
}

export const test = base.extend<PersonFixtures, SessionFixtures>({
  as: [null, { option: true }],
  stateOf: [
    async ({ browser }, use, { project }) => {
      const known = new Map<string, Promise<StorageState>>()
      const open = async (person: Person) => {
        const page = await browser.newPage({ baseURL: project.use.baseURL ?? '' })
        await signIn(page, person)
        const state = await page.context().storageState()
        await page.close()
        return state
      }
      await use((person) => {
        const state = known.get(person.email) ?? open(person)
        known.set(person.email, state)
        return state
      })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ as, stateOf }, use) => {
    await use({ cookies: as === null ? [] : (await stateOf(as)).cookies, origins: [] })
  },
  context: async ({ context, as, stateOf }, use) => {
    const token = as === null ? undefined : findToken(await stateOf(as))
    if (token !== undefined) {
      awaited.set(context, token)
      await storeToken(context, token)
    }
    await use(context)
    // A call that a test answers itself may be under way at its end. It would fail then, and the test with it.
    const places = [context, ...context.pages()]
    await Promise.all(places.map((place) => place.unrouteAll({ behavior: 'ignoreErrors' })))
  },
})

export { expect }
