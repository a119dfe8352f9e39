// The image and compose.yaml: executed without a container engine, and by one where there is one.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../launch/free-port.ts'
import { nodeFlags } from '../launch/node-flags.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { parseEnvFile } from '../packages/server/src/config/env-file.ts'
import { variables } from '../packages/server/src/config/variables.ts'
import { createWorld } from '../packages/server/src/testing/world.ts'
import { readGuideSettings } from './guide-settings.ts'
import { buildImage, readInstructions } from './image.ts'

// The image is built from nothing where no build is up to date: minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'flexpower-containers-'))
const readText = (path: string) => readFileSync(join(project, path), 'utf8')

const demanded: Record<string, string> = {
  FLEXPOWER_PUBLIC_URL: 'https://vend.example.gm',
  FLEXPOWER_CLIENT_ACCESS_TOKEN: 'our-own-label',
  FLEXPOWER_SECRET_KEY: randomBytes(32).toString('hex'),
  FLEXPOWER_BACKUP_KEY: randomBytes(32).toString('hex'),
}

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the image', () => {
  test('has all that the server needs: its steps are executed, and its command serves pages and calls', async () => {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: project,
      encoding: 'utf8',
    })
    const image = buildImage(project, join(folder, 'stages'), listed.split('\n').filter(Boolean))
    expect(image.user).toBe('node')
    expect(image.health).toContain('/readyz')
    const world = await createWorld()
    const port = await freePort()
    const [program, ...args] = image.command
    expect(program).toBe('node')
    // The password apart from the address, as compose.yaml has it.
    const { password } = new URL(world.databaseUrl)
    const surroundings = {
      cwd: join(image.root, image.workdir),
      env: {
        ...image.environment,
        ...readGuideSettings(),
        FLEXPOWER_DATA_DIR: join(image.root, 'data'),
        DATABASE_URL: Object.assign(new URL(world.databaseUrl), { password: '' }).href,
        PGPASSWORD: decodeURIComponent(password),
        HOST: '127.0.0.1',
        PORT: String(port),
      },
    }
    const server = spawn(process.execPath, args, { ...surroundings, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    server.stderr.on('data', (bytes) => (said += String(bytes)))
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    await expect.poll(async () => (await ask('/readyz'))?.status ?? said).toBe(200)
    expect(await (await ask('/'))?.text()).toContain('FlexPower')
    expect((await ask('/openapi.json'))?.status).toBe(200)
    // What docs/install.md says for containers.
    const letIn = ['launch/admin.ts', 'let-in', 'awa@example.gm', 'Awa Sanneh']
    const { stdout, stderr } = spawnSync(process.execPath, letIn, { ...surroundings, encoding: 'utf8' })
    expect(stdout, stderr).toMatch(/once a server runs:\nhttps:\/\/vend\.example\.gm\/password\/reset\//)
    server.kill('SIGTERM')
    await once(server, 'exit')
  })

  test('runs the server as npm start does', () => {
    const command =
      readInstructions(readText('deploy/Dockerfile')).find(({ name }) => name === 'CMD')?.rest ?? ''
    expect(JSON.parse(command)).toEqual(['node', ...nodeFlags, 'packages/server/src/main.ts'])
    expect(readText('deploy/systemd/flexpower@.service')).toContain(
      `ExecStart=/usr/local/bin/node ${nodeFlags.join(' ')} packages/server/src/main.ts\n`,
    )
  })
})

