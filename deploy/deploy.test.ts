// What an operator copies from here is executed, or read by the program it is for, as far as that program is installed:
// a configuration that nobody runs is soon wrong.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
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
import { buildImage, readInstructions } from './image.ts'

// The image is built from nothing where no build is up to date: minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'flexpower-deploy-'))
const readText = (path: string) => readFileSync(join(project, path), 'utf8')
const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

afterAll(() => rm(folder, { recursive: true, force: true }))

/** With its key, as haproxy and nginx want it. */
function makeCertificate(): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=vend.example.gm',
  ]
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const both = join(folder, 'flexpower.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return both
}

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

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

const demanded: Record<string, string> = {
  FLEXPOWER_PUBLIC_URL: 'https://vend.example.gm',
  FLEXPOWER_CLIENT_ACCESS_TOKEN: 'our-own-label',
  FLEXPOWER_SECRET_KEY: randomBytes(32).toString('hex'),
  FLEXPOWER_BACKUP_KEY: randomBytes(32).toString('hex'),
}

/** The settings that docs/install.md writes, with values for what its shell fills in. */
function readGuideSettings(): Record<string, string> {
  const [, block = ''] = /flexpower\.env\) <<END\n([^]*?)\nEND/.exec(readText('docs/install.md')) ?? []
  const filled = block
    .replaceAll(/\$\(openssl rand -hex (\d+)\)/g, (_, bytes: string) =>
      randomBytes(Number(bytes)).toString('hex'),
    )
    .replaceAll('$NAME', 'vend.example.gm')
    .replaceAll('$DATABASE_PASSWORD', randomBytes(16).toString('hex'))
  return parseEnvFile(filled)
}

describe('the guide', () => {
  const guide = readText('docs/install.md')

  test('writes settings with which production starts, for the server and for operator commands', () => {
    expect(parseConfig(readGuideSettings(), { isAlone: true })).toMatchObject({
      mode: 'production',
      trustedProxies: '127.0.0.1',
      dataDir: '/var/lib/flexpower',
    })
    expect(readText('deploy/systemd/flexpower@.service')).not.toContain('FLEXPOWER_DATA_DIR')
  })

  test('gives each server a port of its own for the metrics, and Prometheus knows them', () => {
    const written = [...guide.matchAll(/echo FLEXPOWER_METRICS_PORT=(\d+) > \/etc\/flexpower\/(\d+)\.env/g)]
    expect(written.map(([, , server]) => server)).toEqual(['3000', '3001'])
    const unit = readText('deploy/systemd/flexpower@.service')
    expect(unit).toContain('EnvironmentFile=-/etc/flexpower/%i.env\n')
    expect(readText('deploy/monitoring/targets.yml')).toContain(
      `[${written.map(([, port]) => `"127.0.0.1:${port}"`).join(', ')}]`,
    )
  })

  test('lets the servers write where it has backups copied to, and nobody while that disk is not mounted', () => {
    const [, mounted = 'none'] = /FLEXPOWER_BACKUP_TARGET=file:\/\/(\S+)/.exec(guide) ?? []
    expect(readText('deploy/systemd/flexpower@.service')).toContain(`\nReadWritePaths=-${mounted}\n`)
    expect(readText('deploy/compose.yaml')).toContain(`\n    - ${mounted}:${mounted}\n`)
    // The mount point is root's: only the disk on it is the server's.
    expect(guide).toMatch(
      new RegExp(`^mkdir -p ${mounted}\nmount ${mounted}\nchown flexpower: ${mounted}$`, 'm'),
    )
    for (const file of ['docs/runbook.md', '.env.example'])
      expect(readText(file), file).toContain(`file://${mounted}`)
    const target = { FLEXPOWER_BACKUP_TARGET: `file://${mounted}` }
    expect(parseConfig({ ...readGuideSettings(), ...target }, { isAlone: true }).backups.target).toEqual({
      kind: 'folder',
      name: `file://${mounted}`,
      folder: mounted,
    })
  })

  test('names files that exist', () => {
    const named = [...guide.matchAll(/deploy\/[\w@./-]*[\w]/g)].map(([path]) => path)
    expect(named.length).toBeGreaterThan(5)
    for (const path of named) expect(() => readText(path), path).not.toThrow()
  })
})

