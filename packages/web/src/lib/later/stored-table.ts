// A table in IndexedDB, for what has to survive a reload. Storage that could not be opened, or was closed by the browser,
// is opened again at the next use.

/** A browser whose storage hangs must not hold up a customer. */
const LONGEST_MS = 2000

interface TableShape {
  database: string
  table: string
  /** The field that is the key; without it, every row is written with a key. */
  keyPath?: string
  /** A field by which rows are found. */
  index?: string
}

interface RunOptions {
  mode: IDBTransactionMode
  /** strict: not done before it is on the disk, so that it survives a power cut. */
  durability?: IDBTransactionDurability
}

export interface StoredTable {
  /** `work` makes one request. Rejects if it could not be done, or not in time. */
  run: <Result>(options: RunOptions, work: (table: IDBObjectStore) => IDBRequest<Result>) => Promise<Result>
}

export function createStoredTable(shape: TableShape): StoredTable {
  let opened: Promise<IDBDatabase> | undefined
  const forget = () => {
    opened = undefined
  }

  async function run<Result>(
    { mode, durability = 'relaxed' }: RunOptions,
    work: (table: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    opened ??= open(shape, forget)
    try {
      const database = await opened
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction(shape.table, mode, { durability })
        const request = work(transaction.objectStore(shape.table))
        transaction.addEventListener('complete', () => resolve(request.result))
        for (const failure of ['abort', 'error'])
          transaction.addEventListener(failure, () => reject(transaction.error ?? new Error(failure)))
        // At once, because the document may be left in the next moment.
        transaction.commit()
      })
    } catch (error) {
      forget()
      throw error
    }
  }
  return { run: (options, work) => Promise.race([run(options, work), failLate()]) }
}

function open({ database, table, keyPath, index }: TableShape, onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => {
      const created = request.result.createObjectStore(table, keyPath === undefined ? {} : { keyPath })
      if (index !== undefined) created.createIndex(index, index)
    })
    request.addEventListener('success', () => {
      request.result.addEventListener('close', onClose)
      resolve(request.result)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB cannot be opened')))
  })
}

const failLate = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('IndexedDB does not answer')), LONGEST_MS))
