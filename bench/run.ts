// `npm run bench -- B1`: runs one benchmark on an installation of its own, and prints the ratio last.
import { backup } from './backup.ts'
import { goodput, loadCrowd } from './goodput.ts'
import { floor } from './floor.ts'
import { createInstallation, type Installation } from './installation.ts'
import { interleave, ratio, SECONDS } from './interleave.ts'
import { b4, b5, b6 } from './lists.ts'
import { loadPgbench, loadServer, type Round, startServer } from './load.ts'
import { pages } from './pages.ts'
import { scaling } from './scaling.ts'
import { screens } from './screens.ts'
import { startPgbouncer } from '../packages/server/src/testing/pgbouncer.ts'
import { statements } from './statements.ts'

/** A call over a network is never instant; this short one still leaves out most of what a real one costs the peer. */
const CALL_MS = 5
/** The utility's answer takes this long in B3. */
const DELAY_MS = 200

/** Sales through HTTP against the same sale as bare statements: as usual, and as pgbench does best. */
async function b1(installation: Installation): Promise<string> {
  const server = await startServer(installation, 0, 'ours')
  const pgbench = (clients: number, settings?: string) => () =>
    loadPgbench(installation, clients, SECONDS, settings)
  const { ours, ...peers } = await interleave({
    'pgbench 32 clients': pgbench(32),
    ours: () => loadServer(installation, server, 128, SECONDS),
    'pgbench 8 clients': pgbench(8),
    'pgbench 16 clients': pgbench(16),
    'pgbench 64 clients': pgbench(64),
    'pgbench 128 clients': pgbench(128),
    'pgbench 128 clients, group commit': pgbench(128, '-c commit_delay=1000'),
  })
  server.stop()
  const compare = ([name, peer]: [string, Round]) =>
    `rate ${ratio(ours.salesPerSecond, peer.salesPerSecond)}, CPU a sale ${ratio(ours.cpuMsPerSale, peer.cpuMsPerSale)} of ${name}`
  return `B1 ${Object.entries(peers).map(compare).join('; ')}`
}

/** Our own server through pgbouncer in transaction mode, against itself without; pgbouncer's own time is not counted. */
async function b14(installation: Installation): Promise<string> {
  const pooler = await startPgbouncer(installation.url)
  const direct = await startServer(installation, 0, 'ours')
  const pooled = await startServer(installation, 0, 'ours', 1, pooler.url)
  const rounds = await interleave({
    direct: () => loadServer(installation, direct, 128, SECONDS),
    pooled: () => loadServer(installation, pooled, 128, SECONDS),
  })
  for (const server of [direct, pooled]) server.stop()
  await pooler.close()
  const compare = (figure: keyof Round) => ratio(rounds.pooled[figure], rounds.direct[figure])
  return `B14 through pgbouncer: rate ${compare('salesPerSecond')}, CPU a sale ${compare('cpuMsPerSale')} (of it the server ${compare('serverCpuMsPerSale')}), p50 ${compare('p50Ms')} of direct`
}

/** What a round left in the naive server's queue would count for the next one: each round has its own server. */
async function naiveRound(installation: Installation, delayMs: number, connections: number): Promise<Round> {
  const server = await startServer(installation, delayMs, 'naive')
  const round = await loadServer(installation, server, connections, SECONDS)
  server.stop()
  return round
}

/** Against a naive server. */
async function b2(installation: Installation): Promise<string> {
  const ours = await startServer(installation, CALL_MS, 'ours')
  const result = await interleave({
    naive: () => naiveRound(installation, CALL_MS, 128),
    ours: () => loadServer(installation, ours, 128, SECONDS),
  })
  ours.stop()
  return `B2 rate ${ratio(result.ours.salesPerSecond, result.naive.salesPerSecond)} of a naive server`
}

/** With a utility that takes 200 ms. A crowd may be refused, so it counts what it sold. */
async function b3(installation: Installation): Promise<string> {
  const ours = await startServer(installation, DELAY_MS, 'ours')
  const result = await interleave({
    'naive, 1000 in flight': () => naiveRound(installation, DELAY_MS, 1000),
    'ours, 4000 in flight': () => loadCrowd(installation, ours, 4000, SECONDS),
    'ours, 1000 in flight': () => loadCrowd(installation, ours, 1000, SECONDS),
    'ours, 200 in flight': () => loadServer(installation, ours, 200, SECONDS),
  })
  ours.stop()
  const few = result['ours, 200 in flight']
  const ideal = 200 / (DELAY_MS / 1000)
  const naive = result['naive, 1000 in flight'].salesPerSecond
  return [
    `B3 200 in flight: ${ratio(few.salesPerSecond, ideal)} of the ideal ${ideal}/s, p50 ${ratio(few.p50Ms, DELAY_MS)} of ${DELAY_MS} ms;`,
    `1000 in flight: ${ratio(result['ours, 1000 in flight'].salesPerSecond, naive)} of a naive server,`,
    `4000 in flight: ${ratio(result['ours, 4000 in flight'].salesPerSecond, naive)} of a naive server with 1000`,
  ].join(' ')
}

/** Two processes on one port against one. */
async function b10(installation: Installation): Promise<string> {
  const one = await startServer(installation, 0, 'ours')
  const two = await startServer(installation, 0, 'ours', 2)
  const result = await interleave({
    'one process': () => loadServer(installation, one, 128, SECONDS),
    'two processes': () => loadServer(installation, two, 128, SECONDS),
  })
  one.stop()
  two.stop()
  const compare = (figure: 'salesPerSecond' | 'cpuMsPerSale') =>
    ratio(result['two processes'][figure], result['one process'][figure])
  return `B10 two processes: rate ${compare('salesPerSecond')} of one, CPU a sale ${compare('cpuMsPerSale')} of one`
}

const benchmarks: Record<string, (installation: Installation) => Promise<string>> = {
  B1: b1,
  B2: b2,
  B3: b3,
  B4: b4,
  B5: b5,
  B6: b6,
  B9: goodput,
  B10: b10,
  B13: statements,
  B14: b14,
  floor,
  screens,
  pages,
  scaling,
  backup,
}

const chosen = benchmarks[process.argv[2] ?? '']
if (!chosen) {
  console.log(`Which one? npm run bench -- ${Object.keys(benchmarks).join(' | ')}`)
  process.exitCode = 1
} else {
  const installation = await createInstallation()
  try {
    console.log(await chosen(installation))
  } finally {
    await installation.close()
  }
}
