// S3: sqlmap, at its highest level and risk, on searches, filters, ids, bodies and headers, as an Admin who may call them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { readToken } from '../bench/installation.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { ask, layGround } from './ground.ts'
import type { Size } from './drill.ts'

const ADMIN = 1
const AT_ONCE = 2
const HOW =
  '--batch --level=5 --risk=3 --dbms=PostgreSQL --threads=4 --time-sec=2 --timeout=10 --retries=1 --disable-coloring --flush-session --skip-waf --ignore-code=*'.split(
    ' ',
  )

/** A star marks where it tries; without one it tries every parameter. */
const targets: Record<string, { path: string; body?: object; headers?: Record<string, string> }> = {
  'a search in sales': { path: 'transactions?search=bah*' },
  'the days of a list': { path: 'transactions?from=2026-01-01*&to=2026-12-31' },
  'where a list goes on': { path: 'register?cursor=100*&order=newest' },
  'a search in users': { path: 'register?search=cash*' },
  'a search in everything': { path: 'search?q=cash*' },
  'an id': { path: 'users/getlist/2*' },
  'a reference': { path: 'transactions/261116-1*/status' },
  'a filter': { path: 'filter?paymentDate=2026-11-14*' },
  'a login': { path: 'login', body: { email: 'x@bench.gm*', password: 'secret-1*' } },
  'a report': {
    path: 'generate/revenue/report',
    body: { from: '2026-11-01*', to: '2026-11-14*', account: 'cashPower*', entity: 'flexpower*' },
  },
  headers: {
    path: 'counter',
    headers: {
      [SESSION_TOKEN_HEADER]: 'x*',
      'user-agent': 'x*',
      'idempotency-key': 'abcdefgh*',
      referer: 'x*',
    },
  },
}

export async function injection(size: Size) {
  const secondsEach = size(300)
  const ground = await layGround({ servers: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-sqlmap-'))
  const url = ground.directUrl()
  // The limit on guessing would stop sqlmap at its tenth request.
  const forgetting = setInterval(() => void ask(url, 'delete from throttle').catch(() => {}), 200)
  try {
    await ask(url, `update users set type = 'Admin' where id = ${ADMIN}`)
    await ground.servers[0]?.start()
    const left = Object.entries(targets)
    const found: string[] = []
    let [finished, attacks] = [0, 0]
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let target = left.shift(); target; target = left.shift()) {
          const [name, how] = target
          const said = await sqlmap(ground.servers[0]?.address ?? '', how, join(folder, name), secondsEach)
          const isDone = /do not appear to be injectable|ending @/.test(said)
          if (isDone) finished += 1
          if (
            /identified the following injection point|is vulnerable|appears to be '.*' injectable/.test(said)
          )
            found.push(name)
          const kinds = new Set(said.match(/testing '[^']+'/g)).size
          attacks += kinds
          console.log(
            `${name}: ${kinds} kinds of attack, ${isDone ? 'to the end' : `cut off after ${secondsEach} s`}`,
          )
          if (kinds === 0) console.log(said.slice(-500))
        }
      }),
    )
    const [after] = await ask<{ users: number }>(url, 'select count(*)::int as users from users')
    return {
      passed:
        found.length === 0 && attacks > 0 && ground.servers[0]?.isAlive() === true && (after?.users ?? 0) > 0,
      figures: `sqlmap level 5, risk 3 on ${Object.keys(targets).length} targets, at most ${secondsEach} s each, ${attacks} kinds of attack tried, ${finished} targets to the end: ${found.length === 0 ? 'no finding' : `FOUND ${found.join(', ')}`}`,
    }
  } finally {
    clearInterval(forgetting)
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sqlmap(
  address: string,
  { path, body, headers = {} }: { path: string; body?: object; headers?: Record<string, string> },
  folder: string,
  seconds: number,
): Promise<string> {
  const all = {
    [CLIENT_TOKEN_HEADER]: parseConfig({}).clientAccessToken,
    [SESSION_TOKEN_HEADER]: readToken(ADMIN),
    ...(body && { 'content-type': 'application/json' }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const child = spawn(
    'timeout',
    [
      '-k',
      '5',
      String(seconds),
      'sqlmap',
      ...HOW,
      `--output-dir=${folder}`,
      '--headers',
      lines.join('\\n'),
      '-u',
      address + API_BASE + path,
      ...(body ? ['--data', JSON.stringify(body)] : []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 127) throw new Error('sqlmap is missing: apt-get install sqlmap')
  return said
}
