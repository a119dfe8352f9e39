import { api, API_BASE, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../runtime/context.ts'
import { createWorld } from '../testing/world.ts'
import { createVisitors } from './visitors.ts'

const request = (token: string, ip = '196.46.0.7') =>
  ({ headers: { [SESSION_TOKEN_HEADER]: token }, ip, socket: {} }) as unknown as FastifyRequest

/** Every token that begins with a number belongs to the user of that number, until the session is ended. */
function openVisitors(most?: number) {
  const ended = new Set<string>()
  const visitors = createVisitors(async (token) => {
    const userId = Number.parseInt(token, 10)
    return Number.isNaN(userId) || ended.has(token) ? null : ({ userId } as Caller)
  }, most)
  const nameOf = (token: string, ip?: string) => visitors.read(request(token, ip)).user
  return { ...visitors, ended, nameOf }
}

describe('who is calling', () => {
  test('is the user, however often they signed in, once their sessions were seen', async () => {
    const { authenticate, nameOf } = openVisitors()
    await authenticate('5 at the counter')
    expect(nameOf('5 at the counter')).not.toBe(nameOf('5 at home'))
    await authenticate('5 at home')
    await authenticate('6')
    expect(nameOf('5 at the counter')).toBe(nameOf('5 at home'))
    expect(nameOf('5 at the counter')).not.toBe(nameOf('6'))
  })

  test('is not a user, or an address, because a token is made up to look like one', async () => {
    const { authenticate, nameOf } = openVisitors()
    await authenticate('5')
    expect(nameOf(nameOf('5'))).not.toBe(nameOf('5'))
    expect(nameOf(nameOf(''))).not.toBe(nameOf(''))
  })

  test('ASVS 2.4.1 is one and the same for all made-up tokens from an address, so that they have one turn together', async () => {
    const { authenticate, nameOf } = openVisitors()
    await authenticate('5')
    await authenticate('made up')
    expect(nameOf('made up')).toBe(nameOf('also made up'))
    expect(nameOf('made up')).not.toBe(nameOf('made up', '196.46.0.8'))
    expect(nameOf('made up')).not.toBe(nameOf('5'))
    // Nor do they keep those waiting who are about to sign in.
    expect(nameOf('made up')).not.toBe(nameOf(''))
  })

  test('is no longer the user when the session has ended', async () => {
    const { authenticate, nameOf, ended } = openVisitors()
    await authenticate('5 at the counter')
    await authenticate('5 at home')
    ended.add('5 at home')
    await authenticate('5 at home')
    expect(nameOf('5 at home')).not.toBe(nameOf('5 at the counter'))
  })

  test('is remembered for those who called last', async () => {
    const { authenticate, nameOf } = openVisitors(2)
    const unknown = nameOf('6')
    for (const token of ['5', '6', '5', '7']) await authenticate(token)
    expect(nameOf('6')).toBe(unknown)
    expect(nameOf('5')).toBe('user 5')
    expect(nameOf('7')).toBe('user 7')
  })
})

test('ASVS 2.4.1 a user who is signed in eight times leaves places for reading to others, also with first calls', async () => {
  const world = await createWorld()
  const other = await world.signIn({ type: 'Admin' })
  const { user } = await world.signIn({ type: 'Admin' })
  const sessions = await Promise.all(Array.from({ length: 8 }, () => world.enter(user.email, user.password)))
  const asked = await world.db.transaction().execute(async (tx) => {
    await sql`lock table contact_message in access exclusive mode`.execute(tx)
    const answers = sessions.map((session) => session.send('GET', `${API_BASE}contact-messages?limit=1`))
    const countHeldUp = async () =>
      (
        await sql<{ held: number }>`select count(*)::int as held from pg_locks
          where not granted and relation = 'contact_message'::regclass`.execute(tx)
      ).rows[0]?.held ?? 0
    while ((await countHeldUp()) < 2) continue
    expect((await other.call(api.users.list.window, { limit: 1 })).rows).toHaveLength(1)
    return answers
  })
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
})
