// Whether the customer has the tokens that the utility issued. Its lists leave tokens out, so each sale is looked up.
// What the utility does not show is not called a difference.
import type { Context } from '../../runtime/context.ts'
import { requireAnswer } from '../../utility-answer.ts'
import type { TheirLine, Matched, OwnOrder } from './match.ts'

const AT_ONCE = 8
/** One sale that cannot be looked up must not stop the rest; a utility that does not answer must. */
const SILENCES_MOST = 5

export async function compareTokens<Listed extends TheirLine>(
  context: Context,
  matched: readonly Matched<Listed>[],
): Promise<Matched<Listed>[]> {
  const compared = [...matched]
  const places = matched.flatMap(({ match }, place) =>
    match === 'same' || match === 'one of several' ? [place] : [],
  )
  let silences = 0
  const takeNext = async (): Promise<void> => {
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      const row = matched[place]
      if (!row) continue
      const outcome = await context.utility.readTransaction({
        ...row.line,
        subject: row.line.subject || row.line.account,
      })
      if (outcome.kind === 'accepted') {
        compared[place] = judge(row, outcome.value.tokens)
        continue
      }
      const { transaction } = row.line
      context.log.warn({ transaction, outcome }, 'the tokens of a sale could not be compared')
      silences += outcome.kind === 'unknown' ? 1 : 0
      if (silences > SILENCES_MOST) requireAnswer(context, 'tell the tokens', outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  return compared
}

/**
 * Of several equal sales the tokens decide which it is. One that is still open here has none yet, so it may be that
 * one.
 */
function judge<Listed extends TheirLine>(row: Matched<Listed>, tokens: readonly string[]): Matched<Listed> {
  const has = (order: OwnOrder | null) => areSame(tokens, order?.sale?.tokens ?? [])
  if (row.match === 'same') return has(row.order) ? row : { ...row, match: 'tokens differ' }
  const order = tokens.length === 0 ? null : row.candidates.find(has)
  if (order) return { ...row, order, match: 'same' }
  const isNone = row.candidates.every((each) => each.sale !== null && !has(each))
  return isNone ? { ...row, match: 'tokens differ' } : row
}

const areSame = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()
