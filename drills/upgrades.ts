// F16: two servers behind a proxy are upgraded to the next version and rolled back again, one after the other, while
// counters sell. The next version is today's with one more migration, which changes the tables that sales use. With
// DRILL_FROM=COMMIT they are upgraded from that version to today's instead; both run on today's schema.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
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
  const { older, newer, other } = await choosePrograms(process.env['DRILL_FROM'])
  try {
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => ground.openServer(older)))
    for (const server of servers) await bringUp(server, proxy)
    const selling = startSelling(proxy.address)
    for (let round = 1; round <= rounds; round += 1) {
      await other.addMigration?.()
      for (const program of [newer, older]) await replaceAll(ground, proxy, servers, program)
      console.log(`${round} upgrades and rollbacks, ${selling.countSold()} sales`)
    }
    const { answers, rate } = await selling.stop()
    const final = await ground.untilNothingIsOpen(FINAL_WITHIN_S)
    const verdict = await ground.verdict()
    const failed = answers.filter(({ status }) => status !== 'success')
    const said = new Set(failed.map(({ http, status, message }) => `${http} ${status} "${message}"`))
    const took = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    return {
      passed: isClean(verdict) && final !== null && failed.length === 0,
      figures: `${rounds} upgrades and ${rounds} rollbacks of ${SERVERS} servers, ${other.addMigration ? `${rounds} migrations under load` : `from ${process.env['DRILL_FROM']} to today's version, on today's schema`}; ${answers.length} sales (${rate.toFixed(0)} a second), ${failed.length} failed${said.size === 0 ? '' : ` (${[...said].slice(0, 5).join(', ')})`}, ${selling.countComebacks()} told to come back, ${proxy.countRepeats()} sent again by the proxy; p99 ${took[Math.floor(took.length * 0.99)]?.toFixed(0)} ms, longest ${took.at(-1)?.toFixed(0)} ms; ${say(verdict)}`,
    }
  } finally {
    await proxy.close()
    await ground.close()
    await other.remove()
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

/**
 * At an even pace, while no more wait for an answer than are sent in a second: on a busy machine it is slower. A request is
 * sent again only if it was told to come back.
 */
function startSelling(address: string) {
  const sales: Promise<OrderAnswer>[] = []
  let [sold, comebacks, underWay] = [0, 0, 0]
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
  const timer = setInterval(() => {
    if (underWay >= SALES_A_SECOND) return
    underWay += 1
    sales.push(sell(sales.length).finally(() => (underWay -= 1)))
  }, 1000 / SALES_A_SECOND)
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

interface OtherVersion {
  program: string
  /** It only adds, to the tables that sales use. */
  addMigration?: () => Promise<void>
  remove: () => Promise<void>
}

/** A null program is that of this project. */
async function choosePrograms(from: string | undefined) {
  if (from === undefined) {
    const next = await makeNextVersion()
    return { older: null, newer: next.program, other: next }
  }
  const before = await takeOut(from)
  return { older: before.program, newer: null, other: before }
}

const server = join('packages', 'server')
const makeFolder = () => mkdtempSync(join(tmpdir(), 'flexpower-version-'))
const inFolder = (folder: string): Pick<OtherVersion, 'program' | 'remove'> => ({
  program: join(folder, server, 'src', 'main.ts'),
  remove: () => rm(folder, { recursive: true, force: true }),
})

/** A copy of the server, to which a migration is added for each upgrade. */
async function makeNextVersion(): Promise<OtherVersion> {
  const folder = makeFolder()
  for (const part of ['package.json', join(server, 'package.json'), join(server, 'src')])
    await cp(join(project, part), join(folder, part), { recursive: true })
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, server, 'src', 'db', 'migrations')
  return {
    ...inFolder(folder),
    addMigration: async () => {
      const number = readdirSync(migrations).length + 1
      const changes = ['vend', 'sale', 'users', 'session', 'float_balance'].map(
        (table) => `alter table ${table} add column added_${number} text;`,
      )
      await writeFile(join(migrations, `${String(number).padStart(4, '0')}_next.sql`), changes.join('\n'))
    },
  }
}

/** The project at that commit, with its own packages and today's dependencies. */
async function takeOut(commit: string): Promise<OtherVersion> {
  const folder = makeFolder()
  const archive = execFileSync('git', ['archive', commit, 'package.json', 'packages'], {
    cwd: project,
    maxBuffer: 1e9,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const modules = join(folder, 'node_modules')
  const own = '@flexpower'
  await mkdir(join(modules, own), { recursive: true })
  for (const name of readdirSync(join(project, 'node_modules')).filter((each) => each !== own))
    await symlink(join(project, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages')))
    await symlink(join(folder, 'packages', name), join(modules, own, name))
  return inFolder(folder)
}
