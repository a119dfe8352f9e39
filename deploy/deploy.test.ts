// What an operator copies from here is executed, or read by the program it is for, as far as that program is installed:
// a configuration that nobody runs is soon wrong.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { makeCertificate } from './certificate.ts'
import { readGuideSettings } from './guide-settings.ts'

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'flexpower-deploy-'))
const readText = (path: string) => readFileSync(join(project, path), 'utf8')
const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

afterAll(() => rm(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
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
    // The certificate is made by the guide.
    const named = [...guide.matchAll(/deploy\/(?!flexpower\.)[\w@./-]*[\w]/g)].map(([path]) => path)
    expect(named.length).toBeGreaterThan(5)
    for (const path of named) expect(() => readText(path), path).not.toThrow()
  })
})

describe('the programs accept their configuration', () => {
  test.runIf(isThere('haproxy'))('haproxy, in front of the servers and of the cluster', () => {
    const servers = readText('deploy/haproxy.cfg').replaceAll(
      '/etc/haproxy/flexpower.pem',
      makeCertificate(folder),
    )
    const cluster = readText('deploy/cluster/haproxy.cfg').replaceAll(/@ADDRESS_(\d)@/g, '10.0.0.1$1')
    const files = Object.entries({ servers, cluster }).map(([name, text]) => write(`${name}.cfg`, text))
    // Also both in one haproxy, as on a machine with a server (docs/cluster.md).
    for (const given of [...files.map((file) => [file]), files]) {
      const { status, said } = run('haproxy', ['-c', ...given.flatMap((file) => ['-f', file])])
      expect(status, said).toBe(0)
      expect(said).not.toContain('ALERT')
    }
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
      ['test rules', 'alerts-of-days.test.yml'],
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
