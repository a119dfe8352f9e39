import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAmount, encodeToken, type ManagementAction, tokenIdAt } from '@flexpower/sts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Books, openBooks } from './books.ts'
import { findCustomer, demoMeters, fleetMeter } from './customers.ts'
import { listNextKeys, readMeter, TOKEN_IDS_KEPT } from './meters.ts'
import {
  BASE_DATE,
  deriveMeterKey,
  FIRST_KEY,
  type MeterKey,
  mintCredit,
  mintKeyChange,
  mintManagement,
} from './mint.ts'
import { meterPage } from './pages.ts'
import { keyIn } from './virtual-meter.ts'

const METER = fleetMeter(1)
const NOW = new Date('2026-11-14T14:20:00Z')
const TODAY = tokenIdAt(NOW, BASE_DATE)
const KWH = 10_000

let dataDir: string
let books: Books

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-meter-'))
  books = await openBooks(dataDir, 0, false)
})

afterEach(async () => {
  await books.close()
  await rm(dataDir, { recursive: true })
})

const readMemory = (meter: string) => readMeter(books, findCustomer(meter)!)
const accept = async (meter: string, token: string) =>
  expect(await keyIn(books, meter, token)).toMatchObject({ kind: 'accepted' })
const refuse = async (meter: string, token: string, why: string) =>
  expect(await keyIn(books, meter, token)).toEqual({
    kind: 'refused',
    message: expect.stringContaining(why) as string,
  })
const storied = (part: string) => demoMeters.find(({ does }) => does.includes(part))!.meter
const readFacts = (meter: string) =>
  Object.fromEntries(
    [...String(meterPage(books, meter).body).matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)</g)].map(
      ([, name, value]) => [name, value],
    ),
  )

const orders = (tokens: readonly string[]): string[][] =>
  tokens.length < 2
    ? [[...tokens]]
    : tokens.flatMap((token, place) => orders(tokens.toSpliced(place, 1)).map((rest) => [token, ...rest]))

describe('a key change', () => {
  test.each([
    [2, 'Key change due', (key: MeterKey) => listNextKeys(key).revision],
    [3, 'another supply group', (key: MeterKey) => listNextKeys(key).supplyGroup],
    [4, '128-bit key', (key: MeterKey) => listNextKeys(key).revision],
  ])('of %i tokens is accepted in any order, and the credit only after it', async (count, story, next) => {
    const meter = storied(story)
    let tokenId = TODAY
    const sections = mintKeyChange(meter, readMemory(meter), next(readMemory(meter)))
    expect(sections).toHaveLength(count)
    for (const order of orders(sections.map((_, place) => String(place)))) {
      const current = readMemory(meter)
      const to = next(current)
      const tokens = mintKeyChange(meter, current, to)
      const credit = mintCredit(meter, to, (tokenId += 1), KWH)
      for (const place of order) {
        await refuse(meter, credit, 'Enter the key-change tokens first')
        await accept(meter, tokens[Number(place)]!)
      }
      await accept(meter, credit)
      // The meter has moved on: its old key no longer opens anything.
      for (const token of tokens) await refuse(meter, token, 'key')
    }
  })

  test('for another meter, or from a key that the meter does not have, is refused', async () => {
    const next = listNextKeys(FIRST_KEY).revision
    const [other = ''] = mintKeyChange(fleetMeter(2), FIRST_KEY, next)
    const [later = ''] = mintKeyChange(METER, next, listNextKeys(next).revision)
    await refuse(METER, other, 'mistyped, for another meter')
    await refuse(METER, later, 'for the new key')
    expect(readMemory(METER)).toMatchObject({ keyRevision: 1, keyChangeTokens: [] })
  })

  test('whose parts come from two different ones changes nothing', async () => {
    const { revision, supplyGroup } = listNextKeys(FIRST_KEY)
    const [first = ''] = mintKeyChange(METER, FIRST_KEY, revision)
    const [, second = ''] = mintKeyChange(METER, FIRST_KEY, supplyGroup)
    await accept(METER, first)
    await refuse(METER, second, 'do not belong together')
    expect(readMemory(METER).keyRevision).toBe(1)
  })

  test('with three tokens sets the supply group, which the meter’s page shows', async () => {
    const meter = storied('another supply group')
    expect(readFacts(meter)).toMatchObject({ 'Supply group': '123456', Key: 'Revision 1, 64 bits' })
    for (const token of mintKeyChange(meter, FIRST_KEY, listNextKeys(FIRST_KEY).supplyGroup))
      await accept(meter, token)
    expect(readFacts(meter)).toMatchObject({ 'Supply group': '123461', Key: 'Revision 1, 64 bits' })
  })
})

