// Sales whose end is not known yet, of every product, watched until they end. Which ones are awaited survives a reload, so
// that nobody loses sight of money that is held.
import { type OpenSale, sales } from '@flexpower/contract'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import { loadOnDemand } from './load-on-demand.ts'
import { type AwaitedSale, readMemory, remember } from './own-memory.ts'
import { endOf, type SaleEnd } from './sale-end.ts'
import type { Trade } from './trade.ts'

const WATCHING_MS = 1500
const IDLE_MS = 30_000

export interface OpenSales {
  sales: readonly OpenSale[]
  /** From now on the end of this sale of ours is told, whenever it comes. */
  await: (reference: string) => void
}

export function useOpenSales<Sale>(trade: Trade<Sale>, onEnd: (end: SaleEnd<Sale>) => void): OpenSales {
  const awaited = useRef<readonly AwaitedSale[] | null>(null)
  awaited.current ??= readMemory().awaitedSales
  const asking = useRef(new Set<string>())
  const seen = useRef(new Map<string, OpenSale>())
  const refresh = useRefresh()
  const { data, dataUpdatedAt } = useCall(
    sales.open.window,
    { limit: 200 },
    {
      pollMs: (latest) => (latest?.total || awaited.current?.length ? WATCHING_MS : IDLE_MS),
    },
  )
  const open = data?.rows ?? NONE

  const setAwaited = useCallback((next: readonly AwaitedSale[]) => {
    awaited.current = next
    remember({ awaitedSales: [...next] })
  }, [])
  const add = useCallback(
    (more: readonly AwaitedSale[]) => {
      const known = awaited.current ?? []
      const added = more.filter(({ reference }) => !known.some((each) => each.reference === reference))
      if (added.length > 0) setAwaited([...known, ...added])
    },
    [setAwaited],
  )

  // By the time an answer comes, the desk may show something else: the latest hears it.
  const tell = useEffectEvent(onEnd)
  const settle = useEffectEvent(async (sale: AwaitedSale) => {
    const { reference } = sale
    if (asking.current.has(reference)) return
    asking.current.add(reference)
    const end = await askEnd(trade, sale, seen.current.get(reference) ?? null)
    asking.current.delete(reference)
    if (end === null) return
    setAwaited((awaited.current ?? []).filter((each) => each.reference !== reference))
    seen.current.delete(reference)
    if (end !== 'nothing') tell(end)
  })

  const follow = useEffectEvent(() => {
    const references = new Set(open.map((sale) => sale.reference))
    const own = open.filter(isOwn)
    for (const sale of own) seen.current.set(sale.reference, sale)
    add(own.map(({ reference, product }) => ({ reference, product })))
    for (const sale of awaited.current ?? []) if (!references.has(sale.reference)) void settle(sale)
  })
  useEffect(() => {
    if (dataUpdatedAt > 0) follow()
  }, [dataUpdatedAt])

  const { product } = trade
  const awaitSale = useCallback(
    (reference: string) => {
      add([{ reference, product }])
      refresh(sales.open)
    },
    [refresh, add, product],
  )
  return { sales: open, await: awaitSale }
}

const NONE: readonly OpenSale[] = []

/** An Admin sees everybody's; only the own ones are awaited. */
const isOwn = ({ cashierName }: OpenSale): boolean => cashierName === readHint('username')

/** What this screen did not sell is asked for by code that few need: without it, the next look tries again. */
async function askEnd<Sale>(
  trade: Trade<Sale>,
  sale: AwaitedSale,
  seen: OpenSale | null,
): Promise<SaleEnd<Sale> | 'nothing' | null> {
  if (sale.product === trade.product) return endOf(trade, sale, seen)
  const elsewhere = await loadOnDemand().catch(() => null)
  return elsewhere && elsewhere.endElsewhere(sale, seen)
}
