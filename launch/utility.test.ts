import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoMeters, startUtility, type Utility } from '@flexpower/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeEnvironment } from './node-flags.ts'

let dataDir: string
let utility: Utility

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-utility-command-'))
  utility = await startUtility({ dataDir, face: 'edsa' })
})

afterAll(async () => {
  await utility.close()
  await rm(dataDir, { recursive: true })
})

function run(
  given: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const { url, vendorId, vendorUser, password, client } = utility.access
  const env = {
    PATH: '',
    ...nodeEnvironment,
    FLEXPOWER_UTILITY_URL: url,
    FLEXPOWER_UTILITY_PROFILE: 'edsa',
    FLEXPOWER_UTILITY_VENDOR: vendorId,
    FLEXPOWER_UTILITY_USER: vendorUser,
    FLEXPOWER_UTILITY_PASSWORD: password,
    FLEXPOWER_UTILITY_CLIENT: client,
    ...settings,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'utility.ts'), ...given],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() }),
    )
  })
}

const meter = demoMeters[0]?.meter ?? ''

test('the command says that the configured utility fits, sells nothing, and ends with 0', async () => {
  const { code, said } = await run(['check', meter, '250'])
  expect(said).toContain(`fits     Price of GMD 250.00 at meter ${meter}`)
  expect(said).toContain('Everything that selling needs fits.')
  expect(code).toBe(0)
  expect(utility.control.seen('sell')).toBe(0)
})

test('it proposes settings if the utility is another one, and ends with 1', async () => {
  const { code, said } = await run(['check', meter], { FLEXPOWER_UTILITY_PROFILE: 'ekedc' })
  expect(said).toContain('Proposed settings:\nFLEXPOWER_UTILITY_PROFILE=edsa')
  expect(code).toBe(1)
  expect(utility.control.seen('sell')).toBe(0)
})

test.each([
  [[], 'Say what to do: npm run utility -- check 04123456789 100'],
  [['check', 'awa'], 'The meter number has only digits: npm run utility -- check 04123456789 100'],
  [
    ['check', '04123456789', '-1'],
    'The amount is in dalasi, above zero: npm run utility -- check 04123456789 100',
  ],
])('invalid arguments are reported in a sentence: %j', async (given, sentence) => {
  expect(await run(given)).toEqual({ code: 1, said: sentence })
})
