// The drills that need separate processes, at a small size; those that are tests run with all others anyway
// (drills/tests.ts).
import { expect, test, vi } from 'vitest'
import { killPoints } from './kill-points.ts'
import { silence } from './silence.ts'

// Each starts a database and server processes.
vi.setConfig({ testTimeout: 120_000 })

const small = (count: number) => () => count

test('F2 a server killed at the worst points loses nothing and sells nothing twice', async () => {
  const names = ['in phase 2', 'in recovery']
  const { passed, figures } = await killPoints(small(1), names)
  expect(passed, figures).toBe(true)
})

test('F14 connections to the database that fall silent under load are replaced, and nothing is lost or sold twice', async () => {
  const { passed, figures } = await silence(small(1))
  expect(passed, figures).toBe(true)
})
