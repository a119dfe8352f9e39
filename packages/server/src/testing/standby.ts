// A streaming standby of a PostgreSQL that a test has started: a copy of its files that goes on reading its log.
import { execFile } from 'node:child_process'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type RunningPostgres, startPostgres } from '../../../../launch/postgres.ts'

/** `from` is the directory that the primary was started with, `to` one that is not there yet. */
export async function startStandby(
  primary: RunningPostgres,
  from: string,
  to: string,
): Promise<RunningPostgres> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await promisify(execFile)('cp', ['-a', from, to])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  const data = join(to, 'cluster')
  await rm(join(data, 'postmaster.pid'))
  const { uid, gid } = await stat(data)
  const files = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(data, name), content, { mode: 0o600 })
    // PostgreSQL removes them.
    await chown(join(data, name), uid, gid)
  }
  const { username, password, port } = new URL(primary.url)
  return startPostgres({
    directory: to,
    settings: {
      fsync: 'off',
      primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
      wal_retrieve_retry_interval: '100ms',
    },
  })
}
