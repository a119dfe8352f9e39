// Runs once after all browser tests: the ledger's audit fails the run if an invariant of the books is broken. Each test has
// left its sales in them, also those that were cut in the middle.
import { expect } from '@playwright/test'
import { runAdmin } from './machine.ts'

export default async function auditBooks(): Promise<void> {
  expect(await runAdmin(process.env['E2E_DATA_DIR'], 'audit')).toMatch(/^0 of \d+ invariants broken$/m)
}
