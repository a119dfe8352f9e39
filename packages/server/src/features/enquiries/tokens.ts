// Whether the customer holds what the utility issued. Its lists leave the tokens out, so each sale is looked up; what it
// will not tell is not called a difference.
import type { Context } from '../../context.ts'
import { answerOf } from '../../utility-answer.ts'
import type { Line, Matched } from './match.ts'

const AT_ONCE = 8
/** One sale that cannot be looked up must not stop the rest; a utility that does not answer must. */
const SILENCES_MOST = 5

export async function compareTokens<Listed extends Line>(
  context: Context,
  matched: readonly Matched<Listed>[],
): Promise<Matched<Listed>[]> {
  const compared = [...matched]
  const places = matched.flatMap(({ match }, place) => (match === 'same' ? [place] : []))
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
        if (!areSame(outcome.value.tokens, row.order?.sale?.tokens ?? []))
          compared[place] = { ...row, match: 'tokens differ' }
        continue
      }
      const { transaction } = row.line
      context.log.warn({ transaction, outcome }, 'the tokens of a sale could not be compared')
      silences += outcome.kind === 'unknown' ? 1 : 0
      if (silences > SILENCES_MOST) answerOf(context, 'tell the tokens', outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  return compared
}

const areSame = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()
