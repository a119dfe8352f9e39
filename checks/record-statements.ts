// `npm run release:statements`: records the statements of this version, for the test that the next version's schema still
// has what they need (packages/server/src/db/last-release.test.ts). Run once for each release, before its tag. It runs the
// server's tests, or those that are named, on a PostgreSQL that logs every statement.
import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { startPostgres } from '../launch/postgres.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { readSchemaNumber, VERSION } from '../packages/server/src/version.ts'

const root = dirname(import.meta.dirname)
const file = join(root, 'packages', 'server', 'src', 'db', 'last-release.json')

interface LogLine {
  application_name?: string
  message?: string
}

/** What servers send, one of each form; not what is sent on the connections of tests. */
async function readStatements(folder: string): Promise<string[]> {
  const statements = new Map<string, string>()
  for (const name of await readdir(folder))
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const statement = readStatement(line)
      if (statement !== null) statements.set(readForm(statement), statement)
    }
  return [...statements.values()].toSorted()
}

function readStatement(line: string): string | null {
  if (!line.startsWith('{')) return null
  const { application_name: application, message = '' } = JSON.parse(line) as LogLine
  const text = /^(?:statement|execute [^:]+): ([\s\S]+)$/.exec(message)?.[1]?.trim()
  if (application !== 'flexpower' || text === undefined) return null
  // A test may send several in one text: all but the first would be run and not planned.
  return /^(with|select|insert|update|delete)\b/i.test(text) && !/;\s*\S/.test(text) ? text : null
}

/** Without those on tables that a test or the demo's past makes for itself. */
async function choosePlannable(statements: string[]): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'flexpower-statements-'))
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), settings: { fsync: 'off' } })
  await migrate(postgres.url)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const plannable: string[] = []
  for (const statement of statements)
    await client.query(`explain (generic_plan) ${statement}`).then(
      () => plannable.push(statement),
      (error: Error) => console.log(`Left out: ${error.message}`),
    )
  await client.end()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return plannable
}

/** Lists of values differ in their lengths only. */
const readForm = (statement: string): string =>
  statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(, \$)+/g, '$')
    .replaceAll(/\(\$\)(, \(\$\))+/g, '($)')

const folder = await mkdtemp(join(tmpdir(), 'flexpower-statements-'))
// PostgreSQL may run as another user.
await chmod(folder, 0o777)
const tests = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', '.bin', 'vitest'), 'run', ...(tests.length > 0 ? tests : ['packages/server'])],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RECORD_STATEMENTS: folder } },
)
const recorded = await readStatements(folder)
const statements = await choosePlannable(recorded)
await rm(folder, { recursive: true, force: true })
const release = { version: VERSION, schema: await readSchemaNumber(), statements }
await writeFile(file, `${JSON.stringify(release, null, 2)}\n`)
console.log(`${statements.length} statements of ${VERSION} were recorded; the tests ended with ${status}.`)
process.exitCode = status ?? 1
