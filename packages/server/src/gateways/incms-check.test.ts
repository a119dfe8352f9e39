import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bututs, bututs } from '@flexpower/contract'
import { type FaceName, faces, startUtility, type Utility } from '@flexpower/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../config/config.ts'
import { writeUtilitySettings } from '../testing/utility-settings.ts'
import { createIncms } from './incms.ts'
import type { Proposal } from './incms-alternatives.ts'
import { CHECK_AMOUNT, checkUtility } from './incms-check.ts'
import { createInspector } from './incms-inspector.ts'
import { profiles } from './incms-profile.ts'
import { type PlantedDifference, namedDifferences, solvableDifferences } from './testing/differences.ts'
import { faceNames, makeReference, readValue } from './testing/counter.ts'

/** Fixed: the sales and the check are on one day. */
const clock = { now: () => new Date('2026-11-14T14:20:00Z') }
const MARIAMA = '37201148261'
/** Matches the sell path, at any version and tenant, and the password call. */
const FORBIDDEN = /^(POST|PATCH) .*(\/venPayment\/[^/?]*\/?(\?|$)|makePayment|\/venLogin\/)/

let folder: string
let utility: Utility
/** A proxy in front of the utility that records every request. */
let recorder: Server
let url: string
let asked: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flexpower-check-'))
  utility = await startUtility({ dataDir: folder, face: 'ours', clock, syncs: false })
  recorder = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
      const answer = await fetch(`${utility.access.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).filter(
          ([name]) => name !== 'host' && name !== 'connection',
        ) as [string, string][],
        ...body,
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`
  const incms = createIncms(utility.access)
  for (const [place, dalasi] of [490, 250, 120].entries()) {
    const amount = bututs(dalasi * 100)
    const quote = readValue(await incms.quote(MARIAMA, amount))
    const reference = makeReference(place)
    readValue(await incms.sell({ reference, meter: MARIAMA, amount, phone: '3901234', quote }))
  }
  await incms.close()
})

afterAll(async () => {
  recorder.close()
  await utility.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  asked = []
})

/** The settings of an installation that knows the face, but not what was changed about it. */
const settingsFor = (face: FaceName, changed: Record<string, string> = {}): Record<string, string> => {
  return {
    ...writeUtilitySettings({ ...utility.control.show(face), url }),
    ...changed,
  }
}

interface Told {
  said: string
  fits: boolean
  proposal: Proposal | null
}

/** Runs a check, and expects that nothing was sold and no secret was printed. */
async function check(
  settings: Record<string, string>,
  meter: string | null = MARIAMA,
  amount: Bututs = CHECK_AMOUNT,
): Promise<Told> {
  const { utility: access } = parseConfig(settings)
  if (access === null) throw new Error('no utility')
  const before = {
    sales: utility.control.sales().length,
    balance: utility.control.balance(),
    orders: utility.control.seen('sell'),
  }
  const lines: string[] = []
  const result = await checkUtility({ access, meter, amount, clock, say: (line) => lines.push(line) })
  expect({
    sales: utility.control.sales().length,
    balance: utility.control.balance(),
    orders: utility.control.seen('sell'),
  }).toEqual(before)
  expect(asked.filter((each) => FORBIDDEN.test(each))).toEqual([])
  const said = lines.join('\n')
  for (const secret of [access.password, access.client.split(':')[1] ?? ''])
    expect(said).not.toContain(secret)
  expect(said).not.toMatch(/\d{20}/)
  return { said, ...result }
}

async function apply(
  settings: Record<string, string>,
  { env, file }: Proposal,
): Promise<Record<string, string>> {
  const path = join(folder, 'utility.json')
  if (file !== null) await writeFile(path, JSON.stringify(file))
  return { ...settings, ...env, ...(file !== null && { FLEXPOWER_UTILITY_PROFILE: path }) }
}

const sentences: Record<FaceName, string[]> = {
  ours: ['Look-up by the reference of a sale: finds it.'],
  published: [
    'does not repeat the amount',
    'Accounts are numbers',
    'do not show our reference',
    'the day of a sale and not its time',
    'The shift enquiry names sales by their receipt alone.',
    'A sale shows its receipt and not its number.',
    'Lost sales are found by the customer enquiry.',
    'one access token for each user',
  ],
  edsa: [
    'without an envelope',
    'does not repeat the amount',
    'the day of a sale and not its time',
    'one access token',
  ],
  ekedc: [
    'without an envelope',
    'does not repeat the amount',
    'Look-up by the reference of a sale: finds it.',
  ],
}

