// Requests of one moment share one statement. Each owner (a cashier) belongs to a lane, a lane runs one batch at a
// time, and a batch has at most one request for each owner. So no two statements wait for the same row, and under load
// many sales share the cost of a commit. A request that comes alone is sent at once.
import { isDatabaseAway } from './away.ts'

export interface LaneOptions<Item, Result> {
  /** Results in the order of the items. */
  run(items: Item[]): Promise<Result[]>
  /** Items with the same owner touch the same rows. Without it: they only read, and are taken as they come. */
  findOwner?(item: Item): number
  lanes: number
  mostPerBatch: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export function createLanes<Item, Result>(
  options: LaneOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const lanes = Array.from({ length: options.lanes }, () => ({
    queue: [] as Waiting<Item, Result>[],
    isRunning: false,
  }))
  return (item) =>
    new Promise((resolve, reject) => {
      const lane = lanes[(options.findOwner?.(item) ?? 0) % options.lanes]
      if (!lane) throw new RangeError('a lane for every owner')
      lane.queue.push({ item, resolve, reject })
      if (lane.isRunning) return
      lane.isRunning = true
      // After the callbacks of this tick: their other requests join the batch.
      setImmediate(() => void drain(lane))
    })

  async function drain(lane: (typeof lanes)[number]): Promise<void> {
    while (lane.queue.length > 0) await settle(takeBatch(lane.queue, options))
    lane.isRunning = false
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      // One bad request must not fail the others in its batch: each is repeated alone. Not when the database is away:
      // that is no request's fault, and repeating each in turn would delay those that come when it is back.
      if (batch.length > 1 && !isDatabaseAway(error)) for (const waiting of batch) await settle([waiting])
      else for (const { reject } of batch) reject(error)
    }
  }
}

/** The oldest requests, one for each owner; the others keep their order. */
function takeBatch<Item, Result>(queue: Waiting<Item, Result>[], options: LaneOptions<Item, Result>) {
  const owners = new Set<number>()
  const batch: Waiting<Item, Result>[] = []
  const left: Waiting<Item, Result>[] = []
  for (const waiting of queue) {
    const owner = options.findOwner?.(waiting.item)
    if (batch.length < options.mostPerBatch && (owner === undefined || !owners.has(owner))) {
      if (owner !== undefined) owners.add(owner)
      batch.push(waiting)
    } else left.push(waiting)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}
