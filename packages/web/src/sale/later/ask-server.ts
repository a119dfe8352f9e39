// What became of a sale, asked by its key or by its reference. A question that gets no answer in time is dropped: on a
// dead connection the next one gets through sooner.
import { CallRefused, type OpenSale, type ProductName, sales } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { now } from '../../lib/clock.ts'
import type { ProductSales, SaleResult } from '../product.ts'
import { isDefinite } from './sale-failures.ts'

const ANSWER_MS = 5000

/** `reference`: the server has it. `unheard`: it does not have it. Null: no answer. */
export async function askForKey(key: string): Promise<{ reference: string } | 'unheard' | null> {
  try {
    return await call(sales.find, { key }, { signal: AbortSignal.timeout(ANSWER_MS) })
  } catch (error) {
    return error instanceof CallRefused && error.status === 404 ? 'unheard' : null
  }
}

const LOOK_MS = 2000
const LOST_MS = 8000

/**
 * For a call that changes nothing. It is made again, beside the first one, when the connection was away and is back, and
 * once if it takes long: on a dead connection its answer would never come. The first answer counts, also a refusal; a
 * call that fails counts only if no other one is under way.
 */
export async function askUntilAnswered<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const since = now().getTime()
  let isAway = false
  let isRepeated = false
  let isLooking = false
  let underWay = 0
  const { promise, resolve, reject } = createDeferred<Answer>()
  const askNow = () => {
    underWay += 1
    ask().then(resolve, (error: unknown) => {
      underWay -= 1
      if (underWay === 0 || isDefinite(error)) reject(error)
    })
  }
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const isReached = (await askForKey(key)) !== null
    isLooking = false
    const isLate = !isRepeated && now().getTime() - since > LOST_MS
    if (isReached && (isAway || isLate)) {
      isRepeated = true
      askNow()
    }
    isAway = !isReached
  }
  askNow()
  const timer = setInterval(() => void look(), LOOK_MS)
  return promise.finally(() => clearInterval(timer))
}

/** Promise.withResolvers is missing in the older browsers of counters. */
function createDeferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle))
  return { promise, resolve, reject }
}

interface AwaitedSale {
  reference: string
  product: ProductName
}

/** Null: not yet, or it cannot be read now. `nothing`: the server has no such sale for us. */
export async function readEnd<Sale>(
  { readStatus, describe }: ProductSales<Sale>,
  { product, reference }: AwaitedSale,
  seen: OpenSale | null,
): Promise<SaleResult<Sale> | 'nothing' | null> {
  try {
    const { sale } = await readStatus(reference, { signal: AbortSignal.timeout(ANSWER_MS) })
    return sale === undefined
      ? null
      : { kind: 'sold', product, reference, announcement: describe(sale), sale }
  } catch (error) {
    if (!(error instanceof CallRefused)) return null
    if (error.status === 404 || error.status === 403) return 'nothing'
    return error.status === 200
      ? { kind: 'released', product, reference, message: error.message, seen }
      : null
  }
}
