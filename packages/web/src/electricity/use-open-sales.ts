// Sales whose end is not known yet, watched until they end. Which ones are awaited survives a reload, so that nobody
// loses sight of money that is held.
import { CallRefused, electricity, type ElectricitySale, type OpenSale, sales } from '@flexpower/contract'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks.ts'
import { readHint } from '../api/session.ts'
import { readMemory, remember } from './own-memory.ts'

const WATCHING_MS = 1500
const IDLE_MS = 30_000

export type SaleEnd =
  | { kind: 'sold'; reference: string; sale: ElectricitySale }
  /** Nothing was sold and the money is back; the sale as it was seen last, when this page has seen it. */
  | { kind: 'released'; reference: string; message: string; seen: OpenSale | null }

export interface OpenSales {
  sales: readonly OpenSale[]
  /** From now on this sale's end is told, whenever it comes. */
  await: (reference: string) => void
}

export function useOpenSales(onEnd: (end: SaleEnd) => void): OpenSales {
  const awaited = useRef<readonly string[] | null>(null)
  awaited.current ??= readMemory().awaited
  const asking = useRef(new Set<string>())
  const seen = useRef(new Map<string, OpenSale>())
  const refresh = useRefresh()
  const { data: open = NONE, dataUpdatedAt } = useCall(
    sales.open,
    {},
    {
      pollMs: (latest) => (latest?.length || awaited.current?.length ? WATCHING_MS : IDLE_MS),
    },
  )

  const setAwaited = useCallback((references: readonly string[]) => {
    awaited.current = references
    remember({ awaited: [...references] })
  }, [])

  // By the time an answer comes, the desk may show something else: the latest hears it.
  const tell = useEffectEvent(onEnd)
  const settle = useEffectEvent(async (reference: string) => {
    if (asking.current.has(reference)) return
    asking.current.add(reference)
    const end = await endOf(reference, seen.current.get(reference) ?? null)
    asking.current.delete(reference)
    if (end === null) return
    setAwaited((awaited.current ?? []).filter((each) => each !== reference))
    seen.current.delete(reference)
    if (end !== 'nothing') tell(end)
  })

  const follow = useEffectEvent(() => {
    const references = new Set(open.map((sale) => sale.reference))
    const ownSales = open.filter(isOwn)
    const own = ownSales.map(({ reference }) => reference)
    for (const sale of ownSales) seen.current.set(sale.reference, sale)
    const known = awaited.current ?? []
    if (own.some((reference) => !known.includes(reference))) setAwaited([...new Set([...known, ...own])])
    for (const reference of awaited.current ?? []) if (!references.has(reference)) void settle(reference)
  })
  useEffect(() => {
    if (dataUpdatedAt > 0) follow()
  }, [dataUpdatedAt])

  const awaitSale = useCallback(
    (reference: string) => {
      setAwaited([...new Set([...(awaited.current ?? []), reference])])
      refresh(sales.open)
    },
    [refresh, setAwaited],
  )
  return { sales: open, await: awaitSale }
}

const NONE: readonly OpenSale[] = []

/** An Admin sees everybody's; only the own ones are awaited. */
const isOwn = ({ product, cashierName }: OpenSale): boolean =>
  product === 'electricity' && cashierName === readHint('username')

/** Null: not yet, or not to be learnt now. `nothing`: the server knows no such sale of ours. */
async function endOf(reference: string, seen: OpenSale | null): Promise<SaleEnd | 'nothing' | null> {
  try {
    const { sale } = await call(electricity.status, { reference })
    return sale === undefined ? null : { kind: 'sold', reference, sale }
  } catch (error) {
    if (!(error instanceof CallRefused)) return null
    if (error.status === 404) return 'nothing'
    return error.status === 200 ? { kind: 'released', reference, message: error.message, seen } : null
  }
}
