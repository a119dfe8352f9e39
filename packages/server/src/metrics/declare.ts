// Every metric of the server: its name, its labels and what it means. Labels have few, fixed values, so the number of
// series is bounded. docs/metrics.md shows the same table; a test compares them.
import { collectDefaultMetrics, Counter, Gauge, Histogram, type MetricObject, Registry } from 'prom-client'
import type { BookFigure, FigureName, Metrics, Readings } from './metrics.ts'

const EXCHANGE_SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]
const WAIT_SECONDS = [0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.8, 2, 5, 10]
const BATCH_ITEMS = [1, 2, 4, 8, 16, 32]

interface Figure {
  name: string
  help: string
  label?: string
}

/** Read from the database, at most once in ten seconds (books.ts). */
const figures: Record<FigureName, Figure> = {
  'open sales': {
    name: 'flexpower_open_sales',
    help: 'Sales without an end; in state manual an Admin has to decide.',
    label: 'state',
  },
  'oldest open sale': {
    name: 'flexpower_open_sale_oldest_seconds',
    help: 'Age of the oldest sale without an end.',
    label: 'product',
  },
  held: { name: 'flexpower_held_dalasi', help: 'Money held for sales without an end.' },
  'messages waiting': {
    name: 'flexpower_outbox_waiting',
    help: 'Messages that are not sent yet.',
    label: 'channel',
  },
  'oldest message': {
    name: 'flexpower_outbox_oldest_seconds',
    help: 'Age of the oldest message that is not sent yet.',
    label: 'channel',
  },
  'messages failed': {
    name: 'flexpower_outbox_failed',
    help: 'Messages that were given up in the last 24 hours.',
    label: 'channel',
  },
  floats: { name: 'flexpower_floats_dalasi', help: 'All floats of cashiers together.', label: 'kind' },
  account: {
    name: 'flexpower_account_used',
    help: '1: we sell from an account at this other side.',
    label: 'side',
  },
  'account balance': {
    name: 'flexpower_account_balance',
    help: 'What is left of our account at the other side, in the currency of the account.',
    label: 'side',
  },
  'account age': {
    name: 'flexpower_account_balance_age_seconds',
    help: 'Since when that balance is known.',
    label: 'side',
  },
  'account lasts': {
    name: 'flexpower_account_runway_days',
    help: 'How long that balance lasts, by the sales of the last seven days.',
    label: 'side',
  },
  'backup age': { name: 'flexpower_backup_age_seconds', help: 'Age of the newest verified backup.' },
  'copy target': {
    name: 'flexpower_backup_copy_wanted',
    help: '1: FLEXPOWER_BACKUP_TARGET is set, so backups have to arrive there; otherwise 0.',
  },
  'copy age': {
    name: 'flexpower_backup_copy_age_seconds',
    help: 'Since the last backup arrived at FLEXPOWER_BACKUP_TARGET. Missing if none ever did.',
  },
  'copy check age': {
    name: 'flexpower_backup_copy_check_age_seconds',
    help: 'Since the newest copy was read back as a whole. Missing if none ever was.',
  },
  'broken invariants': {
    name: 'flexpower_ledger_broken_invariants',
    help: 'Invariants of the books that the last audit found broken; must be 0.',
  },
  'audit age': { name: 'flexpower_ledger_audit_age_seconds', help: 'Since the books were last audited.' },
}

export interface DeclaredMetrics extends Metrics {
  /** All metrics of this process, in a form that can be sent to another one. */
  scrape(): Promise<MetricObject[]>
}

/** `ofProcess`: with memory, processor time and event loop, for a process that is this server alone. */
export function createMetrics({ ofProcess = false } = {}): DeclaredMetrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const readings: Partial<Readings> = {}
  declareReadings(registers, readings)
  const readFigures = declareFigures(registers)
  return {
    ...declareCounts(registers),
    read: (given) => void Object.assign(readings, given),
    async scrape() {
      await readFigures(readings.books)
      return registry.getMetricsAsJSON()
    },
  }
}

