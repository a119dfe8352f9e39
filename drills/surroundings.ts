// F10: the server's environment fails: the database's disk is full, the clock jumps, mail and SMS are down, the log
// cannot be written. Clients are only told to retry, nothing is half done, and everything recovers without help.
import { execFileSync } from 'node:child_process'
import { existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, CLIENT_TOKEN_HEADER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { startFaultProxy } from '../packages/server/src/testing/fault-proxy.ts'
import { electricityOrder, inParallel, type OrderAnswer, send, sellUntilItEnds } from './counter.ts'
import { ask, type Ground, isClean, layGround, say } from './ground.ts'
import { openMailbox, openPhones } from './mailbox.ts'
import type { Size } from './drill.ts'

const CLIENTS = 8
const BACK_WITHIN_S = 5
const FINAL_WITHIN_S = 45

interface Part {
  passed: boolean
  figures: string
}

export async function surroundings(size: Size): Promise<Part> {
  const rounds = size(20)
  const parts = [
    await diskFull(rounds),
    await clockJumps(rounds),
    await messagesDown(rounds),
    await logUnwritable(rounds),
  ]
  return {
    passed: parts.every(({ passed }) => passed),
    figures: parts.map(({ figures }) => figures).join('; '),
  }
}

let next = 0
const anOrder = (cashier: number) => electricityOrder(1 + cashier, fleetMeter((next += 1)))

/** Allowed answers while it does not work: retry later, or that the sale is pending. Nothing else, and no fault. */
const isDecent = ({ http, status, retryAfter }: OrderAnswer) =>
  (http === 200 && (status === 'success' || status === 'pending')) || (http === 503 && retryAfter !== null)

/** Sells with all clients until told to stop; returns the answers they got. */
function keepSelling(address: string, isOver: () => boolean): Promise<OrderAnswer[]> {
  const answers: OrderAnswer[] = []
  return inParallel(CLIENTS, async (client) => {
    while (!isOver()) {
      const answer = await send(address, anOrder(client))
      answers.push(answer)
      if (answer.status !== 'success') await sleep(50)
    }
  }).then(() => answers)
}

async function secondsUntilSold(address: string): Promise<number> {
  const begun = performance.now()
  while ((await send(address, anOrder(100))).status !== 'success') await sleep(50)
  return (performance.now() - begun) / 1000
}

const readAddress = (ground: Ground): string => ground.servers[0]?.address ?? ''

/** A separate disk for the database, so that no other is filled. */
async function diskFull(rounds: number): Promise<Part> {
  const disk = await mkdtemp(join(tmpdir(), 'flexpower-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=755', 'tmpfs', disk])
  const ballast = join(disk, 'ballast')
  const databaseSettings = { max_wal_size: '64MB', min_wal_size: '32MB' }
  const ground = await layGround({ servers: 1, databaseFolder: disk, databaseSettings })
  try {
    await ground.servers[0]?.start()
    const [told, back]: [OrderAnswer[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      const over = { isSo: false }
      const selling = keepSelling(readAddress(ground), () => over.isSo)
      await fill(ballast)
      await sleep(2_000)
      await rm(ballast)
      // If it exited, its supervisor starts it again, as after every crash.
      if (!(await ground.isDatabaseAlive())) await ground.restartDatabase('SIGKILL')
      back.push(await secondsUntilSold(readAddress(ground)))
      over.isSo = true
      told.push(...(await selling))
    }
    const refused = told.filter(({ http }) => http === 503).length
    const wrong = told.filter((answer) => !isDecent(answer) && answer.http !== 0)
    return await judge(
      ground,
      'disk full',
      rounds,
      refused > 0 && wrong.length === 0 && Math.max(...back) <= BACK_WITHIN_S,
      [
        `${told.length} orders, ${refused} told to come back, ${wrong.length} told something else`,
        ...wrong.slice(0, 3).map(({ http, status }) => `${http} ${status}`),
        `selling again after ${Math.max(...back).toFixed(1)} s at worst`,
      ],
    )
  } finally {
    await ground.close()
    execFileSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

/** Until not one byte more fits. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let bytes = 1 << 20; bytes >= 1; bytes >>= 4)
      for (const block = Buffer.alloc(bytes); ; ) await handle.write(block)
  } catch {
    // Full, as intended.
  } finally {
    await handle.close()
  }
}

const FAKETIME = '/usr/lib'
const findFaketime = () =>
  readdirSync(FAKETIME)
    .map((name) => join(FAKETIME, name, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path) && statSync(path).isFile())
const JUMPS = ['+1h', '-1h', '+26h', '-26h', '+5m', '-5m']

/**
 * Only the server's clock: the database and the other side keep theirs. A sale whose record has another time than our
 * order, or that seems to be a day old, goes to an Admin with its money held.
 */
export async function clockJumps(rounds: number): Promise<Part> {
  const library = findFaketime()
  if (library === undefined)
    return { passed: false, figures: 'clock: libfaketime is missing (apt-get install faketime)' }
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-clock-'))
  const file = join(folder, 'offset')
  await writeFile(file, '+0s')
  const ground = await layGround({
    servers: 1,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  try {
    await ground.servers[0]?.start()
    const over = { isSo: false }
    const selling = keepSelling(readAddress(ground), () => over.isSo)
    for (let round = 0; round < rounds; round += 1) {
      // Some answers are lost, so that look-ups are open across the jump.
      for (let lost = 0; lost < 3; lost += 1) ground.utility.control.failNext('sell', 'reset', 'afterwards')
      await sleep(700)
      await writeFile(file, JUMPS[round % JUMPS.length] ?? '')
      for (let lost = 0; lost < 3; lost += 1) ground.utility.control.failNext('sell', 'reset', 'afterwards')
      await sleep(700)
      await writeFile(file, '+0s')
    }
    over.isSo = true
    const told = await selling
    const wrong = told.filter((answer) => !isDecent(answer))
    return await judge(
      ground,
      'clock jumps',
      rounds,
      wrong.length === 0,
      [
        `${told.length} orders, ${told.filter(({ status }) => status === 'pending').length} with a lost answer, ${wrong.length} told something else`,
        ...wrong
          .slice(0, 3)
          .map(
            ({ http, status, tookMs, message }) =>
              `${http} ${status} after ${tookMs.toFixed(0)} ms: ${message}`,
          ),
      ],
      { mayWaitForAdmin: true },
    )
  } finally {
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** No server at the other end, or one that never answers. */
async function messagesDown(rounds: number): Promise<Part> {
  const [phones, mailbox] = [await openPhones(), await openMailbox()]
  const wires = await Promise.all(
    [phones, mailbox].map(({ port }) => startFaultProxy({ host: '127.0.0.1', port })),
  )
  const [smsWire, mailWire] = wires
  const ground = await layGround({
    servers: 1,
    env: {
      FLEXPOWER_SMS_URL: `http://127.0.0.1:${smsWire?.port}`,
      FLEXPOWER_SMS_USER: 'drill',
      FLEXPOWER_SMS_KEY: 'drill',
      FLEXPOWER_SMTP_URL: `smtp://127.0.0.1:${mailWire?.port}`,
    },
  })
  const url = ground.directUrl()
  try {
    await ground.servers[0]?.start()
    const slowest: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const wire of wires) {
        wire.block(round % 2 === 0)
        wire.watch(round % 2 === 0 ? null : () => Buffer.alloc(0))
      }
      await forget(readAddress(ground), `${1 + round}@bench.gm`)
      await ask(url, 'delete from throttle')
      ground.utility.control.failNext('sell', 'reset', 'afterwards')
      const order = anOrder(round)
      await send(readAddress(ground), order)
      await ask(url, `update vend set ask_at = now() where subject = '${String(order.body['meter_number'])}'`)
      slowest.push((await send(readAddress(ground), anOrder(150))).tookMs)
      await sellUntilItEnds([readAddress(ground)], order, () => true)
    }
    for (const wire of wires) {
      wire.block(false)
      wire.watch(null)
    }
    const begun = performance.now()
    const unsent = async () =>
      (
        await ask<{ unsent: number }>(url, 'select count(*)::int as unsent from outbox where sent_at is null')
      )[0]?.unsent ?? 0
    while ((await unsent()) > 0 && performance.now() - begun < 240_000) await sleep(500)
    const left = await unsent()
    const isAllThere = phones.taken() >= rounds && mailbox.taken() >= rounds
    return await judge(
      ground,
      'mail and SMS down',
      rounds,
      left === 0 && isAllThere && Math.max(...slowest) < 1_500,
      [
        `${phones.taken()} messages and ${mailbox.taken()} mails arrived in the end, ${left} did not, all within ${((performance.now() - begun) / 1000).toFixed(0)} s of the return`,
        `a sale meanwhile took ${Math.max(...slowest).toFixed(0)} ms at most`,
      ],
    )
  } finally {
    await ground.close()
    for (const wire of wires) await wire.close()
    phones.close()
    mailbox.close()
  }
}

const forget = (address: string, email: string) =>
  fetch(new URL(`${API_BASE}password/forget`, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CLIENT_TOKEN_HEADER]: parseConfig({}).clientAccessToken },
    body: JSON.stringify({ email }),
  })

/** A full disk, a reader that is gone, and a reader that has stopped reading. */
async function logUnwritable(rounds: number): Promise<Part> {
  const figures: string[] = []
  let passed = true
  for (const [name, log] of [
    ['disk full', openSync('/dev/full', 'w')],
    ['reader gone', 'pipe'],
    ['reader asleep', 'pipe'],
  ] as const) {
    const ground = await layGround({ servers: 1, log, env: { FLEXPOWER_LOG_LEVEL: 'debug' } })
    try {
      await ground.servers[0]?.start()
      const reader = ground.servers[0]?.log()
      if (name === 'reader gone') (reader as unknown as { destroy(): void }).destroy()
      let sold = 0
      for (let round = 0; round < rounds; round += 1)
        await inParallel(CLIENTS, async (client) => {
          for (let sale = 0; sale < 10; sale += 1)
            if ((await send(readAddress(ground), anOrder(client))).status === 'success') sold += 1
        })
      const isAlive = ground.servers[0]?.isAlive() === true
      const part = await judge(ground, `log, ${name}`, rounds, isAlive && sold === rounds * CLIENTS * 10, [
        `${sold} of ${rounds * CLIENTS * 10} sold`,
      ])
      passed &&= part.passed
      figures.push(part.figures)
    } finally {
      await ground.close()
    }
  }
  return { passed, figures: figures.join('; ') }
}

async function judge(
  ground: Ground,
  name: string,
  rounds: number,
  wentWell: boolean,
  figures: string[],
  options = { mayWaitForAdmin: false },
): Promise<Part> {
  const final = await ground.untilNothingIsOpen(FINAL_WITHIN_S, options)
  const verdict = await ground.verdict()
  const text = `${name} × ${rounds}: ${figures.join(', ')}, open sales final after ${final?.toFixed(1) ?? `more than ${FINAL_WITHIN_S}`} s, ${say(verdict)}`
  console.log(text)
  return { passed: wentWell && final !== null && isClean(verdict), figures: text }
}