describe('the programs accept their configuration', () => {
  test.runIf(isThere('haproxy'))('haproxy, in front of the servers and of the cluster', () => {
    const servers = readText('deploy/haproxy.cfg').replaceAll('/etc/haproxy/flexpower.pem', makeCertificate())
    const cluster = readText('deploy/cluster/haproxy.cfg').replaceAll(/@ADDRESS_(\d)@/g, '10.0.0.1$1')
    const files = Object.entries({ servers, cluster }).map(([name, text]) => write(`${name}.cfg`, text))
    // Also both in one haproxy, as on a machine with a server (docs/cluster.md).
    for (const given of [...files.map((file) => [file]), files]) {
      const { status, said } = run('haproxy', ['-c', ...given.flatMap((file) => ['-f', file])])
      expect(status, said).toBe(0)
      expect(said).not.toContain('ALERT')
    }
  })

  test.runIf(isThere('nginx'))('nginx', () => {
    const site = readText('deploy/nginx.conf').replaceAll('/etc/nginx/flexpower.pem', makeCertificate())
    const whole = `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${site} }`
    const { status, said } = run('nginx', ['-t', '-c', write('nginx.conf', whole)])
    expect(status, said).toBe(0)
  })

  test.runIf(isThere('systemd-analyze'))('systemd, with an exposure of at most 3', () => {
    for (const unit of ['flexpower@.service', 'flexpower-simulator.service']) {
      const { said } = run('systemd-analyze', [
        'security',
        '--offline=true',
        join(import.meta.dirname, 'systemd', unit),
      ])
      const [, level = 'none'] = /Overall exposure level for \S+: ([\d.]+)/.exec(said) ?? []
      expect(Number(level), said).toBeLessThanOrEqual(3)
    }
  })

  test.runIf(isThere('systemd-analyze'))(
    'systemd, with the timers of the runbook and what they start',
    () => {
      for (const end of ['full.timer', 'diff.timer', '.service']) {
        const name = `flexpower-pgbackrest@${end}`
        // It looks for the program, which is not on every machine.
        write(name, readText(`deploy/systemd/${name}`).replace('/usr/bin/pgbackrest', '/bin/true'))
      }
      for (const kind of ['full', 'diff']) {
        const units = ['timer', 'service'].map((type) => join(folder, `flexpower-pgbackrest@${kind}.${type}`))
        expect(run('systemd-analyze', ['verify', '--man=no', ...units])).toEqual({ status: 0, said: '' })
      }
    },
  )

  test.runIf(isThere('amtool'))('Alertmanager', () => {
    const { status, said } = run('amtool', [
      'check-config',
      join(import.meta.dirname, 'monitoring', 'alertmanager.yml'),
    ])
    expect(status, said).toBe(0)
  })

  test.runIf(isThere('nft'))('nftables, with the rules of a node', () => {
    const rules = readText('deploy/cluster/firewall.nft')
      .replaceAll(/@ADDRESS_(\d)@/g, '10.0.0.1$1')
      .replaceAll('@NETWORK@', '10.0.0.0/24')
    const { status, said } = run('nft', ['-c', '-f', write('firewall.nft', rules)])
    expect(status, said).toBe(0)
  })

  test.runIf(isThere('promtool'))('Prometheus, whose alerts fire when they should', () => {
    for (const [what, name] of [
      ['check config', 'prometheus.yml'],
      ['test rules', 'alerts.test.yml'],
      ['test rules', 'alerts-missing.test.yml'],
    ] as const) {
      const file = join(import.meta.dirname, 'monitoring', name)
      const { status, said } = run('promtool', [...what.split(' '), file])
      expect(status, said).toBe(0)
    }
  })

  test('bash reads every script', () => {
    for (const script of [
      'cluster/configure',
      'cluster/up',
      'cluster/down',
      'cluster/start',
      'cluster/alone',
      'try/boot',
      'try/cluster-recovery.sh',
      'try/containers.sh',
      'try/pitr.sh',
      'try/production.sh',
      'try/prometheus.sh',
      'try/units.sh',
    ]) {
      const { status, said } = run('bash', ['-n', join(import.meta.dirname, script)])
      expect(status, said).toBe(0)
    }
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

const isNode = isThere('etcd') && isThere('patroni') && process.getuid?.() === 0
test.runIf(isNode)('a node that joins again names exactly the members that there are', () => {
  const configure = (members: string) => {
    const node = join(folder, `node${members.length}`)
    const given = [node, 'node1', '10.0.0.11', '10.0.0.12', '10.0.0.13']
    const passwords = { SUPERUSER_PASSWORD: 'a', REPLICATION_PASSWORD: 'b', RESTAPI_PASSWORD: 'c' }
    const env = { ...process.env, ...passwords, MEMBERS: members }
    execFileSync(join(import.meta.dirname, 'cluster', 'configure'), given, { env })
    expect(readFileSync(join(node, 'patroni.yml'), 'utf8')).not.toMatch(/@[A-Z_]+@/)
    return readFileSync(join(node, 'etcd.conf.yml'), 'utf8')
  }
  const [one, two, three] = [1, 2, 3].map((number) => `node${number}=http://10.0.0.1${number}:2380`)
  expect(configure('')).toContain(`initial-cluster: "${one},${two},${three}"\ninitial-cluster-state: "new"\n`)
  expect(configure('node3 node1')).toContain(
    `initial-cluster: "${three},${one}"\ninitial-cluster-state: "existing"\n`,
  )
})

test('the cluster loses nothing: strict synchronous, a safe lock, and the driver that gives a frozen primary no way back', () => {
  const text = readText('deploy/cluster/patroni.yml')
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'))
  for (const line of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'use_pg_rewind: true'])
    expect(text).toContain(line)
  expect(text).toMatch(/^etcd:$/m)
  expect(readText('deploy/cluster/etcd.conf.yml')).toMatch(/^enable-v2: true$/m)
})