describe('token ids', () => {
  const credit = (tokenId: number) => mintCredit(METER, FIRST_KEY, tokenId, KWH)

  test('are accepted once each, in any order, while the oldest one kept is older', async () => {
    await accept(METER, credit(TODAY))
    await accept(METER, credit(TODAY - 1_000_000))
    await refuse(METER, credit(TODAY), 'used already')
  })

  test('older than the oldest of the 50 that the meter keeps are refused, used or not', async () => {
    for (let minute = 1; minute <= TOKEN_IDS_KEPT; minute += 1) await accept(METER, credit(TODAY + minute))
    await refuse(METER, credit(TODAY), 'too old')
    await accept(METER, credit(TODAY + 100))
    // The oldest one made room: it is forgotten, and still refused.
    await refuse(METER, credit(TODAY + 1), 'too old')
    await refuse(METER, credit(TODAY + 2), 'used already')
    expect(readFacts(METER)['Token ids kept']).toBe('50 of 50')
  })

  test('stay known through an ordinary key change, and are forgotten by a roll-over', async () => {
    await accept(METER, credit(TODAY))
    const { revision } = listNextKeys(FIRST_KEY)
    for (const token of mintKeyChange(METER, FIRST_KEY, revision)) await accept(METER, token)
    await refuse(METER, mintCredit(METER, revision, TODAY, KWH), 'used already')
    const { rollOver } = listNextKeys(revision)
    for (const token of mintKeyChange(METER, revision, rollOver)) await accept(METER, token)
    expect(readMemory(METER)).toMatchObject({ base: 2035, usedTokenIds: [], credit: 10 })
    await accept(METER, mintCredit(METER, rollOver, 7, KWH))
  })

  test('of a meter that still counts from 1993 start again with the base date of 2014', async () => {
    const meter = storied('base date of 1993')
    const current = readMemory(meter)
    const last = 2 ** 24 - 1
    await accept(meter, mintCredit(meter, current, last, KWH))
    expect(readFacts(meter)['Base date']).toBe('1993')
    const { rollOver } = listNextKeys(current)
    for (const token of mintKeyChange(meter, current, rollOver)) await accept(meter, token)
    expect(readFacts(meter)).toMatchObject({ 'Base date': '2014', 'Token ids kept': '0 of 50' })
    await accept(meter, mintCredit(meter, rollOver, TODAY, KWH))
  })
})

describe('a key that expires', () => {
  test('accepts tokens up to its expiry number and none after, except the change to a new key', async () => {
    const meter = storied('key has expired')
    const current = readMemory(meter)
    const last = 101 * 2 ** 16 - 1
    await accept(meter, mintCredit(meter, current, last, KWH))
    await refuse(meter, mintCredit(meter, current, last + 1, KWH), 'has expired')
    await refuse(
      meter,
      mintManagement(meter, current, TODAY, { action: 'clearCredit', value: 0 }),
      'has expired',
    )
    expect(readFacts(meter)['Key expires']).toBe('2026-08-02')
    const { revision } = listNextKeys(current)
    for (const token of mintKeyChange(meter, current, revision)) await accept(meter, token)
    expect(readFacts(meter)['Key expires']).toBe('Never')
    await accept(meter, mintCredit(meter, revision, TODAY, KWH))
  })
})

describe('a management token', () => {
  const manage = (action: ManagementAction, value: number, tokenId = TODAY) =>
    mintManagement(METER, FIRST_KEY, tokenId, { action, value })

  test('limits the power and the difference between phases, and the page shows both', async () => {
    await accept(METER, manage('maximumPower', encodeAmount(5_000), TODAY))
    await accept(METER, manage('phaseUnbalance', encodeAmount(20_000), TODAY + 1))
    expect(readFacts(METER)).toMatchObject({ 'Power limit': '5,000 W', 'Phase limit': '20,004 W' })
  })

  test('clears the credit, of electricity or of everything', async () => {
    for (const [place, register] of [0, 0xffff].entries()) {
      await accept(METER, mintCredit(METER, FIRST_KEY, TODAY + 2 * place, KWH))
      await accept(METER, manage('clearCredit', register, TODAY + 2 * place + 1))
      expect(readMemory(METER).credit).toBe(0)
    }
    await refuse(METER, manage('clearCredit', 1, TODAY + 9), 'does not have')
  })

  test('clears the tamper state, after which the meter supplies again', async () => {
    const meter = storied('tampered')
    await accept(meter, mintCredit(meter, FIRST_KEY, TODAY, KWH))
    expect(readFacts(meter)['Supply']).toBe('Off, tampered with')
    await accept(meter, mintManagement(meter, FIRST_KEY, TODAY + 1, { action: 'clearTamper', value: 0 }))
    expect(readFacts(meter)['Supply']).toBe('On')
  })

  test('is accepted once, and one that this meter cannot apply leaves its id free', async () => {
    await accept(METER, manage('maximumPower', 100))
    await refuse(METER, manage('maximumPower', 200), 'used already')
    await refuse(METER, manage('tariffRate', 1, TODAY + 1), 'does not have')
    await accept(METER, manage('maximumPower', 200, TODAY + 1))
  })

  test('is not the only one without units: a test token changes nothing, a credit for water is refused', async () => {
    const water = encodeToken(
      { kind: 'credit', service: 'water', random: 1, tokenId: TODAY, amountField: 10 },
      deriveMeterKey(METER, FIRST_KEY),
    )
    await refuse(METER, water, 'for water')
    await accept(METER, '00000000000150997584')
    expect(readMemory(METER)).toMatchObject({ credit: 0, usedTokenIds: [] })
  })
})

test('what an earlier release stored about a meter is kept', async () => {
  const earlier = { credit: 303, keyRevision: 2, usedTokenIds: [TODAY], halfKeyChange: null }
  await books.record({ kind: 'meter', meter: METER, memory: earlier as never })
  expect(readMemory(METER)).toMatchObject({ credit: 303, keyRevision: 2, keyExpiry: 255, isTampered: false })
  await accept(METER, mintCredit(METER, { ...FIRST_KEY, keyRevision: 2 }, TODAY + 1, KWH))
  expect(readMemory(METER).credit).toBe(313)
})
