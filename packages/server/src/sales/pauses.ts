// What a paused product answers. A verification reads the pause; the statement that opens a sale decides
// (ledger/book-sql.ts). Open sales go on to their end (decision 38).
import type { ProductName } from '@flexpower/contract'
import { type Db, statement } from '../db/db.ts'
import { Refusal } from '../refusal.ts'

// Runs with every verification.
const findPause = statement<{ sentence: string }>(
  'find_pause',
  'select sentence from selling_pause where product = $1',
)

export async function refuseWhilePaused(db: Db, product: ProductName): Promise<void> {
  const [pause] = await findPause(db, [product])
  if (pause) throw sellingPaused(pause.sentence)
}

export const sellingPaused = (sentence: string) =>
  new Refusal(
    'refused',
    `Selling is paused: ${sentence} Nothing was sold and no money moved; sell it when it is resumed.`,
  )
