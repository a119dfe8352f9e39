// Compares one of our days with a day of the other side, both ways. A sale of ours is compared on the day on which we
// confirmed it, because that day is closed at midnight. A line of theirs that is not in our books belongs to the day of
// their list.
import type { Comparison, Day, Difference, OtherSide } from '@flexpower/contract'
import { type Insertable, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { alone } from '../../db/alone.ts'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import { type Lists, openLists } from './lists.ts'
import { daysAround, type TheirLine, type Matched, type OwnOrder, readSales, voidedLate } from './match.ts'
import { type ComparedSide, describeSide } from './other-sides.ts'

type Found = Pick<
  Difference,
  'day' | 'kind' | 'reference' | 'subject' | 'ours' | 'theirs' | 'ourCost' | 'theirCost'
>

const COMPARISONS_SHOWN = 120
const ROWS_AT_ONCE = 1000
const GONE = 'It was no longer there when the day was compared again.'

/** One process compares at a time: an older comparison must not settle what a newer one found. */
export const whileComparing = <Result>({ db }: Context, work: () => Promise<Result>) =>
  alone(db, 'comparison', work)

/**
 * Compares the day and stores what does not agree. Throws if the other side cannot be asked, and then stores nothing.
 * Our sales are read first, then their list, then the orders behind its lines: so a sale made meanwhile is missing on
 * neither side. An open order is no difference; it is compared on the day on which it ends.
 */
export async function compareDay(context: Context, otherSide: OtherSide, day: Day): Promise<Comparison> {
  const { db, clock, log } = context
  const side = describeSide(context, otherSide)
  const ours = await readSales(db, side, day)
  const givenUp = await voidedLate(db, side, startOfDay(day), endOfDay(day))
  const lists = openLists(context, otherSide)
  const theirs = await lists.of(day)
  const late = await lateSurplus(side, lists, givenUp)
  const { differing, ambiguous } = await compareSales(side, lists, ours, day)
  const found = [...theirs.filter(isNotOurs).map((row) => surplus(row, day)), ...late, ...differing]
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const totals = { at, ours: ours.length, theirs: theirs.length, ambiguous }
    await tx
      .insertInto('comparison')
      .values({ day, other_side: otherSide, ...totals })
      .onConflict((conflict) => conflict.columns(['day', 'other_side']).doUpdateSet(totals))
      .execute()
    await writeDifferences(tx, otherSide, day, found, at)
  })
  const written = (await readComparisons(context, day)).find((each) => each.otherSide === otherSide)
  if (!written) throw new Error('the comparison was not written')
  if (written.differences > 0) log.warn(written, 'our books and those of the other side do not agree')
  return written
}

const isNotOurs = ({ match }: Matched) => match === 'not in our books'

const surplus = (
  { line: { transaction, subject, account, amount, at, cost } }: Matched,
  day: Day,
): Found => ({
  day,
  kind: 'not in our books',
  // By their own number, because an order of ours that was sold twice has one reference; the rest is for lists without.
  reference: transaction || `${subject} ${at.toISOString()}`,
  subject: subject || account,
  ours: null,
  theirs: amount,
  ourCost: null,
  theirCost: cost,
})

/** What we gave up today was open when its own day was compared, so that list is read again. */
async function lateSurplus(side: ComparedSide, lists: Lists, givenUp: OwnOrder[]): Promise<Found[]> {
  const found: Found[] = []
  for (const order of givenUp)
    for (const day of daysAround(side, order)) {
      const rows = (await lists.of(day)).filter((row) => isNotOurs(row) && mayBe(order, row))
      found.push(...rows.map((row) => surplus(row, day)))
    }
  return found
}

/** If a list has no references: by the customer and the money. */
const mayBe = ({ id, subject, ordered }: OwnOrder, { order, line }: Matched): boolean =>
  order?.id === id ||
  (order === null &&
    line.references === null &&
    (line.subject || line.account) === subject &&
    line.amount === ordered)

/**
 * A sale near midnight by their clock or ours, or one confirmed long after it was sent, is on another day's list. Those
 * lists are read before it is called missing.
 */
