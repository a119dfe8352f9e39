// Pausing and resuming the sale of a product, with a sentence that counters show (sales/pauses.ts).
import type { ProductName } from '@flexpower/contract'
import { type Db, inTransaction } from '../db/db.ts'
import { cleanText } from '../clean-text.ts'
import { type Actor, recordAct } from '../ledger/acts.ts'
import { tellEverybody } from '../live/tell.ts'
import { Refusal } from '../refusal.ts'
import type { Clock } from '../runtime/clock.ts'

const SENTENCE_MOST = 200

interface Operating extends Actor {
  context: { db: Db; clock: Clock }
}

interface Pause {
  product: ProductName
  sentence: string
  since: Date
}

/** A product that is paused already gets the new sentence. */
export async function pauseSelling(
  actor: Operating,
  products: readonly ProductName[],
  given: string,
): Promise<void> {
  const { db, clock } = actor.context
  const sentence = readSentence(given)
  await inTransaction(db, async (tx) => {
    for (const product of products) {
      const before = await tx
        .selectFrom('selling_pause')
        .select('sentence')
        .where('product', '=', product)
        .forUpdate()
        .executeTakeFirst()
      await tx
        .insertInto('selling_pause')
        .values({ product, sentence, paused_at: clock.now() })
        .onConflict((conflict) => conflict.column('product').doUpdateSet({ sentence }))
        .execute()
      await recordAct(tx, actor, {
        action: 'paused selling',
        record: `selling/${product}`,
        title: product,
        ...(before && { before }),
        after: { sentence },
      })
    }
    await tellEverybody(tx, 'selling', clock.now())
  })
}

function readSentence(given: string): string {
  const sentence = cleanText(given, Number.POSITIVE_INFINITY).replaceAll(/\s+/g, ' ')
  if (sentence === '' || sentence.length > SENTENCE_MOST)
    throw new Refusal(
      'invalid',
      `Say why, in one sentence of at most ${SENTENCE_MOST} characters: the counters show it. Nothing was changed.`,
    )
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Returns those that were paused. */
export async function resumeSelling(
  actor: Operating,
  products: readonly ProductName[],
): Promise<ProductName[]> {
  const { db, clock } = actor.context
  return inTransaction(db, async (tx) => {
    const resumed = await tx
      .deleteFrom('selling_pause')
      .where('product', 'in', products)
      .returning(['product', 'sentence'])
      .execute()
    for (const { product, sentence } of resumed)
      await recordAct(tx, actor, {
        action: 'resumed selling',
        record: `selling/${product}`,
        title: product,
        before: { sentence },
      })
    await tellEverybody(tx, 'selling', clock.now())
    return resumed.map(({ product }) => product)
  })
}

export const listPauses = (db: Db): Promise<Pause[]> =>
  db
    .selectFrom('selling_pause')
    .select(['product', 'sentence', 'paused_at as since'])
    .orderBy('product')
    .execute()