describe('compose.yaml', () => {
  const text = readText('deploy/compose.yaml')
  const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nvolumes:'))
  const names = [...services.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)

  test('has the database, two servers and the proxy, and the rest on demand', () => {
    const onDemand = [...services.matchAll(/^ {2}(\w+):\n {4}profiles:\n {6}- (\w+)$/gm)].map(
      ([, name, profile]) => `${profile}: ${name}`,
    )
    expect(onDemand).toEqual([
      'staging: mail',
      'staging: simulator',
      'monitoring: prometheus',
      'monitoring: alertmanager',
      'monitoring: grafana',
    ])
    expect(names.slice(0, 4)).toEqual(['postgres', 'one', 'two', 'haproxy'])
    expect(names).toHaveLength(4 + onDemand.length)
  })

  test('closes what is ours, the simulator too: an ordinary user, a disk that is only read, started again', () => {
    const closed = text.slice(text.indexOf('x-closed: &closed'), text.indexOf('\nx-server:'))
    for (const line of ['restart: always', 'read_only: true', 'cap_drop:', 'no-new-privileges:true'])
      expect(closed).toContain(line)
    expect(text).toContain('x-server: &server\n  <<: *closed\n')
    expect(services).toMatch(
      /^ {2}simulator:\n {4}profiles:\n {6}- staging\n {4}<<: \*closed\n {4}user: node$/m,
    )
  })

  /** What it decides itself, whatever flexpower.env says. */
  const decided = Object.fromEntries(
    [...text.matchAll(/^ {4}(HOST|PORT|DATABASE_URL|FLEXPOWER_[A-Z_]+): "?(.*?)"?$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

  test('names only variables that the server knows', () => {
    const named = new Set([...text.matchAll(/\bFLEXPOWER_[A-Z_]+\b/g)].map(([name]) => name))
    expect(named.size).toBeGreaterThan(4)
    expect([...named].filter((name) => !(name in variables))).toEqual([])
  })

  test('lets every setting of .env.example reach both servers', () => {
    const server = text.slice(text.indexOf('x-server: &server'), text.indexOf('\nservices:'))
    expect(server).toMatch(/^ {2}env_file:\n {4}- \$\{SETTINGS:-\.\.\/flexpower\.env\}$/m)
    for (const name of ['one', 'two']) expect(services).toContain(`\n  ${name}: *server\n`)
    // Any other value that it decides would hide the one in the file.
    expect(Object.keys(decided)).toEqual([
      'HOST',
      'PORT',
      'DATABASE_URL',
      'FLEXPOWER_MODE',
      'FLEXPOWER_DATA_DIR',
      'FLEXPOWER_TRUSTED_PROXIES',
      'FLEXPOWER_METRICS_PORT',
      'FLEXPOWER_METRICS_HOST',
    ])
  })

  test('undoes no refusal of production: utility and mail have to be named, for staging too', () => {
    const refused = () => parseConfig({ ...demanded, ...decided })
    for (const name of ['FLEXPOWER_UTILITY_URL', 'FLEXPOWER_SMTP_URL']) expect(refused).toThrow(name)
    const staging = parseEnvFile(readText('deploy/staging.env'))
    expect(parseConfig({ ...demanded, ...staging, ...decided }, { isAlone: true })).toMatchObject({
      mode: 'production',
      publicUrl: 'https://vend.example.gm',
      utility: { url: 'http://simulator:4100' },
    })
  })

  test('asks for the passwords, and keeps that of the database out of its address', () => {
    for (const name of ['POSTGRES_PASSWORD', 'GRAFANA_PASSWORD'])
      expect(text).toMatch(new RegExp(`PASSWORD: \\$\\{${name}:\\?`))
    expect(decided['DATABASE_URL']).toBe('postgres://flexpower@postgres:5432/flexpower')
  })

  test('uses volumes and files that exist', () => {
    const volumes = [...services.matchAll(/^ {6}- (\w+):\//gm)].map(([, name]) => name)
    const declared = text.slice(text.indexOf('\nvolumes:'), text.indexOf('\nnetworks:'))
    for (const name of volumes) expect(declared).toContain(`  ${name}:\n`)
    const files = [...services.matchAll(/^ {6}- \.\/([\w./-]+):\//gm)].map(([, path = '']) => path)
    expect(files).toContain('haproxy.cfg')
    for (const path of files) expect(existsSync(join(import.meta.dirname, path)), path).toBe(true)
  })
})

/** Asked only where there is an engine: the last image is fetched if it is not there. */
const engine = [
  'docker info',
  'docker compose version',
  '{ docker image inspect haproxy:3.0 || docker pull haproxy:3.0; }',
].join(' && ')
const hasEngine = process.getuid?.() === 0 && spawnSync('sh', ['-c', engine]).status === 0
const why = hasEngine ? '' : ' (skipped: no root, no engine for docker compose, or no images)'
test.runIf(hasEngine)(
  `the containers of the guide sell, and go on when a server is killed${why}`,
  { timeout: 3_600_000 },
  async () => {
    const script = join(import.meta.dirname, 'try', 'containers.sh')
    const { stdout } = await promisify(execFile)(script, { maxBuffer: 1e9 })
    expect(stdout).toContain('From nothing to sales over https')
  },
)
