// A call that is done once, however often the same entry is sent.
import { IDEMPOTENCY_HEADER } from '@flexpower/contract'
import { useState } from 'react'
import { newKey } from '../../api/hooks/new-key.ts'

export interface OnceOptions {
  headers: Record<string, string>
}

/**
 * The options of such a call. The same entry has the same key again, also after another one was sent in between: if the
 * answer to the first was lost, it may have been done.
 */
export const useOnce = (): ((entry: unknown) => OnceOptions) => useState(createOnce)[0]

export function createOnce(): (entry: unknown) => OnceOptions {
  const keys = new Map<string, string>()
  return (entry) => {
    const text = JSON.stringify(entry)
    const key = keys.get(text) ?? newKey()
    keys.set(text, key)
    return { headers: { [IDEMPOTENCY_HEADER]: key } }
  }
}
