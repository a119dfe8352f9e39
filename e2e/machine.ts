// What only somebody with access to the server's machine can do: `npm run admin`, for the product that the browser tests use.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, type Person } from './people.ts'
import { readEmail, someName } from './users.ts'
import { callWith } from './watching.ts'

/** An Admin whom no other Admin created: an approval by two Admins needs one. The page must be open already. */
export async function letAdminIn(page: Page, name = someName('Isatou')): Promise<Person> {
  const email = readEmail(name)
  const password = 'kerr-seringe-43'
  const { stdout } = await promisify(execFile)(process.execPath, ['launch/admin.ts', email, name], {
    env: {
      ...process.env,
      PORT: process.env['E2E_PORT'],
      FLEXPOWER_DATA_DIR: process.env['E2E_DATA_DIR'],
    },
  })
  const link = /http\S+/.exec(stdout)?.[0]
  if (link === undefined) throw new Error(`no link was printed: ${stdout}`)
  const answer = await callWith(page, '', 'POST', 'password/update', {
    token: link.split('/').at(-1),
    password,
  })
  expect(await answer.json()).toMatchObject({ success: true })
  return { email, password, name, type: 'Admin', location: '', home: '/admin/dashboard' }
}
