// pgbouncer in transaction mode, in front of a PostgreSQL of the tests or of a drill: for the same tests through a pooler
// (FLEXPOWER_TEST_POOLER=1). It is not a part of the project: on Debian, apt-get install pgbouncer.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../launch/free-port.ts'
import { chooseAccount } from '../../../../launch/postgres-program.ts'

export interface Pgbouncer {
  url: string
  close(): Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'
const START_MS = 20_000

export const isPoolerWanted = (): boolean => process.env['FLEXPOWER_TEST_POOLER'] === '1'

/**
 * As docs/runbook.md advises, apart from passwords. Every database of that PostgreSQL can be reached through it, each with
 * a pool of its own.
 */
const writeSettings = (target: URL, port: number, poolSize: number): string => `[databases]
* = host=127.0.0.1 port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 5000
server_round_robin = 1
server_login_retry = 1
server_idle_timeout = 5
query_wait_timeout = 10
log_connections = 0
log_disconnections = 0
`

/** `poolSize`: small where every test file has a database. */
export async function startPgbouncer(postgresUrl: string, poolSize = 12): Promise<Pgbouncer> {
  if (!existsSync(PROGRAM))
    throw new Error('FLEXPOWER_TEST_POOLER=1 needs pgbouncer: apt-get install pgbouncer')
  const target = new URL(postgresUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-pooler-'))
  // It does not run as root, and its account has to read its settings.
  await chmod(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(settings, writeSettings(target, port, poolSize), { mode: 0o644 })
  const child = spawn(PROGRAM, ['-q', settings], {
    ...(await chooseAccount(null)),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilItListens(child, port)
  const url = new URL(postgresUrl)
  url.port = String(port)
  return {
    url: url.href,
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(child: ChildProcess, port: number): Promise<void> {
  const begun = performance.now()
  while (child.exitCode === null && performance.now() - begun < START_MS) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error('pgbouncer did not start')
}
