// The three nodes of deploy/cluster/up, and haproxy: who is what now, and every way in which they fail.
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const scripts = join(import.meta.dirname, '..', 'deploy', 'cluster')
const folder = process.env['FLEXPOWER_CLUSTER'] ?? '/var/tmp/flexpower-cluster'
const run = promisify(execFile)

export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  host: string
  lag?: number | 'unknown'
}

/** Installs what is missing and starts it all; returns FlexPower's address of the database. */
export function raiseCluster(): string {
  if (process.getuid?.() !== 0)
    throw new Error('F9 makes network namespaces: run it as root, on Debian 12 (see docs/cluster.md).')
  execFileSync(join(scripts, 'up'), { stdio: ['ignore', 'ignore', 'inherit'] })
  return readFileSync(join(folder, 'url'), 'utf8').trim()
}

export const removeCluster = (): Promise<unknown> => run(join(scripts, 'down'))

export const start = (what: string): Promise<unknown> => run(join(scripts, 'start'), [what])

export const NODES = ['node1', 'node2', 'node3']
const address = (node: string) => `10.77.0.${node.slice(-1)}`

/** As the first node that answers sees it; empty if none does. */
export async function listMembers(): Promise<Member[]> {
  for (const node of NODES)
    try {
      const answer = await fetch(`http://${address(node)}:8008/cluster`, {
        signal: AbortSignal.timeout(1_000),
      })
      const { members } = (await answer.json()) as { members: Member[] }
      if (members.length > 0) return members
    } catch {
      // The next one may know.
    }
  return []
}

/** A primary, a standby that has everything, and a third node that follows. */
export async function isWhole(): Promise<boolean> {
  const members = await listMembers()
  const roles = members
    .filter(({ state }) => state === 'running' || state === 'streaming')
    .map(({ role }) => role)
  const isBehind = members.some(({ lag }) => lag === 'unknown' || (lag ?? 0) > 1 << 20)
  return roles.toSorted().join() === 'leader,replica,sync_standby' && !isBehind
}

export async function untilWhole(seconds: number): Promise<boolean> {
  const giveUpAt = performance.now() + seconds * 1000
  while (!(await isWhole())) {
    if (performance.now() > giveUpAt) return false
    await sleep(500)
  }
  return true
}

export async function find(role: Member['role']): Promise<string> {
  const name = (await listMembers()).find((member) => member.role === role)?.name
  if (name === undefined) throw new Error(`the cluster has no ${role}`)
  return name
}

type Process = 'all' | 'database' | 'etcd'

/** Every process of a node, or its etcd, or its Patroni and PostgreSQL. */
function listProcesses(node: string, which: Process): number[] {
  const pids = execFileSync('ip', ['netns', 'pids', `flexpower-${node}`], { encoding: 'utf8' })
  return pids
    .split('\n')
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => which === 'all' || (which === 'etcd') === isEtcd(pid))
}

function isEtcd(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('etcd.conf.yml')
  } catch {
    return false
  }
}

/** Again until none is left: Patroni may just be starting another one. */
export async function kill(node: string, which: Process): Promise<void> {
  for (let pids = listProcesses(node, which); pids.length > 0; pids = listProcesses(node, which)) {
    signal(pids, 'SIGKILL')
    await sleep(20)
  }
}

export const freeze = (node: string) => signal(listProcesses(node, 'all'), 'SIGSTOP')
export const thaw = (node: string) => signal(listProcesses(node, 'all'), 'SIGCONT')

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
}

export function killPostmaster(node: string): void {
  const file = readFileSync(join(folder, node, 'postgres', 'postmaster.pid'), 'utf8')
  signal([Number(file.split('\n', 1)[0])], 'SIGKILL')
}

export function killHaproxy(): void {
  signal([Number(readFileSync(join(folder, 'haproxy.pid'), 'utf8'))], 'SIGKILL')
}

/** Nothing passes between these two, and nobody is told. */
export async function cut(one: string, other: string, isCut: boolean): Promise<void> {
  const change = isCut ? '-I' : '-D'
  for (const [chain, side] of [
    ['INPUT', '-s'],
    ['OUTPUT', '-d'],
  ] as const)
    await run(
      'ip',
      `netns exec flexpower-${one} iptables ${change} ${chain} ${side} ${address(other)} -j DROP`.split(' '),
    )
}

/** As if its cable were pulled. */
export const unplug = (node: string, isUnplugged: boolean) =>
  run('ip', ['link', 'set', `fp-${node}`, isUnplugged ? 'down' : 'up'])

/** With the password that Patroni asks for before it changes anything. A fault that did not happen proves nothing. */
export async function switchOver(): Promise<void> {
  const leader = await find('leader')
  const candidate = await find('sync_standby')
  const settings = readFileSync(join(folder, leader, 'patroni.yml'), 'utf8')
  const [, user, password] = /username: (\S+)\n +password: "(.+)"/.exec(settings) ?? []
  const answer = await fetch(`http://${address(leader)}:8008/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: JSON.stringify({ leader, candidate }),
    signal: AbortSignal.timeout(60_000),
  })
  if (!answer.ok) throw new Error(`the switchover was refused: ${answer.status} ${await answer.text()}`)
}
