// What only somebody with access to the server's machine can do: `npm run admin` and `npm run audit`, for the product that
// the browser tests use.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, type Person } from './people.ts'
import { readEmail, someName } from './users.ts'
import { callWith } from './watching.ts'

/** An Admin whom no other Admin created: an approval by two Admins needs one. */
export async function letAdminIn(page: Page, name = someName('Isatou')): Promise<Person> {
  const email = readEmail(name)
  const password = 'kerr-seringe-43'
  const stdout = await runAdmin(process.env['E2E_DATA_DIR'], 'let-in', email, name)
  const link = /http\S+/.exec(stdout)?.[0]
  if (link === undefined) throw new Error(`no link was printed: ${stdout}`)
  const answer = await callWith(page, '', 'POST', 'password/update', {
    token: link.split('/').at(-1),
    password,
  })
  expect(await answer.json()).toMatchObject({ success: true })
  return { email, password, name, type: 'Admin', location: '', home: '/admin/dashboard' }
}

/** `npm run admin`, for the product with that data folder. */
export async function runAdmin(dataDir: string | undefined, ...given: string[]): Promise<string> {
  const env = {
    ...process.env,
    PORT: process.env['E2E_PORT'],
    FLEXPOWER_DATA_DIR: dataDir,
  }
  // Exit code 1 is an answer too: what is broken is in its text.
  return promisify(execFile)(process.execPath, ['launch/admin.ts', ...given], { env }).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string }) => error.stdout || Promise.reject(error),
  )
}
