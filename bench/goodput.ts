// B9: how many sales a second the server still makes when far more are asked for than it can make, by clients that
// repeat at once. Against the same server with 100 connections, in the same run.
import { readFileSync } from 'node:fs'
import { rush } from './crowd.ts'
import type { Installation } from './installation.ts'
import { type BenchServer, median, type Round, startServer, untilNothingIsLeft } from './load.ts'
import { secondsOfFamily } from './processor-time.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Long enough for those who are held back to come again. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 15)
const DELAYS_MS = [200, 0]
const FEW = 100
const CROWDS = [FEW, 1_000, 4_000]

interface CrowdRound extends Round {
  p99Ms: number
  refused: number
}

export async function goodput(installation: Installation): Promise<string> {
  const figures: string[] = []
  for (const delayMs of DELAYS_MS) {
    const server = await startServer(installation, delayMs, 'ours')
    const rounds = new Map(CROWDS.map((connections) => [connections, [] as CrowdRound[]]))
    // The first round warms caches and plans and is discarded.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const connections of CROWDS) {
        const result = await loadCrowd(installation, server, connections, SECONDS)
        if (round > 0) rounds.get(connections)?.push(result)
        console.log(`utility ${delayMs} ms, ${connections} connections: ${show(result)}`)
      }
    const few = rounds.get(FEW) ?? []
    for (const connections of CROWDS.slice(1)) {
      const many = rounds.get(connections) ?? []
      // Each round against its neighbour: the machine may be twice as fast a minute later.
      const compare = (figure: keyof CrowdRound) =>
        median(many.map((each, index) => each[figure] / (few[index]?.[figure] ?? Number.NaN)))
      figures.push(
        `utility ${delayMs} ms, ${connections} connections: ${compare('salesPerSecond').toFixed(2)} × the rate and ${compare('serverCpuMsPerSale').toFixed(2)} × the processor time a sale of ${FEW}, p99 ${median(many.map((each) => each.p99Ms)).toFixed(0)} ms`,
      )
    }
    figures.push(`server ${peakMb(server.pid).toFixed(0)} MB at most`)
    server.stop()
  }
  return `B9 ${figures.join('; ')}`
}

export async function loadCrowd(
  installation: Installation,
  server: BenchServer,
  connections: number,
  seconds: number,
): Promise<CrowdRound> {
  const spend = () => ({
    server: secondsOfFamily(server.pid),
    postgres: secondsOfFamily(installation.postmasterPid),
  })
  let before = spend()
  const plan = { address: server.address, perSecond: 1_000_000, seconds, connections, firstMeter: null }
  const { soldPerSecond, admitted, refused, other } = await rush(plan, () => {
    before = spend()
  })
  await untilNothingIsLeft(installation)
  const after = spend()
  if (other.length > 0) throw new Error(`${other.length} calls were neither sold nor refused`)
  const cpuSeconds = after.server - before.server
  const sales = admitted.length
  return {
    salesPerSecond: soldPerSecond,
    cpuMsPerSale: ((cpuSeconds + after.postgres - before.postgres) * 1000) / sales,
    serverCpuMsPerSale: (cpuSeconds * 1000) / sales,
    p50Ms: percentile(admitted, 0.5),
    p99Ms: percentile(admitted, 0.99),
    refused: refused.length,
  }
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

const peakMb = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const show = ({ salesPerSecond, p99Ms, refused, serverCpuMsPerSale }: CrowdRound) =>
  `${salesPerSecond.toFixed(0)} sales/s, p99 ${p99Ms.toFixed(0)} ms, ${refused} refused, ${serverCpuMsPerSale.toFixed(2)} ms CPU of the server a sale`
