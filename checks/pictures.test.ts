import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictured, unpictured } from '../e2e/pictured.ts'
import { paths } from '../packages/web/src/paths.ts'
import { matchesPath } from '../packages/web/src/router/route.ts'

const { admin, cashier, ...open } = paths
const every = [...Object.values(open), ...Object.values(admin), ...Object.values(cashier)]
const taken = Object.values(pictured).flat()

test('every screen of the application has a picture, or a reason why not', () => {
  const forgotten = every.filter(
    (path) => !(path in unpictured) && !taken.some((shown) => matchesPath(path, shown)),
  )
  expect(forgotten).toEqual([])
})

test('every picture is of a screen that exists, and shows no pattern', () => {
  for (const shown of taken) {
    expect(shown).not.toContain(':')
    expect(
      every.some((path) => matchesPath(path, shown)),
      shown,
    ).toBe(true)
  }
})

test('the pictures are taken from this list, and of a receipt too', () => {
  const script = readFileSync(new URL('../e2e/take-pictures.ts', import.meta.url), 'utf8')
  for (const part of ['pictured.public', 'pictured.cashier', 'pictured.admin', 'findReceipt'])
    expect(script).toContain(part)
})