async function compareSales(side: ComparedSide, lists: Lists, ours: OwnOrder[], day: Day) {
  const missing = new Map(ours.map((order) => [order.id, order]))
  const pairs: Matched[] = []
  const lookAt = async (listed: Day) => {
    for (const row of await lists.of(listed))
      if (row.order && row.match !== 'not in our books' && missing.delete(row.order.id)) pairs.push(row)
  }
  await lookAt(day)
  const others = new Set([...missing.values()].flatMap((order) => daysAround(side, order)))
  for (const other of others) if (missing.size > 0) await lookAt(other)
  const checked = await lists.check(pairs)
  // Of several equal sales, a closer look may have found a different one than the first guess.
  const present = new Set(checked.map(({ order }) => order?.id))
  const differing = [
    ...checked.flatMap(({ order, line, match }): Found[] =>
      order && (match === 'amount differs' || match === 'tokens differ')
        ? [describeDifference(order, day, match, line)]
        : [],
    ),
    ...ours
      .filter(({ id }) => !present.has(id))
      .map((order) => describeDifference(order, day, 'not on the other side', null)),
  ]
  return { differing, ambiguous: checked.filter(({ match }) => match === 'one of several').length }
}

const describeDifference = (
  { reference, subject, ordered, sale }: OwnOrder,
  day: Day,
  kind: Found['kind'],
  line: TheirLine | null,
): Found => ({
  day,
  kind,
  reference,
  subject,
  ours: ordered,
  theirs: line?.amount ?? null,
  ourCost: sale?.cost ?? null,
  theirCost: line?.cost ?? null,
})

/**
 * One row for each, however often the day is compared. What a person settled stays settled. What is no longer found is
 * settled by the server and not removed, because somebody may have seen it. Found again, it is open again.
 */
async function writeDifferences(
  tx: Tx,
  otherSide: OtherSide,
  day: Day,
  found: Found[],
  at: Date,
): Promise<void> {
  // The same line may be found on its own day's list and as an order given up late.
  const unique = [...new Map(found.map((each) => [buildKey(each), each])).values()]
  for (let start = 0; start < unique.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('difference')
      .values(
        unique.slice(start, start + ROWS_AT_ONCE).map(
          ({ ourCost, theirCost, ...each }): Insertable<Schema['difference']> => ({
            ...each,
            our_cost: ourCost,
            their_cost: theirCost,
            other_side: otherSide,
            found_at: at,
          }),
        ),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['other_side', 'day', 'kind', 'reference'])
          .doUpdateSet((row) => ({
            subject: row.ref('excluded.subject'),
            ours: row.ref('excluded.ours'),
            theirs: row.ref('excluded.theirs'),
            our_cost: row.ref('excluded.our_cost'),
            their_cost: row.ref('excluded.their_cost'),
            settled_at: null,
            note: null,
          }))
          .where('difference.settled_by', 'is', null),
      )
      .execute()
  const still = new Set(unique.map(buildKey))
  const open = await tx
    .selectFrom('difference')
    .select(['id', 'day', 'kind', 'reference'])
    .where('other_side', '=', otherSide)
    .where('day', '=', day)
    .where('settled_at', 'is', null)
    .execute()
  const gone = open.filter((each) => !still.has(buildKey(each))).map(({ id }) => id)
  if (gone.length > 0)
    await tx
      .updateTable('difference')
      .set({ settled_at: at, note: GONE })
      .where(sql<boolean>`id = any(${gone}::bigint[])`)
      .execute()
}

const buildKey = ({ day, kind, reference }: Pick<Found, 'day' | 'kind' | 'reference'>) =>
  `${day} ${kind} ${reference}`

/** Of that day, or of the latest days. Without those that the server settled: they are no longer differences. */
export const readComparisons = ({ db }: Context, day: Day | null = null): Promise<Comparison[]> =>
  db
    .selectFrom('comparison')
    .$if(day !== null, (query) => query.where('day', '=', day))
    .select(['day', 'other_side as otherSide', 'at', 'ours', 'theirs', 'ambiguous'])
    .select(({ selectFrom, fn }) => {
      const counted = selectFrom('difference')
        .whereRef('difference.day', '=', 'comparison.day')
        .whereRef('difference.other_side', '=', 'comparison.other_side')
        .select(fn.countAll<number>().as('count'))
      return [
        counted.where('settled_at', 'is', null).$asScalar().as('differences'),
        counted.where('settled_by', 'is not', null).$asScalar().as('settled'),
      ]
    })
    .orderBy('day', 'desc')
    .orderBy('other_side', 'desc')
    .limit(COMPARISONS_SHOWN)
    .execute()
