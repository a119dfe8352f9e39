import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'
import { column } from './column.ts'

const world = await createWorld()

/** What PostgreSQL reads from a column, as its own text. */
async function readBack(type: string, written: Buffer): Promise<(string | null)[]> {
  const read = `select value::text from unnest($1::${type}[]) with ordinality as c (value, place) order by place`
  const { rows } = await world.db.executeQuery<{ value: string | null }>(CompiledQuery.raw(read, [written]))
  return rows.map(({ value }) => value)
}

const same = <Value>(value: Value) => value

test('PostgreSQL reads every value of a column as it was given', async () => {
  const whole = [0, 1, -1, 4_294_967_296, -4_294_967_297, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  expect(await readBack('bigint', column.int8([...whole, null], same))).toEqual([...whole.map(String), null])
  expect(await readBack('int', column.int4([23, null, -2_147_483_648], same))).toEqual([
    '23',
    null,
    '-2147483648',
  ])
  const texts = ['', 'NULL', 'a "b" \\ {c,d}', 'Faatu Ñjaay – 電 🙂', ' ']
  expect(await readBack('text', column.text([null, ...texts], same))).toEqual([null, ...texts])
  expect(await readBack('boolean', column.bool([true, false, null], same))).toEqual(['true', 'false', null])
  expect(await readBack('date', column.day(['2026-11-19', '1999-12-31', '2000-02-29'], same))).toEqual([
    '2026-11-19',
    '1999-12-31',
    '2000-02-29',
  ])
  expect(await readBack('bytea', column.bytes([Buffer.from([0, 255, 92]), null], same))).toEqual([
    '\\x00ff5c',
    null,
  ])
  const json = JSON.stringify({ name: 'a "b" \\ ü' })
  expect(
    (await readBack('jsonb', column.json([json, null], same))).map((read) => read && JSON.parse(read)),
  ).toEqual([{ name: 'a "b" \\ ü' }, null])
})

test('an instant is the same millisecond in PostgreSQL, before and after its own epoch', async () => {
  const instants = ['2026-11-19T00:00:00.001Z', '1969-07-20T20:17:40.999Z', '2000-01-01T00:00:00.000Z']
  const written = column.instant(instants, (text) => new Date(text))
  const { rows } = await world.db.executeQuery<{ at: Date }>(
    CompiledQuery.raw('select unnest($1::timestamptz[]) as at', [written]),
  )
  expect(rows.map(({ at }) => at.toISOString())).toEqual(instants)
})

test('nothing is written that is not the value that was given', () => {
  expect(() => column.int8([1.5], same)).toThrow(RangeError)
  expect(() => column.int4([Number.NaN], same)).toThrow(RangeError)
  expect(() => column.int4([2 ** 31], same)).toThrow(RangeError)
  expect(() => column.day(['yesterday'], same)).toThrow(RangeError)
  expect(() => column.instant([new Date(Number.NaN)], same)).toThrow(RangeError)
})
