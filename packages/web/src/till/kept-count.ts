// What was typed into the count of a drawer survives a reload and a power cut, until the count is stored. Storage that
// does not work costs only that.
import { useEffect, useState } from 'react'
import { createStoredTable } from '../lib/later/stored-table.ts'
import type { TypedCount } from './CountFields.tsx'

const counts = createStoredTable({ database: 'flexpower-counts', table: 'counts', keyPath: 'session' })

interface KeptCount {
  session: number
  typed: TypedCount
}

const keep = (kept: KeptCount) =>
  counts.run({ mode: 'readwrite', durability: 'strict' }, (table) => table.put(kept))

export const forgetCount = (session: number): Promise<void> =>
  counts.run({ mode: 'readwrite' }, (table) => table.delete(session)).catch(() => undefined)

const find = (session: number): Promise<TypedCount> =>
  counts
    .run({ mode: 'readonly' }, (table) => table.get(session) as IDBRequest<KeptCount | undefined>)
    .then(
      (kept) => kept?.typed ?? {},
      () => ({}),
    )

export function useKeptCount(session: number): [TypedCount, (name: string, text: string) => void] {
  const [typed, setTyped] = useState<TypedCount>({})
  useEffect(() => {
    let isGone = false
    // What is typed meanwhile is newer.
    void find(session).then((kept) => isGone || setTyped((now) => ({ ...kept, ...now })))
    return () => {
      isGone = true
    }
  }, [session])
  const type = (name: string, text: string) => {
    const next = { ...typed, [name]: text }
    setTyped(next)
    void keep({ session, typed: next }).catch(() => undefined)
  }
  return [typed, type]
}