function declareCounts(registers: Registry[]): Omit<Metrics, 'read'> {
  const sales = new Counter({
    name: 'flexpower_sales_total',
    help: 'Ends of sales: sold, refused, or undecided. An undecided one is counted again when it ends.',
    labelNames: ['product', 'result'],
    registers,
  })
  const exchanges = new Histogram({
    name: 'flexpower_exchange_seconds',
    help: 'Queries and orders to the utility and the aggregator, by outcome.',
    labelNames: ['side', 'purpose', 'outcome'],
    buckets: EXCHANGE_SECONDS,
    registers,
  })
  const requests = new Counter({
    name: 'flexpower_http_requests_total',
    help: 'Answered HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Counter({
    name: 'flexpower_http_request_seconds_total',
    help: 'Time that they took, all together.',
    labelNames: ['method', 'route'],
    registers,
  })
  const waits = new Histogram({
    name: 'flexpower_admission_wait_seconds',
    help: 'How long calls waited before the server worked on them.',
    labelNames: ['lane'],
    buckets: WAIT_SECONDS,
    registers,
  })
  const turnedAway = new Counter({
    name: 'flexpower_admission_refused_total',
    help: 'Calls that were refused because they would have waited too long.',
    labelNames: ['lane'],
    registers,
  })
  const batches = new Histogram({
    name: 'flexpower_ledger_batch_sales',
    help: 'How many sales shared one statement of the ledger.',
    labelNames: ['statement'],
    buckets: BATCH_ITEMS,
    registers,
  })
  const logins = new Counter({
    name: 'flexpower_logins_refused_total',
    help: 'Sign-ins that were refused.',
    labelNames: ['reason'],
    registers,
  })
  return {
    countSale: (product, result) => sales.inc({ product, result }),
    observeExchange: ({ ms, ...labels }) => exchanges.observe(labels, ms / 1000),
    countRequest({ method, route, status, ms }) {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
      requestSeconds.inc({ method, route }, ms / 1000)
    },
    observeWait: (lane, ms) => waits.observe({ lane }, ms / 1000),
    countTurnedAway: (lane) => turnedAway.inc({ lane }),
    observeBatch: (statement, items) => batches.observe({ statement }, items),
    countRefusedLogin: (reason) => logins.inc({ reason }),
  }
}

function declareReadings(registers: Registry[], readings: Partial<Readings>): void {
  const declare = <Reading>(
    configuration: { name: string; help: string; labelNames: string[] },
    list: () => readonly Reading[],
    read: (reading: Reading) => [labels: Record<string, string>, value: number],
  ) =>
    new Gauge({
      ...configuration,
      registers,
      collect() {
        for (const reading of list()) this.set(...read(reading))
      },
    })
  const lanes = () => readings.lanes?.() ?? []
  const pools = () => readings.pools?.() ?? []
  declare(
    {
      name: 'flexpower_admission_waiting',
      help: 'Calls that wait for a place at this moment.',
      labelNames: ['lane'],
    },
    lanes,
    ({ lane, waiting }) => [{ lane }, waiting],
  )
  declare(
    {
      name: 'flexpower_admission_working',
      help: 'Calls that the server works on at this moment.',
      labelNames: ['lane'],
    },
    lanes,
    ({ lane, working }) => [{ lane }, working],
  )
  declare(
    { name: 'flexpower_pool_open', help: 'Open connections to the database.', labelNames: ['pool'] },
    pools,
    ({ pool, open }) => [{ pool }, open],
  )
  declare(
    { name: 'flexpower_pool_idle', help: 'Those that nobody uses.', labelNames: ['pool'] },
    pools,
    ({ pool, idle }) => [{ pool }, idle],
  )
  declare(
    { name: 'flexpower_pool_waiting', help: 'Statements that wait for a connection.', labelNames: ['pool'] },
    pools,
    ({ pool, waiting }) => [{ pool }, waiting],
  )
  declare(
    { name: 'flexpower_pool_most', help: 'How many connections there may be.', labelNames: ['pool'] },
    pools,
    ({ pool, most }) => [{ pool }, most],
  )
}

/** All processes read the same database, so what they say is not added up. */
function declareFigures(registers: Registry[]): (read: Readings['books'] | undefined) => Promise<void> {
  const up = new Gauge({
    name: 'flexpower_database_up',
    help: '1 if the figures of the books could be read, otherwise 0.',
    registers,
    aggregator: 'max',
  })
  const gauges = new Map(
    Object.entries(figures).map(([figure, { name, help, label }]) => [
      figure as FigureName,
      new Gauge({ name, help, labelNames: label ? [label] : [], registers, aggregator: 'max' }),
    ]),
  )
  const set = ({ figure, label, value }: BookFigure) => {
    const { label: name } = figures[figure]
    gauges.get(figure)?.set(name ? { [name]: label } : {}, value)
  }
  return async (read) => {
    if (!read) return
    const found = await read()
    // What cannot be read is missing, not zero.
    for (const [figure, gauge] of gauges) {
      gauge.reset()
      if (!figures[figure].label) gauge.remove()
    }
    for (const figure of found ?? []) set(figure)
    up.set(found === null ? 0 : 1)
  }
}
