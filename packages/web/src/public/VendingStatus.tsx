// How vending goes just now. It comes after everything else on the page; its line is kept free, so that nothing moves.
import type { VendingState } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { site } from '../api/site.ts'
import { readVendingState } from './vending-state.ts'
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
