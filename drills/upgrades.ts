// F16: two servers behind a proxy are upgraded to the next version and rolled back again, one after the other, while
// counters sell. The next version is today's with one more migration, which changes the tables that sales use.
import { mkdtempSync, readdirSync } from 'node:fs'
import { cp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fleetMeter } from '@flexpower/simulator'
import { CASHIERS } from '../bench/installation.ts'
import { electricityOrder, type OrderAnswer, send, sendUntilLetIn } from './counter.ts'
import type { Size } from './drill.ts'
import { type Ground, isClean, layGround, say } from './ground.ts'
import { type ReadyProxy, startReadyProxy } from './ready-proxy.ts'
import type { Server } from './server.ts'

const SALES_A_SECOND = 50
const SERVERS = 2
const FINAL_WITHIN_S = 30
const project = join(import.meta.dirname, '..')

export async function upgrades(size: Size) {
  const rounds = size(10)
  const ground = await layGround({ servers: 0, env: { FLEXPOWER_DRAIN_SECONDS: '1' } })
  const proxy = await startReadyProxy()
  const next = await makeNextVersion()
  try {
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => ground.openServer()))
    for (const server of servers) await bringUp(server, proxy)
    const selling = startSelling(proxy.address)
    for (let round = 1; round <= rounds; round += 1) {
      await next.addMigration()
      for (const program of [next.program, null]) await replaceAll(ground, proxy, servers, program)
      console.log(`${round} upgrades and rollbacks, ${selling.countSold()} sales`)
    }
    const { answers, rate } = await selling.stop()
    const final = await ground.untilNothingIsOpen(FINAL_WITHIN_S)
    const verdict = await ground.verdict()
    const failed = answers.filter(({ status }) => status !== 'success')
    for (const { http, status, message } of failed.slice(0, 5)) console.log(http, status, message)
    const took = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    return {
      passed: isClean(verdict) && final !== null && failed.length === 0,
      figures: `${rounds} upgrades and ${rounds} rollbacks of ${SERVERS} servers, ${rounds} migrations under load; ${answers.length} sales (${rate.toFixed(0)} a second), ${failed.length} failed, ${selling.countComebacks()} told to come back, ${proxy.countRepeats()} sent again by the proxy; p99 ${took[Math.floor(took.length * 0.99)]?.toFixed(0)} ms, longest ${took.at(-1)?.toFixed(0)} ms; ${say(verdict)}`,
    }
  } finally {
    await proxy.close()
    await ground.close()
    await next.remove()
  }
}

async function bringUp(server: Server, proxy: ReadyProxy): Promise<void> {
  await server.start()
  await proxy.add(server.address)
}

/** One after the other, as an operator does it: stop, start the other version, go on when it is ready. */
async function replaceAll(
  ground: Ground,
  proxy: ReadyProxy,
  servers: Server[],
  program: string | null,
): Promise<void> {
  for (const [place, before] of servers.entries()) {
    await before.stop()
    proxy.remove(before.address)
    const after = await ground.openServer(program)
    await bringUp(after, proxy)
    servers[place] = after
  }
}

/** At an even pace, however long an answer takes; a busy machine makes it slower. A request is sent again only if it was told to come back. */
function startSelling(address: string) {
  const sales: Promise<OrderAnswer>[] = []
  let [sold, comebacks] = [0, 0]
  const begun = performance.now()
  const readSeconds = () => (performance.now() - begun) / 1000
  const sell = async (number: number) => {
    const order = electricityOrder(1 + (number % CASHIERS), fleetMeter(1 + number))
    const first = await send(address, order)
    const isToldToComeBack = first.http === 503 && first.retryAfter !== null
    if (isToldToComeBack) comebacks += 1
    const answer = isToldToComeBack ? await sendUntilLetIn(address, order) : first
    if (answer.status === 'success') sold += 1
    return answer
  }
  const timer = setInterval(() => sales.push(sell(sales.length)), 1000 / SALES_A_SECOND)
  return {
    countSold: () => sold,
    countComebacks: () => comebacks,
    stop: async () => {
      clearInterval(timer)
      const rate = sales.length / readSeconds()
      return { answers: await Promise.all(sales), rate }
    },
  }
}

/** A copy of the server, to which a migration is added for each upgrade. */
async function makeNextVersion() {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-next-'))
  const server = join('packages', 'server')
  for (const part of ['package.json', join(server, 'package.json'), join(server, 'src')])
    await cp(join(project, part), join(folder, part), { recursive: true })
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, server, 'src', 'db', 'migrations')
  return {
    program: join(folder, server, 'src', 'main.ts'),
    /** It only adds, to the tables that sales use. */
    addMigration: async () => {
      const number = readdirSync(migrations).length + 1
      const changes = ['vend', 'sale', 'users', 'session', 'float_balance'].map(
        (table) => `alter table ${table} add column added_${number} text;`,
      )
      await writeFile(join(migrations, `${String(number).padStart(4, '0')}_next.sql`), changes.join('\n'))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
