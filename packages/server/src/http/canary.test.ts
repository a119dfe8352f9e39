// S10: a whole installation gets recognisable secrets, everything is called, much goes wrong, a backup is made. None of
// the secrets may appear in a log, an answer, the audit, the database or the backup.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, api, endpoints } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { backupFolder } from '../backups/make.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { figure, sized } from '../testing/size.ts'
import { everythingStored } from '../testing/stored.ts'
import { createWorld } from '../testing/world.ts'

const KEY = Buffer.from('canary secret key of thirty-two!').toString('base64')
const BACKUP_KEY = Buffer.from('canary backup key of 32 bytes...').toString('base64')
const world = await createWorld({
  env: { FLEXPOWER_SECRET_KEY: KEY, FLEXPOWER_BACKUP_KEY: BACKUP_KEY },
})
const { db, clock, visitor, utility } = world
const VENDOR_PASSWORD = 'canary-vendor-password'
const WRONG_PASSWORD = 'canary-wrong-password'
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 100_000_000)

/** By what it is, in every form in which it could be written. */
function secretsNow(): Record<string, string> {
  const plain = {
    'the vendor’s password': VENDOR_PASSWORD,
    'the password of the vendor before': utility.access.password,
    'the vendor’s client secret': utility.access.client.split(':')[1] ?? '',
    'a wrong password': WRONG_PASSWORD,
    'a user’s password': admin.user.password,
    'a session': admin.token ?? '',
    'another session': cashier.token ?? '',
    'the airtime client’s secret': world.airtime.access.clientSecret,
    'the key of the secrets': KEY,
    'the key of the backups': BACKUP_KEY,
  }
  return Object.fromEntries(
    Object.entries(plain).flatMap(([what, secret]) => [
      [what, secret],
      [`${what}, in Base64`, Buffer.from(secret).toString('base64').replaceAll('=', '')],
    ]),
  )
}

function expectNone(where: string, text: string | Buffer): void {
  for (const [what, secret] of Object.entries(secretsNow()))
    expect(text.includes(secret), `${what} in ${where}`).toBe(false)
}

/** Everything that can be called, and many ways in which it can go wrong. */
async function goThrough(): Promise<string[]> {
  const answers: string[] = []
  const keep = async (answer: Promise<{ body: unknown; headers: Headers }>) => {
    const { body, headers } = await answer
    answers.push(JSON.stringify([body, [...headers]]))
  }
  for (const fault of ['server error', 'html', 'reset', 'truncated json'] as const)
    for (const call of ['token', 'vendorInfo', 'preview', 'sell', 'lookUp'] as const) {
      utility.control.failNext(call, fault)
      if (call === 'token') utility.control.expireTokens()
    }
  await keep(
    visitor.send('POST', `${API_BASE}login`, { body: { email: admin.user.email, password: WRONG_PASSWORD } }),
  )
  for (const [name, call] of endpoints.filter(([each]) => !LEAVES.has(each))) {
    const path = API_BASE + call.path.replaceAll(/\{\w+\}/g, '1')
    const body =
      call.method === 'GET' || call.method === 'DELETE' ? {} : { body: { password: WRONG_PASSWORD } }
    if (name === 'users.remove') continue
    await keep(admin.send(call.method, path, body))
    await keep(admin.send(call.method, path, { ...body, headers: { 'client-access-token': WRONG_PASSWORD } }))
  }
  for (let n = 0; n < 3; n += 1) await keep(sellOnce(cashier, (clock.now().getTime() % 1_000_000) + n))
  await keep(visitor.send('POST', `${API_BASE}login`, { text: `{"password":"${WRONG_PASSWORD}","email":` }))
  await keep(visitor.send('GET', `/password/reset/${WRONG_PASSWORD}?token=${admin.token}`))
  await world.recover(2)
  return answers
}
/** They would end what the next call needs. */
const LEAVES = new Set(['session.logout', 'account.endSessions', 'cleanup.run', 'backups.make'])

test('S10 no secret appears in an answer, a log, the database or a backup', async () => {
  await admin.call(api.vendor.updatePassword, { password: VENDOR_PASSWORD })
  utility.control.expireTokens()
  await sellOnce(cashier, Number(fleetMeter(1).slice(-6)))
  const rounds = sized(1, 50)
  let answers = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const answer of await goThrough()) {
      expectNone('an answer', answer)
      answers += 1
    }
    clock.pass(3_600_000)
  }
  const logged = world.logLines.join('')
  expect(logged).toContain('/flexpower/api/login')
  expectNone('the log', logged)
  expectNone('the database', await everythingStored(db))
  const { id } = await admin.call(api.backups.make, {})
  while (
    !['verified', 'failed'].includes(
      (await admin.call(api.backups.list, {})).find((one) => one.id === id)!.state,
    )
  )
    await sleep(50)
  const folder = backupFolder(world.config)
  const files = await readdir(folder)
  expect(files).toHaveLength(1)
  for (const name of files) expectNone('a backup', await readFile(join(folder, name)))
  figure(`${answers} answers, ${world.logLines.length} lines of log, the database and a backup: no secret`)
})
