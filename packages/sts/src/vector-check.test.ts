import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkVectors, parseVectors } from './vector-check.ts'

const file = readFileSync(new URL('vectors.json', import.meta.url), 'utf8')
const published = parseVectors(file) as Record<string, unknown>[]
const [credit = {}] = published
const keyChange = published.find(({ kind }) => kind === 'keyChange') ?? {}
const meterTest = published.find(({ kind }) => kind === 'test') ?? {}

const listFailures = (...vectors: unknown[]) => checkVectors(vectors).failures

describe('the published vectors', () => {
  test('are all reproduced', () => {
    expect(checkVectors(published)).toEqual({ total: 61, failures: [] })
  })

  test.each(published.map((vector) => [vector['token'], vector['kind'], vector] as const))(
    '%s (%s) is made and read back',
    (_, __, vector) => {
      expect(listFailures(vector)).toEqual([])
    },
  )
})

describe('a vector', () => {
  test('may leave out what only helps', () => {
    const { tid, amountField, decoderKey, block, ...rest } = credit
    expect([tid, amountField, decoderKey, block]).not.toContain(undefined)
    expect(listFailures(rest)).toEqual([])
  })

  test('may give the identifier and the amount instead of what they are made from', () => {
    const { issued, kwh, ...rest } = credit
    expect([issued, kwh]).not.toContain(undefined)
    expect(listFailures(rest)).toEqual([])
  })

  test('may write numbers as texts, texts as numbers, and the token in groups', () => {
    const other = { sgc: 123456, ti: 1, krn: '1', kt: '2', base: 1993, rnd: '5', kwh: 1, subclass: '0' }
    const token = '6647 5648 3167 5682 1785'
    expect(listFailures({ ...credit, ...other, token, issued: '2004-04-21T10:01:59Z' })).toEqual([])
  })

  test('may change anything between two keys', () => {
    const { krn, fromTi, toTi, ...rest } = keyChange
    const longVendingKey = 'abababababababab949494949494949401234567'
    const between = { alg: 'DKGA04+EA07', vk: longVendingKey, sgc: '123457', ti: '01', rollOver: true }
    const sides = { fromKrn: 4, toKrn: 5, fromBase: '2014', toBase: '2035' }
    expect([krn, fromTi, toTi]).not.toContain(undefined)
    expect(listFailures({ ...rest, ...between, ...sides, token: '44163577485799480640' })).toEqual([])
  })

  test('that is not reproduced is named, with the step that differs', () => {
    const wrong = { ...credit, note: 'another minute', issued: '2004-04-21T10:02' }
    const [failure, ...more] = listFailures(credit, wrong)
    expect(more).toEqual([])
    expect(failure).toMatch(/^Vector 2 \(credit, another minute\): made \d{20}, not 66475648316756821785; /)
    expect(failure).toContain('tid is 5944922, not 5944921')
    expect(failure).not.toContain('decoderKey')
  })

  test.each([
    ['it is not an object', 'credit'],
    ['its kind is "other", not credit, management, keyChange or test', { ...credit, kind: 'other' }],
    ['"vk" is missing', { ...credit, vk: undefined }],
    ['"token" is missing', { ...credit, token: undefined }],
    ['"krn" is not a whole number: x', { ...credit, krn: 'x' }],
    ['"pan" is too long for a number; quote it', { ...credit, pan: 2 ** 60 }],
    ['its alg is not DKGA02+EA07, DKGA04+EA07 or DKGA04+EA11', { ...credit, alg: 'DKGA02+EA11' }],
    ['The vending key must have 8 bytes, not 3', { ...credit, vk: 'ababab' }],
    ['there is no credit of subclass 4', { ...credit, subclass: 4 }],
    ['there is no management of subclass 3', { ...credit, kind: 'management', subclass: 3 }],
    ['there is no test of subclass 2', { ...meterTest, subclass: 2 }],
    ['"control" is not hexadecimal: 12g', { ...meterTest, control: '12g' }],
    ['"issued" is not a time: yesterday', { ...credit, issued: 'yesterday' }],
    ['its base is 2000, not 1993, 2014 or 2035', { ...credit, base: '2000' }],
    ['a key change of this length has no section 3', { ...keyChange, section: 3 }],
  ])('fails with a sentence: %s', (why, vector) => {
    const [failure] = listFailures(vector)
    expect(failure?.replace(/^Vector 1( \(\w+\))?: /, '')).toBe(`${why}.`)
  })
})

describe('a vector file', () => {
  test('may be the bare list', () => {
    expect(parseVectors('[{"kind":"test"}]')).toEqual([{ kind: 'test' }])
  })

  test.each([
    ['{', 'is not JSON'],
    ['{"tokens":[]}', 'has no list named "vectors"'],
    ['null', 'has no list named "vectors"'],
    ['{"vectors":[]}', 'has an empty list of vectors'],
  ])('with %s is refused: it %s', (text, why) => {
    expect(parseVectors(text)).toBe(why)
  })
})
