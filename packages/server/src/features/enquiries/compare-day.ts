// A day of ours beside a day of the utility's, both ways. A sale of ours is compared on the day on which we confirmed it,
// because that day is closed at midnight; a line of theirs that is not in our books belongs to the day of their list.
import type { Comparison, Day, Difference } from '@flexpower/contract'
import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { alone } from '../../db/alone.ts'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import { answerOf } from '../../utility-answer.ts'
import { endOf, startOf } from './ask.ts'
import { daysAround, type Matched, matchPurchases, type OwnOrder, salesOf, voidedLate } from './match.ts'
import { compareTokens } from './tokens.ts'

type Found = Pick<Difference, 'day' | 'kind' | 'reference' | 'meter' | 'ours' | 'theirs'>

const DAYS_SHOWN = 60
const ROWS_AT_ONCE = 1000
const GONE = 'It was no longer there when the day was compared again.'

/** Comparing is one process's work at a time: an older look must not settle what a newer one found. */
export const whileComparing = <Result>({ db }: Context, work: () => Promise<Result>) =>
  alone(db, 'comparison', work)

/**
 * Compares the day and writes down what does not agree; throws when the utility cannot be asked, and then writes nothing.
 * Ours are read first, then their list, then the orders behind its lines: so what is sold meanwhile is missing on neither
 * side. An order that is still open is no difference; it is compared on the day on which it ends.
 */
export async function compareDay(context: Context, day: Day): Promise<Comparison> {
  const { db, clock, log } = context
  const ours = await salesOf(db, day)
  const givenUp = await voidedLate(db, startOf(day), endOf(day))
  const lists = createLists(context)
  const theirs = await lists.of(day)
  const found = [
    ...theirs.filter(isNotOurs).map((row) => surplus(row, day)),
    ...(await lateSurplus(lists, givenUp)),
    ...(await missingOrOther(context, lists, ours, day)),
  ]
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const totals = { at, ours: ours.length, theirs: theirs.length }
    await tx
      .insertInto('comparison')
      .values({ day, ...totals })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(totals))
      .execute()
    await writeDifferences(tx, day, found, at)
  })
  const [written] = await readComparisons(context, day)
  if (!written) throw new Error('the comparison was not written')
  if (written.differences > 0) log.warn(written, 'our books and the utility’s do not agree')
  return written
}

interface Lists {
  of(day: Day): Promise<Matched[]>
}

/** Each day is asked for once. */
function createLists(context: Context): Lists {
  const { db, utility } = context
  const asked = new Map<Day, Matched[]>()
  return {
    async of(day) {
      const known = asked.get(day)
      if (known) return known
      const purchases = answerOf(context, 'list the day', await utility.shiftPurchases(day))
      const matched = await matchPurchases(db, purchases)
      asked.set(day, matched)
      return matched
    },
  }
}

const isNotOurs = ({ match }: Matched) => match === 'not in our books'

const surplus = ({ purchase: { utilityTransaction, meter, amount, at } }: Matched, day: Day): Found => ({
  day,
  kind: 'not in our books',
  // Their own number, because an order of ours that was sold twice has one reference; the rest is for lists without.
  reference: utilityTransaction || `${meter} ${at.toISOString()}`,
  meter,
  ours: null,
  theirs: amount,
})

/** What we gave up today was open when its own day was compared, so that list is looked at again. */
async function lateSurplus(lists: Lists, givenUp: OwnOrder[]): Promise<Found[]> {
  const found: Found[] = []
  for (const order of givenUp)
    for (const day of daysAround(order)) {
      const rows = (await lists.of(day)).filter((row) => row.order?.id === order.id)
      found.push(...rows.filter(isNotOurs).map((row) => surplus(row, day)))
    }
  return found
}

/**
 * A sale at the edge of midnight, by their clock or ours, or one that was confirmed long after it was sent, stands on
 * another day's list: those are looked at before it is called missing.
 */
async function missingOrOther(context: Context, lists: Lists, ours: OwnOrder[], day: Day): Promise<Found[]> {
  const missing = new Map(ours.map((order) => [order.id, order]))
  const pairs: Matched[] = []
  const lookAt = async (listed: Day) => {
    for (const row of await lists.of(listed))
      if (row.order && row.match !== 'not in our books' && missing.delete(row.order.id)) pairs.push(row)
  }
  await lookAt(day)
  const others = new Set([...missing.values()].flatMap(daysAround))
  for (const other of others) if (missing.size > 0) await lookAt(other)
  const compared = await compareTokens(context, pairs)
  return [
    ...compared.flatMap(({ order, purchase, match }): Found[] =>
      order && (match === 'amount differs' || match === 'tokens differ')
        ? [differing(order, day, match, purchase.amount)]
        : [],
    ),
    ...[...missing.values()].map((order) => differing(order, day, 'not at the utility', null)),
  ]
}

const differing = (
  { reference, meter, vended }: OwnOrder,
  day: Day,
  kind: Found['kind'],
  theirs: Found['theirs'],
): Found => ({ day, kind, reference, meter, ours: vended, theirs })

/**
 * One row for each, however often the day is compared. What a person settled stays settled. What is no longer found is
 * settled by the server and not removed: somebody may have seen it, and it was there; found again, it is open again.
 */
async function writeDifferences(tx: Tx, day: Day, found: Found[], at: Date): Promise<void> {
  // The same line may be found on its own day's list and as an order given up late.
  const unique = [...new Map(found.map((each) => [keyOf(each), each])).values()]
  for (let start = 0; start < unique.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('difference')
      .values(
        unique
          .slice(start, start + ROWS_AT_ONCE)
          .map((each): Insertable<Schema['difference']> => ({ ...each, found_at: at })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'reference'])
          .doUpdateSet((row) => ({
            meter: row.ref('excluded.meter'),
            ours: row.ref('excluded.ours'),
            theirs: row.ref('excluded.theirs'),
            settled_at: null,
            note: null,
          }))
          .where('difference.settled_by', 'is', null),
      )
      .execute()
  const still = new Set(unique.map(keyOf))
  const open = await tx
    .selectFrom('difference')
    .select(['id', 'day', 'kind', 'reference'])
    .where('day', '=', day)
    .where('settled_at', 'is', null)
    .execute()
  const gone = open.filter((each) => !still.has(keyOf(each))).map(({ id }) => id)
  if (gone.length > 0)
    await tx
      .updateTable('difference')
      .set({ settled_at: at, note: GONE })
      .where(sql<boolean>`id = any(${gone}::bigint[])`)
      .execute()
}

const keyOf = ({ day, kind, reference }: Pick<Found, 'day' | 'kind' | 'reference'>) =>
  `${day} ${kind} ${reference}`

/** Of that day, or of the latest days. `differences`: what did not agree, settled by a person or not. */
export const readComparisons = ({ db }: Context, day: Day | null = null): Promise<Comparison[]> =>
  db
    .selectFrom('comparison')
    .$if(day !== null, (query) => query.where('day', '=', day))
    .select(['day', 'at', 'ours', 'theirs'])
    .select(({ selectFrom, fn }) =>
      selectFrom('difference')
        .whereRef('difference.day', '=', 'comparison.day')
        .where(({ or, eb }) => or([eb('settled_at', 'is', null), eb('settled_by', 'is not', null)]))
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .as('differences'),
    )
    .orderBy('day', 'desc')
    .limit(DAYS_SHOWN)
    .execute()
