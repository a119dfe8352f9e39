// The current state of vending. It loads after everything else on the page; its line is reserved, so that nothing moves.
import { API_BASE, CLIENT_TOKEN_HEADER, type VendingState } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { readMeta, site } from '../api/site.ts'
import { whenIdle } from '../lib/lazy-page.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'

const ASK_EVERY_MS = 60_000

const words: Record<VendingState, { tone: BadgeTone; title: string; text: (utility: string) => string }> = {
  up: { tone: 'ok', title: 'Vending works', text: (utility) => `${utility} answers immediately.` },
  slow: {
    tone: 'warning',
    title: 'Vending is slow',
    text: (utility) => `${utility} is slow: a token may take a minute.`,
  },
  down: {
    tone: 'danger',
    title: 'Vending is down',
    text: (utility) => `${utility} does not answer. Counters sell again as soon as it does.`,
  },
}

export function VendingStatus() {
  const [state, setState] = useState<VendingState | null>(null)
  useEffect(() => {
    const ask = () => void readVendingState().then(setState)
    const cancel = whenIdle(ask)
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => {
      cancel()
      clearInterval(timer)
    }
  }, [])
  return (
    <output className="mt-6 flex min-h-16 flex-wrap content-start items-center gap-x-2.5 gap-y-1 text-sm text-ink-2 sm:min-h-12">
      {state !== null && (
        <>
          <Badge tone={words[state].tone}>{words[state].title}</Badge>
          {words[state].text(site.utilityName)}
        </>
      )}
    </output>
  )
}

/**
 * Whether electricity is being sold, for the home page. This is the only call that is read without the contract's
 * codecs: they would cost every first visit ten kilobytes, for one of three words.
 */
export const VENDING_URL = `${API_BASE}vending-status`

const states: readonly unknown[] = ['up', 'slow', 'down'] satisfies VendingState[]

export const isVendingState = (value: unknown): value is VendingState => states.includes(value)

/** Null when it is not known. */
export async function readVendingState(): Promise<VendingState | null> {
  try {
    const headers = { [CLIENT_TOKEN_HEADER]: readMeta('client-access-token') ?? '' }
    const answer = (await (await fetch(VENDING_URL, { headers })).json()) as { data?: { state?: unknown } }
    const state = answer.data?.state
    return isVendingState(state) ? state : null
  } catch {
    return null
  }
}
