import { api } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { makeUser } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'
import { readCode, stepAt } from './totp.ts'

const world = await createWorld({ env: { FLEXPOWER_TRUSTED_PROXIES: '127.0.0.1' } })
const { db, clock, visitor } = world

type Owner = Awaited<ReturnType<typeof makeUser>>
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0'

async function signIn(
  owner: Owner,
  { address = '41.223.1.2', agent = CHROME, password = owner.password, code = '' } = {},
): Promise<boolean> {
  const { body } = await visitor.send('POST', '/flexpower/api/login', {
    headers: { 'x-forwarded-for': address, 'user-agent': agent },
    body: { email: owner.email, password, code },
  })
  return (body as { status: string }).status === 'Ok'
}

const mailsTo = async ({ email }: Owner) =>
  (await db.selectFrom('outbox').select('body').where('recipient', '=', email).orderBy('id').execute()).map(
    ({ body }) => body,
  )
/** These and no others, in any order: mails are written after the answer was sent. */
async function expectMails(owner: Owner, texts: string[]): Promise<void> {
  const compare = async () => {
    const mails = await mailsTo(owner)
    return {
      mails: mails.length,
      missing: texts.filter((text) => !mails.some((mail) => mail.includes(text))),
    }
  }
  await expect.poll(compare, { timeout: 60_000 }).toEqual({ mails: texts.length, missing: [] })
}

test('a sign-in from a network or with a browser that is new to the account is reported to its owner, once', async () => {
  const owner = await makeUser(db, clock)
  const places = [
    {},
    // Another address of the same network, and the browser after an update.
    { address: '41.223.1.200' },
    { agent: CHROME.replace('141.0', '142.0') },
    { address: '197.255.3.4' },
    { address: '197.255.3.5' },
    { agent: 'Mozilla/5.0 (Android 15) Firefox/140.0' },
  ]
  for (const place of places) expect(await signIn(owner, place)).toBe(true)
  await expectMails(owner, [
    'from a network that it was not used from before. The address was 197.255.3.4.',
    'with a browser that it was not used with before. The address was 41.223.1.2.',
  ])
})

test('a sign-in after many failed tries is reported to its owner, one after a few is not', async () => {
  const owner = await makeUser(db, clock)
  await signIn(owner)
  for (const failures of [4, 5]) {
    for (let tries = 0; tries < failures; tries += 1)
      expect(await signIn(owner, { password: 'not-this-one' })).toBe(false)
    expect(await signIn(owner)).toBe(true)
  }
  await expectMails(owner, ['after 5 tries that failed'])
})

test('somebody with the password but not the code is reported to the owner, before they are in', async () => {
  const owner = await makeUser(db, clock)
  const browser = await world.enter(owner.email, owner.password)
  const { secret } = await browser.call(api.account.beginSecondFactor, { password: owner.password })
  await browser.call(api.account.confirmSecondFactor, { code: readCode(secret, stepAt(clock.now())) })
  for (let guess = 0; guess < 6; guess += 1)
    expect(await signIn(owner, { address: '102.0.0.9', code: `00000${guess}` })).toBe(false)
  await expectMails(owner, [
    'two-step sign-in is on',
    'the right password of your FlexPower account and 5 wrong codes',
  ])
})

test('sign-ins from ever new places cannot fill a mailbox', async () => {
  const owner = await makeUser(db, clock)
  for (let network = 0; network < 6; network += 1) await signIn(owner, { address: `10.0.${network}.1` })
  const counted = async () =>
    (
      await db
        .selectFrom('throttle')
        .select('attempts')
        .where('subject', 'like', `sign-in mails to ${owner.id}`)
        .execute()
    )[0]
  await expect.poll(counted, { timeout: 60_000 }).toEqual({ attempts: 5 })
  await expect.poll(async () => (await mailsTo(owner)).length, { timeout: 60_000 }).toBe(3)
})

test('every sign-in, good or bad, is logged with who, from where and why, and without anything that was typed', async () => {
  const owner = await makeUser(db, clock)
  await signIn(owner, { password: 'not-this-one' })
  await signIn(owner)
  await visitor.send('POST', '/flexpower/api/login', {
    body: { email: 'nobody.at.all@example.gm', password: 'not-this-one' },
  })
  const lines = world.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const about = (user: number | null) =>
    lines.filter((line) => line['user'] === user && String(line['msg']).startsWith('sign'))
  const from = { address: '41.223.1.2', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(about(owner.id)).toMatchObject([
    { msg: 'sign-in refused', wrong: 'password', ...from },
    { msg: 'signed in', unusual: null, ...from },
  ])
  expect(about(null)).toMatchObject([{ msg: 'sign-in refused', wrong: 'password', address: '127.0.0.1' }])
  for (const typed of ['not-this-one', 'nobody.at.all', owner.password])
    expect(world.logLines.join('')).not.toContain(typed)
})
