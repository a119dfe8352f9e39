import { api, bututs, CallRefused } from '@flexpower/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { letAdminIn } from '../features/users/let-admin-in.ts'
import { makeUser } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' } })
const { id: agent } = await makeUser(world.db, world.clock, { name: 'Fatou Ceesay' })

interface Person {
  id: number
  name: string
  email: string
  password: string
}

const CREATED = 'kora-and-balafon'
const CHANGED = 'balafon-at-dusk'
let serial = 0

/** An Admin with no connection to the others of this test. */
const makeAdmin = (name: string): Promise<Person> => makeUser(world.db, world.clock, { type: 'Admin', name })
let awa: Person
let ebrima: Person
beforeEach(async () => {
  awa = await makeAdmin('Awa Sanneh')
  ebrima = await makeAdmin('Ebrima Camara')
})

/** Signed in again each time: days pass here. */
const as = ({ email, password }: Person) => world.enter(email, password)

const form = (traits: { name: string; email: string; type?: 'Admin' | 'Cashier' }) => ({
  address: '3 Sayerr Jobe Avenue',
  location: 'Brikama',
  type: 'Admin' as const,
  contractType: 'Commission' as const,
  commissionPercent: 0,
  mayTakePostpaid: false,
  ...traits,
})

async function add(by: Person, name: string, type: 'Admin' | 'Cashier' = 'Admin'): Promise<Person> {
  const email = `person-${(serial += 1)}@flexpower.gm`
  const caller = await as(by)
  await caller.call(api.users.add, {
    ...form({ name, email, type }),
    password: CREATED,
    yourPassword: by.password,
  })
  const found = (await caller.call(api.users.list, {})).find((user) => user.email === email)
  return { id: found!.id, name, email, password: CREATED }
}

async function change(
  by: Person,
  person: Person,
  traits: { email?: string; password?: string; type?: 'Admin' | 'Cashier' },
): Promise<Person> {
  const { id, name, email } = person
  await (await as(by)).call(api.users.update, {
    id,
    ...form({ name, email }),
    ...traits,
    yourPassword: by.password,
  })
  return { ...person, ...traits }
}

async function ask(by: Person): Promise<number> {
  const caller = await as(by)
  await caller.call(api.credits.load, {
    agent,
    kind: 'electricity',
    amount: bututs(200_000),
    slipReference: `TB-${(serial += 1)}`,
  })
  const [request] = await caller.call(api.credits.waiting, {})
  return request!.id
}

const readFloat = async () =>
  (
    await world.db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', agent)
      .executeTakeFirst()
  )?.balance ?? 0

/** Why not, or 'loaded'. The list says the same before. */
async function confirm(by: Person, id: number): Promise<string> {
  const before = await readFloat()
  const caller = await as(by)
  const listed = (await caller.call(api.credits.waiting, {})).find((each) => each.id === id)
  try {
    await caller.call(api.credits.confirm, { id })
    expect(await readFloat()).toBe(before + 200_000)
    expect(listed).toMatchObject({ mayConfirm: true, confirmRefusal: null })
    return 'loaded'
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    expect(await readFloat()).toBe(before)
    expect(listed).toMatchObject({ mayConfirm: false, confirmRefusal: error.message })
    return error.message
  }
}

const together = async (first: Person, second: Person) => confirm(second, await ask(first))

test('two Admins who have nothing to do with each other confirm for each other', async () => {
  expect(await together(awa, ebrima)).toBe('loaded')
  expect(await together(ebrima, awa)).toBe('loaded')
})

