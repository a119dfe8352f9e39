// A call that is done once, however often the same entry is sent.
import { IDEMPOTENCY_HEADER } from '@flexpower/contract'
import { useRef } from 'react'
import { newKey } from '../../api/hooks/new-key.ts'

export interface OnceOptions {
  headers: Record<string, string>
}

/** The options of such a call. The same entry sent again has the same key; a changed one is another call. */
export function useOnce(): (entry: unknown) => OnceOptions {
  const last = useRef({ entry: '', key: '' })
  return (entry) => {
    const text = JSON.stringify(entry)
    if (last.current.entry !== text) last.current = { entry: text, key: newKey() }
    return { headers: { [IDEMPOTENCY_HEADER]: last.current.key } }
  }
}
