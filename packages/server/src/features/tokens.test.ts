// S7: sessions and links to choose a password end the moment they should, in every server process.
import { API_BASE, api } from '@flexpower/contract'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { figure, sized } from '../testing/size.ts'
import { createWorld } from '../testing/world.ts'

const PUBLIC = 'https://flexpower.gm'
const world = await createWorld({
  env: { FLEXPOWER_PUBLIC_URL: PUBLIC, FLEXPOWER_TRUSTED_PROXIES: '10.0.0.1' },
})
const { db, clock, visitor } = world
const other = await createApp(world.context, null)
const otherAddress = await other.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => other.close())

const NEXT = 'kora-at-sunset'
const rounds = sized(1, 50)
type Person = Awaited<ReturnType<typeof world.signIn>>

/** Asks for a link as the user would, and reads it from the message. */
async function linkFor({ user }: Person, headers: Record<string, string> = {}): Promise<string> {
  clock.pass(HOUR_MS)
  await visitor.send('POST', `${API_BASE}password/forget`, { body: { email: user.email }, headers })
  const letters = () =>
    db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', user.email)
      .where('created_at', '=', clock.now())
      .execute()
  await expect.poll(letters).toHaveLength(1)
  return (await letters())[0]?.body ?? ''
}
const tokenIn = (letter: string) => /\/password\/reset\/([\w-]+)/.exec(letter)?.[1] ?? ''
const use = async (token: string, password = NEXT) =>
  (await visitor.send('POST', `${API_BASE}password/update`, { body: { token, password } })).body as {
    success: boolean
  }

/** At both processes, at the same time. */
async function isDead(token: string): Promise<boolean> {
  const statuses = await Promise.all(
    [world.address, otherAddress].map(
      async (address) =>
        (
          await fetch(new URL(`${API_BASE}counter`, address), {
            headers: { 'client-access-token': world.config.clientAccessToken, 'x-auth-token': token },
          })
        ).status,
    ),
  )
  expect(new Set(statuses).size).toBe(1)
  return statuses[0] === 401
}

const sessionEnds: Record<string, (person: Person, admin: Person) => Promise<unknown>> = {
  'signing out': (person) => person.call(api.session.logout, {}),
  'a change of password': (person) =>
    person.call(api.session.changePassword, { current: person.user.password, next: NEXT }),
  'a password chosen through a link': async (person) => use(tokenIn(await linkFor(person))),
  'deletion of the user': (person, admin) => admin.call(api.users.remove, { id: person.user.id }),
  'an Admin': (person, admin) => admin.call(api.users.endSessions, { id: person.user.id }),
  'twelve hours without use': async () => clock.pass(12 * HOUR_MS),
}

test.each(Object.keys(sessionEnds))('S7 a session is dead at once, everywhere, after %s', async (how) => {
  for (let round = 0; round < rounds; round += 1) {
    const person = await world.signIn()
    const admin = await world.signIn({ type: 'Admin', remember: true })
    expect(await isDead(person.token ?? '')).toBe(false)
    await sessionEnds[how]?.(person, admin)
    expect(await isDead(person.token ?? '')).toBe(true)
  }
  figure(`${rounds} sessions dead at two processes after ${how}`)
})

const linkEnds: Record<string, (person: Person, letter: string) => Promise<unknown>> = {
  'being used': (_, letter) => use(tokenIn(letter), 'first-come-first'),
  'half an hour': async () => clock.pass(30 * MINUTE_MS),
  'a newer link': (person) => linkFor(person),
  'a change of password': async ({ user }) => {
    const { token } = await visitor.call(api.session.login, { email: user.email, password: user.password })
    return visitor.send('POST', `${API_BASE}changePassword`, {
      body: { currentPwd: user.password, newPwd: 'changed-by-owner' },
      headers: { 'x-auth-token': token },
    })
  },
  'deletion of the user': async ({ user }) =>
    (await world.signIn({ type: 'Admin' })).call(api.users.remove, { id: user.id }),
}

test.each(Object.keys(linkEnds))('S7 a link to choose a password is dead after %s', async (how) => {
  for (let round = 0; round < rounds; round += 1) {
    const person = await world.signIn({ remember: true })
    const letter = await linkFor(person)
    await linkEnds[how]?.(person, letter)
    expect(await use(tokenIn(letter))).toMatchObject({ success: false })
  }
  figure(`${rounds} links dead after ${how}`)
})

test('S7 a link works once, however many use it at the same moment', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const token = tokenIn(await linkFor(await world.signIn()))
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => use(token, `rival-number-${n}`)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  }
})

test('S7 a link has the configured address, whatever host the request names', async () => {
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example', origin: 'https://evil.example', referer: 'https://evil.example/' },
  ]) {
    const letter = await linkFor(await world.signIn(), headers)
    expect(letter).toContain(`${PUBLIC}/password/reset/`)
    expect(letter).not.toContain('evil.example')
  }
})

test('S7 a token that differs in one character is refused', async () => {
  const person = await world.signIn()
  const [session, link] = [person.token ?? '', tokenIn(await linkFor(person))]
  const fresh = await world.signIn()
  const changed = (token: string, at: number) =>
    `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
  // Not the last character: its last bits are not part of the token.
  for (let at = 0; at < session.length - 1; at += sized(7, 1)) {
    expect(await isDead(changed(fresh.token ?? '', at))).toBe(true)
    expect(await use(changed(link, at))).toMatchObject({ success: false })
  }
})