describe('an Admin who created the other’s account does not count as a second person', () => {
  test('the refusal says why, that nothing was loaded, and what to do; the load still waits for somebody else', async () => {
    const request = await ask(awa)
    const puppet = await add(awa, 'Second Self')
    expect(await confirm(puppet, request)).toBe(
      'Awa Sanneh created your account on 14 Nov 2026. The same person could use both accounts, so you cannot confirm this. Nothing has moved. Ask another Admin to confirm it.',
    )
    expect(await confirm(ebrima, request)).toBe('loaded')
    expect(await together(puppet, awa)).toMatch(/^You created the account of Second Self on 14 Nov 2026\. /)
  })

  test('however long ago, and after the account between them is gone', async () => {
    const between = await add(awa, 'Between')
    const puppet = await add(between, 'Second Self')
    await (await as(ebrima)).call(api.users.remove, { id: between.id })
    world.clock.pass(400 * DAY_MS)
    expect(await together(awa, puppet)).toMatch(
      /^Awa Sanneh created the account of Between on .+, which created your account on .+\. The same person/,
    )
    expect(await together(puppet, awa)).toMatch(/^You created the account of Between on /)
    expect(await together(puppet, ebrima)).toBe('loaded')
  })

  test('an Admin who made a Cashier an Admin, and the one who created the Cashier', async () => {
    const cashier = await add(awa, 'Lamin Touray', 'Cashier')
    const promoted = await change(ebrima, cashier, { type: 'Admin' })
    world.clock.pass(30 * DAY_MS)
    expect(await together(awa, promoted)).toMatch(/^Awa Sanneh created your account/)
    expect(await together(promoted, ebrima)).toMatch(/^You made the account of Lamin Touray an Admin account/)
  })

  test('the Admin who approved the application', async () => {
    const { id } = await world.db
      .insertInto('application')
      .values({
        name: 'Awa Sowe',
        business_name: 'Sowe Kiosk',
        email: 'awa@sowe.gm',
        phone: '7712345',
        location: 'Farafenni',
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await (await as(awa)).call(api.users.approve, { id })
    const list = await (await as(awa)).call(api.users.list, {})
    const applicant = list.find(({ email }) => email === 'awa@sowe.gm')!
    const promoted = await change(
      ebrima,
      { ...applicant, password: '' },
      { type: 'Admin', password: CHANGED },
    )
    world.clock.pass(30 * DAY_MS)
    expect(await together(awa, promoted)).toMatch(/^Awa Sanneh created your account/)
  })

  test('an Admin made from the server’s machine has no creator', async () => {
    const [email, name] = ['machine@flexpower.gm', 'From the Machine']
    const link = await letAdminIn({ context: world.context }, { email, name })
    const token = link.split('/').at(-1)!
    await world.visitor.call(api.session.resetPassword, { token, password: CHANGED })
    expect(await together(awa, { id: 0, email, name, password: CHANGED })).toBe('loaded')
  })
})

describe('an Admin who changed how the other signs in does not count for seven days', () => {
  const turnOn = (userId: number) =>
    world.db
      .insertInto('second_factor')
      .values({
        user_id: userId,
        sealed: Buffer.alloc(1),
        begun_at: world.clock.now(),
        confirmed_at: world.clock.now(),
      })
      .execute()

  test.each<[string, (of: Person) => Promise<Person>]>([
    ['set a new password for', (of) => change(awa, of, { password: CHANGED })],
    [
      'changed the email address of',
      (of) => change(awa, of, { email: `moved-${(serial += 1)}@flexpower.gm` }),
    ],
    [
      'turned off two-step sign-in for',
      async (of) => {
        await turnOn(of.id)
        await (await as(awa)).call(api.users.removeSecondFactor, { id: of.id, password: awa.password })
        return of
      },
    ],
    [
      'sent a link to choose a password to',
      async (of) => {
        await (await as(awa)).call(api.users.sendResetLink, { id: of.id, password: awa.password })
        return of
      },
    ],
  ])('who %s it', async (what, take) => {
    const taken = await take(ebrima)
    expect(await together(awa, taken)).toContain(`Awa Sanneh ${what} your account on `)
    expect(await together(taken, awa)).toContain(`You ${what} the account of Ebrima Camara on `)
    const request = await ask(taken)
    world.clock.pass(7 * DAY_MS + 1)
    expect(await together(awa, taken)).toBe('loaded')
    // Requested while somebody else could use the account: time does not change that.
    expect(await confirm(awa, request)).toContain('The same person could use both accounts')
  })

  test('a change that gives no access counts for nothing', async () => {
    await change(awa, ebrima, {})
    expect(await together(awa, ebrima)).toBe('loaded')
  })

  test('through an account that they took over before', async () => {
    const between = await change(awa, await makeAdmin('Between'), { password: CHANGED })
    const taken = await change(between, ebrima, { password: CHANGED })
    expect(await together(awa, taken)).toMatch(
      /^Awa Sanneh set a new password for the account of Between on .+, which set a new password for your account on /,
    )
  })
})

test('two accounts that a third person has just set up belong to that person, for seven days', async () => {
  const one = await add(awa, 'One')
  const other = await add(await add(awa, 'Between'), 'Other')
  expect(await together(one, other)).toMatch(
    /^Awa Sanneh set up how both you and One sign in, less than 7 days before\. .+ Nothing has moved\./,
  )
  world.clock.pass(7 * DAY_MS + 1)
  expect(await together(one, other)).toBe('loaded')
})
