// What promtool does and more: every metric, label and value that the rules and the dashboard name is one that a server
// offers.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { API_BASE } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { lookAtBooks } from '../ledger/audit.ts'
import { DAY_MS } from '../runtime/clock.ts'
import { loadFloat, makeSales, makeUser } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { createWorld } from '../testing/world.ts'
import { readBalancesDue } from '../features/balances.ts'
import { createMetrics } from './declare.ts'
import { writeMetrics } from './serve.ts'

const project = new URL('../../../../', import.meta.url)
const monitoring = new URL('deploy/monitoring/', project)
const readText = (name: string) => readFile(new URL(name, monitoring), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}

const { groups } = parse(await readText('alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface DashboardPanel {
  id: number
  title: string
  type: string
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(await readText('dashboard.json')) as { panels: DashboardPanel[] }
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

/** Every value that each label of each metric has in the scrape of a server that has seen everything. */
const offered = await scrapeBusyServer()

async function scrapeBusyServer(): Promise<Map<string, Map<string, Set<string>>>> {
  const world = await createWorld({
    saleMs: 1_000,
    env: { FLEXPOWER_BACKUP_TARGET: 'file:///nonexistent/backups' },
  })
  const { db, clock, context } = world
  const user = await makeUser(db, clock)
  await loadFloat(db, clock, user.id, 100_000_00)
  await makeSales(db, clock, { userId: user.id, count: 3 })
  clock.pass(DAY_MS)
  const cashier = await world.enter(user.email, user.password)
  await sellOnce(cashier, 1)
  // Sold, and the answer is lost: an Admin would have to decide if nobody could tell.
  const body = { ['meter_number']: '99900000029', amount: 100, telephone: '7712345' }
  await cashier.send('POST', `${API_BASE}verify`, { body })
  const headers = { 'idempotency-key': randomUUID() }
  await cashier.send('POST', `${API_BASE}transactions`, { body, headers })
  await db.updateTable('vend').set({ state: 'manual' }).where('state', '=', 'unknown').execute()
  const at = clock.now()
  await db
    .insertInto('backup')
    .values({
      file: 'flexpower-1.backup',
      created_at: at,
      state: 'verified',
      finished_at: at,
      copied_to: 'file:///nonexistent/backups',
      copied_at: at,
      copy_checked_at: at,
    })
    .execute()
  await db
    .insertInto('outbox')
    .values([
      { channel: 'mail', recipient: 'a@example.gm', subject: '', body: '', created_at: at, send_at: at },
      {
        channel: 'sms',
        recipient: '7712345',
        subject: '',
        body: '',
        created_at: at,
        send_at: at,
        failed_at: at,
        failure: 'refused',
      },
    ])
    .execute()
  await readBalancesDue(context)
  await lookAtBooks({ db, clock, log: context.log })
  context.metrics.countRequest({ method: 'GET', route: '/readyz', status: 503, ms: 1 })
  context.metrics.countRefusedLogin('password')
  context.metrics.countTurnedAway('sales')
  const ofProcess = await createMetrics({ ofProcess: true }).scrape()
  const own = new Set(ofProcess.filter(({ name }) => !name.startsWith('flexpower_')))
  const text = await writeMetrics([[...(await world.metrics.scrape()), ...own]])
  const found = new Map<string, Map<string, Set<string>>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Map<string, Set<string>>()
    found.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
  return found
}

/** What Prometheus itself adds to every series. */
const ADDED = new Set(['instance', 'job'])

/** What an expression names that is not offered. */
function findUnknown(expression: string): string[] {
  const problems: string[] = []
  const named = [...expression.matchAll(/\b((?:flexpower|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
  if (named.length === 0 && !expression.startsWith('up{')) problems.push(`no metric in ${expression}`)
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, ?/))
  for (const [, name = '', matchers = ''] of named) {
    const labels = offered.get(name)
    if (!labels) problems.push(name)
    for (const [, label = '', , value = ''] of matchers.matchAll(/(\w+)(=|!=|=~)"([^"]*)"/g))
      if (!labels?.get(label)?.has(value)) problems.push(`${name}{${label}="${value}"}`)
    for (const label of grouped)
      if (labels && !labels.has(label) && !ADDED.has(label)) problems.push(`${name} by (${label})`)
  }
  return problems
}

test('every alert rule names what a server offers, and says what to do', () => {
  expect(rules.length).toBeGreaterThan(15)
  expect(
    rules.flatMap(({ alert, expr }) => findUnknown(expr).map((problem) => `${alert}: ${problem}`)),
  ).toEqual([])
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity)
    expect(annotations.summary, alert).toMatch(/\.$/)
  }
})

test('every panel of the dashboard names what a server offers', () => {
  expect(panels.length).toBeGreaterThan(15)
  const problems = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => findUnknown(expr).map((problem) => `${title}: ${problem}`)),
  )
  expect(problems).toEqual([])
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})

test('an expression with a typo is found', () => {
  expect(findUnknown('sum(flexpower_sale_total)')).toEqual(['flexpower_sale_total'])
  expect(findUnknown('max(flexpower_open_sales{state="manuel"})')).toEqual([
    'flexpower_open_sales{state="manuel"}',
  ])
  expect(findUnknown('max by (products) (flexpower_open_sale_oldest_seconds)')).toEqual([
    'flexpower_open_sale_oldest_seconds by (products)',
  ])
})

test('every YAML file of the monitoring can be read', async () => {
  for (const name of await readdir(monitoring))
    if (name.endsWith('.yml')) expect(parse(await readText(name)), name).toBeTypeOf('object')
})

test('docs/metrics.md lists exactly the metrics that there are, with their labels', async () => {
  const document = await readFile(new URL('docs/metrics.md', project), 'utf8')
  const listed = [...document.matchAll(/^\| `(flexpower_\w+)`\s*\| ([^|]*)\|/gm)].map(
    ([, name = '', labels = '']) => `${name} ${labels.trim()}`.trim(),
  )
  const declared = [...offered]
    .filter(([name]) => name.startsWith('flexpower_') && !/_(bucket|sum)$/.test(name))
    .map(([name, labels]) => `${name.replace(/_count$/, '')} ${[...labels.keys()].join(', ')}`.trim())
  expect(listed.toSorted()).toEqual(declared.toSorted())
})
