import { execFileSync } from 'node:child_process'
import type { Day } from '@flexpower/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { findNextTime, listDue } from './due-reports.ts'
import { addDays, countDays, findBefore, namePart, shiftBefore, splitPeriod, type Unit } from './periods.ts'

const period = (from: string, to: string) => ({ from: from as Day, to: to as Day })
const written = ({ from, to }: { from: string; to: string }) => `${from} ${to}`

test.each<[Unit, string, string, string[]]>([
  ['day', '2026-10-31', '2026-11-01', ['2026-10-31 2026-10-31', '2026-11-01 2026-11-01']],
  // Weeks begin on Monday; the first and the last one are cut.
  [
    'week',
    '2026-11-14',
    '2026-11-24',
    ['2026-11-14 2026-11-15', '2026-11-16 2026-11-22', '2026-11-23 2026-11-24'],
  ],
  ['week', '2026-12-28', '2027-01-03', ['2026-12-28 2027-01-03']],
  [
    'month',
    '2028-01-31',
    '2028-03-01',
    ['2028-01-31 2028-01-31', '2028-02-01 2028-02-29', '2028-03-01 2028-03-01'],
  ],
])('a period by %s from %s to %s', (unit, from, to, parts) => {
  expect(splitPeriod(period(from, to), unit).map(written)).toEqual(parts)
})

test.each([
  ['a day', '2026-11-01', '2026-11-01', '2026-10-31 2026-10-31'],
  ['seven days', '2026-11-08', '2026-11-14', '2026-11-01 2026-11-07'],
  ['a week that begins a month', '2026-06-01', '2026-06-07', '2026-05-25 2026-05-31'],
  ['a part of a month', '2026-11-01', '2026-11-14', '2026-10-18 2026-10-31'],
  ['a whole month', '2026-11-01', '2026-11-30', '2026-10-01 2026-10-31'],
  ['March', '2026-03-01', '2026-03-31', '2026-02-01 2026-02-28'],
  ['three months', '2026-01-01', '2026-03-31', '2025-10-01 2025-12-31'],
  ['a year', '2028-01-01', '2028-12-31', '2027-01-01 2027-12-31'],
])('before %s is as much again: %s to %s', (_, from, to, before) => {
  expect(written(findBefore(period(from, to)))).toBe(before)
})

test('the parts of any period fill it without a gap, and so do their days before', () => {
  const days = fc.tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 800 }))
  const months = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 14 }))
    .map(([first, count]) => {
      const all = splitPeriod(period('2024-01-01', '2031-12-31'), 'month')
      return { from: all[first]!.from, to: all[first + count - 1]!.to }
    })
  const any = days.map(([start, length]) => {
    const from = addDays('2022-01-01' as Day, start)
    return { from, to: addDays(from, length) }
  })
  fc.assert(
    fc.property(fc.oneof(any, months), fc.constantFrom<Unit>('day', 'week', 'month'), (given, unit) => {
      const parts = splitPeriod(given, unit)
      const before = findBefore(given)
      const shift = shiftBefore(given)
      expect(parts[0]!.from).toBe(given.from)
      expect(parts.at(-1)!.to).toBe(given.to)
      for (const [index, { from }] of parts.entries())
        if (index > 0) {
          expect(addDays(parts[index - 1]!.to, 1)).toBe(from)
          expect(shift(from) >= shift(parts[index - 1]!.from)).toBe(true)
        }
      expect(shift(given.from)).toBe(before.from)
      expect(shift(addDays(given.to, 1))).toBe(given.from)
      expect(addDays(before.to, 1)).toBe(given.from)
      expect(parts.reduce((sum, part) => sum + countDays(part), 0)).toBe(countDays(given))
    }),
    { numRuns: 100 },
  )
})

test.each<[Unit, string, string, string]>([
  ['day', '2026-11-14', '2026-11-14', '14 Nov 2026'],
  ['week', '2026-11-09', '2026-11-15', '9 Nov 2026 to 15 Nov 2026'],
  ['month', '2026-11-01', '2026-11-30', 'Nov 2026'],
  ['month', '2026-11-01', '2026-11-14', '1 Nov 2026 to 14 Nov 2026'],
])('the %s from %s to %s is called %s', (unit, from, to, name) => {
  expect(namePart(period(from, to), unit)).toBe(name)
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Africa/Banjul'])(
  'days, weeks and months are the same on a machine in %s',
  (zone) => {
    const program = `
      import { splitPeriod, findBefore, firstOfWeek } from ${JSON.stringify(new URL('periods.ts', import.meta.url).href)}
      import { listDue } from ${JSON.stringify(new URL('due-reports.ts', import.meta.url).href)}
      const given = { from: '2026-10-24', to: '2026-11-02' }
      const at = new Date('2026-11-16T06:00:00Z')
      process.stdout.write(JSON.stringify([
        ['day', 'week', 'month'].map((unit) => splitPeriod(given, unit)), findBefore(given), firstOfWeek('2026-11-15'),
        listDue({ every: 'week', since: new Date('2026-11-15T23:59:00Z') }, at),
      ]))`
    const run = (timeZone: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        env: { ...process.env, TZ: timeZone },
        encoding: 'utf8',
      })
    expect(run(zone)).toBe(run('UTC'))
    expect(run(zone)).toContain('[{"from":"2026-11-09","to":"2026-11-15"}]')
  },
)

describe('a schedule', () => {
  const at = (text: string) => new Date(text)
  const dueAt = (every: 'day' | 'week', since: string, now: string) =>
    listDue({ every, since: at(since) }, at(now)).map(written)

  test('of days sends yesterday from six o’clock on, from the day on which it began', () => {
    const since = '2026-11-14T14:20:00Z'
    expect(dueAt('day', since, '2026-11-14T23:59:00Z')).toEqual([])
    expect(dueAt('day', since, '2026-11-15T05:59:00Z')).toEqual([])
    expect(dueAt('day', since, '2026-11-15T06:00:00Z')).toEqual(['2026-11-14 2026-11-14'])
    expect(dueAt('day', since, '2026-11-17T06:00:00Z')).toHaveLength(3)
    expect(dueAt('day', since, '2027-11-17T06:00:00Z')).toHaveLength(7)
  })

  test('of weeks sends Monday to Sunday on the Monday after', () => {
    const since = '2026-11-14T14:20:00Z'
    expect(dueAt('week', since, '2026-11-16T05:59:00Z')).toEqual([])
    expect(dueAt('week', since, '2026-11-16T06:00:00Z')).toEqual(['2026-11-09 2026-11-15'])
    expect(dueAt('week', '2026-11-16T00:00:00Z', '2026-11-22T23:00:00Z')).toEqual([])
    expect(dueAt('week', since, '2027-11-17T06:00:00Z')).toHaveLength(4)
  })

  test('has its next time always ahead, and there something is due that was not before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<'day' | 'week'>('day', 'week'),
        fc.integer({ min: 0, max: 60 * 24 }),
        fc.integer({ min: 0, max: 60 * 24 }),
        (every, begun, passed) => {
          const since = after(at('2026-01-01T00:00:00Z'), begun * HOUR_MS)
          const now = after(since, passed * HOUR_MS)
          const next = findNextTime({ every, since }, now)
          expect(next.getTime()).toBeGreaterThan(now.getTime())
          expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(8 * DAY_MS)
          const known = new Set(listDue({ every, since }, after(next, -1)).map(written))
          const added = listDue({ every, since }, next).filter((each) => !known.has(written(each)))
          expect(added).toHaveLength(1)
        },
      ),
    )
  })
})