describe.each(faceNames)('a check of the face %s', (face) => {
  test('says that everything fits, and what it works without', async () => {
    const { said, fits, proposal } = await check(settingsFor(face))
    expect(said).toContain('Everything that selling needs fits.')
    expect({ fits, proposal }).toEqual({ fits: true, proposal: null })
    for (const sentence of sentences[face]) expect(said).toContain(sentence)
  })

  test('says which steps need a meter, and does not call it ready without one', async () => {
    const { said, fits } = await check(settingsFor(face), null)
    expect(said).toContain('skipped  Price, customer search and customer enquiry: they need a meter number.')
    expect(fits).toBe(false)
  })
})

const plant = (face: FaceName, { changed }: PlantedDifference) =>
  utility.control.show(face, typeof changed === 'function' ? changed(faces[face]) : changed)

describe.each(faceNames)('a difference in the face %s is named', (face) => {
  test.each(Object.entries(solvableDifferences))('and its settings found: %s', async (_, difference) => {
    const settings = settingsFor(face)
    plant(face, difference)
    const { said, fits, proposal } = await check(settings)
    for (const words of difference.says) expect(said).toContain(words)
    expect(fits).toBe(difference.isWarning === true)
    expect(said).toContain('Proposed settings:')
    if (proposal === null) throw new Error('nothing proposed')
    const second = await check(await apply(settings, proposal))
    expect(second).toMatchObject({ fits: true, proposal: null })
    expect(second.said).not.toMatch(/^(warning|problem)/m)
  })

  test.each(Object.entries(namedDifferences))('and the setting to ask for: %s', async (_, difference) => {
    const settings = settingsFor(face)
    plant(face, difference)
    const { said, fits } = await check(settings)
    for (const words of difference.says) expect(said).toContain(words)
    expect(fits).toBe(false)
  })

  test.each([
    [
      'another client',
      { FLEXPOWER_UTILITY_CLIENT: 'demo-client:wrong-secret' },
      'Set FLEXPOWER_UTILITY_CLIENT',
    ],
    ['another user', { FLEXPOWER_UTILITY_USER: 'somebody' }, 'FLEXPOWER_UTILITY_USER'],
    ['another password', { FLEXPOWER_UTILITY_PASSWORD: 'wrong-password' }, 'FLEXPOWER_UTILITY_PASSWORD'],
    [
      'an address where nobody listens',
      { FLEXPOWER_UTILITY_URL: 'http://127.0.0.1:1' },
      'Set FLEXPOWER_UTILITY_URL',
    ],
  ])('in the access: %s', async (_, changed, words) => {
    const { said, fits } = await check(settingsFor(face, changed))
    expect(said).toContain('problem  Login')
    expect(said).toContain(words)
    expect(fits).toBe(false)
  })

  test('when the utility gives its own reason', async () => {
    const settings = settingsFor(face)
    utility.control.failNext('token', {
      status: 401,
      body: '{"code":"PASSWORD_EXPIRED","msgUser":"The password has expired.","msgDeveloper":"expired"}',
    })
    expect((await check(settings)).said).toContain('Change the password at the utility')
    utility.control.failNext('vendorInfo', 'html')
    expect((await check(settings)).said).toContain('not JSON; a proxy or a web page may do that')
    const unknownMeter = await check(settings, '99999999999')
    expect(unknownMeter.said).toContain('METER_NOT_FOUND')
    expect(unknownMeter.said).toContain('Try others: npm run utility -- check METER AMOUNT')
  })
})

test('a query that would be a sale is not sent, whatever the profile says', async () => {
  const { password: _, ...access } = utility.control.show('published')
  const inspector = createInspector({ ...access, url, password: utility.access.password })
  const profile = { ...profiles.nawec, style: 'body' as const }
  const before = utility.control.seen('sell')
  const answered = await inspector.ask(profile, ({ preview }) => preview(MARIAMA, CHECK_AMOUNT))
  await inspector.close()
  expect(answered.kind).toBe('not asked')
  expect(asked).toEqual([])
  expect(utility.control.seen('sell')).toBe(before)
})
