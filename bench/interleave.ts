// The sides of a comparison by turns in one run, the median of five rounds each. Machines are noisy; a ratio of
// neighbouring rounds is not.
import { median, type Round } from './load.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6)

export type Side = () => Promise<Round>

export async function interleave<Name extends string>(
  sides: Record<Name, Side>,
): Promise<Record<Name, Round>> {
  const names = Object.keys(sides) as Name[]
  const rounds = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>
  // The first round of each warms caches and plans and is discarded.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const name of names) {
      const result = await sides[name]()
      if (round === 0) continue
      rounds[name].push(result)
      console.log(`${name} ${show(result)}`)
    }
  const middle = (name: Name, figure: keyof Round) => median(rounds[name].map((round) => round[figure]))
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        salesPerSecond: middle(name, 'salesPerSecond'),
        cpuMsPerSale: middle(name, 'cpuMsPerSale'),
        serverCpuMsPerSale: middle(name, 'serverCpuMsPerSale'),
        p50Ms: middle(name, 'p50Ms'),
      },
    ]),
  ) as Record<Name, Round>
}

const show = (round: Round) =>
  `${round.salesPerSecond.toFixed(0)} sales/s, ${round.cpuMsPerSale.toFixed(2)} ms CPU a sale (${round.serverCpuMsPerSale.toFixed(2)} of it the server), p50 ${round.p50Ms.toFixed(1)} ms`

export const ratio = (value: number, peer: number) => `${(value / peer).toFixed(2)} ×`
