import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AirtimeClient } from './airtime/airtime.ts'
import { fleetMeter, type UtilityVendor } from './utility.ts'

const program = join(import.meta.dirname, 'main.ts')
let dataDir: string
let children: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flexpower-simulator-'))
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  SIMULATOR_DATA_DIR: dataDir,
  ...more,
})

interface Announcement {
  utility: UtilityVendor
  airtime: AirtimeClient
}

async function launch(): Promise<{ child: ChildProcess; message: Announcement }> {
  const child = fork(program, { env: environment(), execArgv: [], stdio: 'ignore' })
  children.push(child)
  const [message] = (await once(child, 'message')) as [Announcement]
  return { child, message }
}

const isListening = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

async function becomesSilent(url: string): Promise<boolean> {
  for (let round = 0; round < 100; round += 1) {
    if (!(await isListening(url))) return true
    await sleep(50)
  }
  return false
}

test('the program tells its parent how to reach both, and is back on the same ports after a kill', async () => {
  const first = await launch()
  const onLoopback = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string
  expect(first.message).toEqual({
    utility: {
      url: onLoopback,
      profile: 'nawec',
      tenant: 'nawec',
      vendorId: expect.any(String) as string,
      vendorUser: expect.any(String) as string,
      password: expect.any(String) as string,
      client: expect.stringContaining(':') as string,
    },
    airtime: {
      url: onLoopback,
      authUrl: first.message.airtime.url,
      audience: expect.any(String) as string,
      clientId: expect.any(String) as string,
      clientSecret: expect.any(String) as string,
    },
  })
  expect(await isListening(first.message.utility.url)).toBe(true)
  expect(await isListening(first.message.airtime.url)).toBe(true)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await launch()
  expect(second.message).toEqual(first.message)
})

test('every sale that was answered is on record after a kill -9 in the middle of many', async () => {
  const { child, message } = await launch()
  const { utility } = message
  const basic = Buffer.from(utility.client).toString('base64')
  const login = await fetch(`${utility.url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      username: `${utility.vendorId}#${utility.vendorUser}`,
      password: utility.password,
      scope: 'token_public token_private',
    }).toString(),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const answered: string[] = []
  const buy = async (index: number) => {
    const answer = await fetch(`${utility.url}/t/${utility.tenant}/venPayment/1.0.1/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-incms-origin-d': `${utility.vendorId}#${utility.vendorUser}`,
        'x-incms-tenant': utility.tenant,
      },
      body: JSON.stringify({
        account: '1',
        meterSerial: fleetMeter(index),
        totalPayment: 50,
        debtPayment: 0,
        percentageDebt: 0,
        accountBalance: 0,
        units: 1,
        unitsPayment: 50,
        unitsType: 'KWP',
        tariffDescription: '',
        comment: '',
      }),
    })
    const { data } = (await answer.json()) as { data: { listtoken: string[] } }
    answered.push(...data.listtoken)
    if (answered.length === 100) child.kill('SIGKILL')
  }
  await Promise.allSettled(Array.from({ length: 400 }, (_, index) => buy(index)))
  expect(answered.length).toBeGreaterThanOrEqual(100)
  const again = await launch()
  const books = (await (await fetch(`${again.message.utility.url}/books.json`)).json()) as {
    balanceBututs: number
    sales: { creditTokens: string[]; payment: number }[]
  }
  const recorded = new Set(books.sales.flatMap(({ creditTokens }) => creditTokens))
  expect(answered.filter((each) => !recorded.has(each))).toEqual([])
  expect(books.balanceBututs).toBe(61_248_000 - 5_000 * books.sales.length)
})

test.each(['SIGTERM', 'SIGINT'] as const)('the program ends cleanly on %s', async (signal) => {
  const { child, message } = await launch()
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await isListening(message.utility.url)).toBe(false)
})

test('the program dies when its parent is killed -9', async () => {
  const script = `const child = require('node:child_process').fork(process.argv[1], { execArgv: [], stdio: 'ignore' })
    child.on('message', ({ utility }) => console.log(utility.url))`
  const parent = spawn(process.execPath, ['-e', script, program], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(parent)
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  expect(await isListening(url)).toBe(true)
  parent.kill('SIGKILL')
  expect(await becomesSilent(url)).toBe(true)
})

test('the program dies silently when its parent is killed -9 while it loads', async () => {
  // The parent's end arrives in this pause, before the first line of the program has run.
  const pause = 'data:text/javascript,await new Promise((resolve) => setTimeout(resolve, 300))'
  const script = `const options = { execArgv: ['--import', '${pause}'], stdio: ['ignore', 1, 1, 'ipc'] }
    const child = require('node:child_process').fork(process.argv[1], options)
    child.on('spawn', () => process.kill(process.pid, 'SIGKILL'))`
  const parent = spawn(process.execPath, ['-e', script, program], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(parent)
  // The program holds the pipe too: it closes only when both are gone.
  let said = ''
  parent.stdout.on('data', (chunk) => (said += String(chunk)))
  await once(parent.stdout, 'close')
  expect(said).toBe('')
  expect(parent.signalCode).toBe('SIGKILL')
})

test.each([
  [{ SIMULATOR_DATA_DIR: '' }, 'SIMULATOR_DATA_DIR must name the folder'],
  [{ SIMULATOR_PORT: '80a' }, 'SIMULATOR_PORT must be a port number'],
  [{ SIMULATOR_AIRTIME_PORT: '70000' }, 'SIMULATOR_AIRTIME_PORT must be a port number'],
  [{ SIMULATOR_BALANCE: '-1' }, 'SIMULATOR_BALANCE must be'],
])('a wrong environment %o is refused with a sentence', async (wrong, sentence) => {
  const child = spawn(process.execPath, [program], {
    env: environment(wrong),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toContain(sentence)
})
