// The drills that need separate processes, at a small size; those that are tests run with all others anyway
// (drills/tests.ts).
import { expect, test } from 'vitest'
import { killAlone, killBeside } from './kill-points.ts'
import { silence } from './silence.ts'
import { upgrades } from './upgrades.ts'

const small = (count: number) => () => count

test('F2 a server killed at the worst points loses nothing and sells nothing twice', async () => {
  const names = ['in phase 2', 'in recovery']
  const { passed, figures } = await killAlone(small(1), names)
  expect(passed, figures).toBe(true)
})

test('F2 with a second server, a sale ends there while the first is gone', async () => {
  const { passed, figures } = await killBeside(small(1), ['after the utility sold'])
  expect(passed, figures).toBe(true)
})

test('F14 connections to the database that fall silent under load are replaced, and nothing is lost or sold twice', async () => {
  const { passed, figures } = await silence(small(1))
  expect(passed, figures).toBe(true)
})

test('F16 two servers are upgraded and rolled back by one version under load, and no sale fails', {
  timeout: 300_000,
}, async () => {
  const { passed, figures } = await upgrades(small(1))
  expect(passed, figures).toBe(true)
})
