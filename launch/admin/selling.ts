// Subcommands about selling and the books: pause and resume, look open sales up now, compare a day, audit.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDay, PRODUCTS, type ProductName } from '@flexpower/contract'
import type { Db } from '../../packages/server/src/db/db.ts'
import { compareSides } from '../../packages/server/src/features/enquiries/reconciliation.ts'
import { auditBooks, INVARIANTS } from '../../packages/server/src/ledger/audit.ts'
import { Refusal } from '../../packages/server/src/refusal.ts'
import { listPauses, pauseSelling, resumeSelling } from '../../packages/server/src/sales/pause-selling.ts'
import { countServers, hurryRecovery } from '../../packages/server/src/sales/recover.ts'
import { silent } from '../../packages/server/src/metrics/metrics.ts'
import { noTraces } from '../../packages/server/src/traces/traces.ts'
import { asOperator, type Command, type ExitCode, type OperatorCall, WrongUsage } from './command.ts'

/** A server looks every second, and a question at the utility takes seconds. */
const RECOVER_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 250

const ALL = 'all'
const PRODUCT = [...PRODUCTS, ALL].join('|')

function readProducts(given: string): readonly ProductName[] {
  const products = PRODUCTS.filter((product) => given === ALL || given === product)
  if (products.length === 0) throw new WrongUsage(`There is no product ${given}: name one of ${PRODUCT}.`)
  return products
}

const pause: Command = {
  name: 'pause',
  parameters: `${PRODUCT} "SENTENCE"`,
  takes: [2, 2],
  does: 'stops selling a product at every counter, with a sentence that they show',
  details:
    'Nothing is verified or sold from then on, at no server. Sales that are open go on to their end. A further pause changes the sentence.',
  run: ([product = '', sentence = '']) => {
    const products = readProducts(product)
    return asOperator(async (call) => {
      await pauseSelling(call, products, sentence)
      return showPauses(call)
    })
  },
}

const resume: Command = {
  name: 'resume',
  parameters: PRODUCT,
  takes: [1, 1],
  does: 'sells a product again',
  run: ([product = '']) => {
    const products = readProducts(product)
    return asOperator(async (call) => {
      const resumed = await resumeSelling(call, products)
      console.log(resumed.length === 0 ? 'It was not paused.' : `Sold again: ${resumed.join(', ')}.`)
      return showPauses(call)
    })
  },
}

async function showPauses({ context: { db } }: OperatorCall): Promise<ExitCode> {
  const pauses = await listPauses(db)
  for (const { product, sentence } of pauses) console.log(`Paused: ${product}. Counters show: ${sentence}`)
  if (pauses.length === 0) console.log('Nothing is paused.')
  return 0
}

const recover: Command = {
  name: 'recover',
  parameters: '',
  takes: [0, 0],
  does: 'has the servers look up all open sales now',
  details: `Waits up to ${RECOVER_WITHIN_MS / 1000} seconds; exits with 1 if one is open after that. A sale that waits for an Admin is listed only.`,
  run: () =>
    asOperator(async (call) => {
      const { db } = call.context
      if ((await countServers(db)) === 0)
        throw new Refusal(
          'unavailable',
          'No server is running, and the servers do it: start one. At its start it looks open sales up by itself.',
        )
      await hurryRecovery(call)
      const open = (await readOpen(db)).map(({ id }) => id)
      const giveUpAt = performance.now() + RECOVER_WITHIN_MS
      while (performance.now() < giveUpAt && (await readOpen(db)).some(isWorkedOn)) await sleep(LOOK_EVERY_MS)
      const still = await readOpen(db)
      for (const { reference, product, subject, state } of still)
        console.log(
          `${reference} ${product} ${subject}: ${state === 'manual' ? 'waits for an Admin' : 'still open'}`,
        )
      const ended = open.filter((id) => !still.some((sale) => sale.id === id)).length
      console.log(`${ended} of ${open.length} open sales have ended.`)
      return still.length === 0 ? 0 : 1
    }),
}

const readOpen = (db: Db) =>
  db
    .selectFrom('vend')
    .select(['id', 'reference', 'product', 'subject', 'state'])
    .where('state', 'in', ['sent', 'unknown', 'manual'])
    .orderBy('id')
    .execute()

const isWorkedOn = ({ state }: { state: string }) => state !== 'manual'

const reconcile: Command = {
  name: 'reconcile',
  parameters: 'DAY',
  takes: [1, 1],
  does: 'compares a day with the books of the utility and of the aggregator',
  details: 'DAY as 2026-11-17. Exits with 1 if there are differences to settle.',
  run: ([given = '']) => {
    const day = parseDay(given)
    if (day === null) throw new WrongUsage(`${given} is not a day: write it as 2026-11-17.`)
    return asOperator(async (call) => {
      const { config } = call.context
      const { utility } = config
      if (utility === null)
        throw new Refusal(
          'invalid',
          'No utility is configured here, and only its server knows the simulator: compare the day on the screen Reconciliation.',
        )
      // Loaded late: nothing else here needs the whole server, or asks the other sides.
      const { assemble } = await import('../../packages/server/src/app.ts')
      const { connectGateways } = await import('../../packages/server/src/connect-gateways.ts')
      const { close, ...gateways } = connectGateways({ ...call.context, config: { ...config, utility } })
      const context = assemble({
        ...call.context,
        ...gateways,
        replica: null,
        metrics: silent,
        traces: noTraces,
      })
      const compared = await compareSides({ ...call, context }, day).finally(close)
      for (const { otherSide, ours, theirs, differences } of compared)
        console.log(`${day}, ${otherSide}: ${ours} sales here, ${theirs} there, ${differences} differences`)
      return compared.every(({ differences }) => differences === 0) ? 0 : 1
    })
  },
}

const audit: Command = {
  name: 'audit',
  parameters: '',
  takes: [0, 0],
  does: 'checks the books; exits with 1 if an invariant is broken',
  run: () =>
    asOperator(async ({ context: { db, clock } }) => {
      const violations = await auditBooks(db, clock.now())
      for (const { invariant, examples } of violations) {
        console.log(`Broken: ${invariant}`)
        for (const example of examples) console.log(`  ${JSON.stringify(example)}`)
      }
      console.log(`${violations.length} of ${INVARIANTS} invariants broken`)
      return violations.length === 0 ? 0 : 1
    }),
}

export const sellingCommands: readonly Command[] = [pause, resume, recover, reconcile, audit]
