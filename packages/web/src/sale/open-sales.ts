// Sales whose end is not known yet, of every product, watched until they end. The awaited ones survive a reload, so
// that nobody loses sight of money that is held.
import { CallRefused, type OpenSale, sales } from '@flexpower/contract'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { describeCall, useCall, useRefresh } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import type { ProductFacts, ProductSales, SaleResult } from './product.ts'
import { products } from './products.ts'
import { type AwaitedSale, readMemory, remember } from './sale-memory.ts'

const WATCHING_MS = 1500
const IDLE_MS = 30_000

export interface OpenSales {
  sales: readonly OpenSale[]
  /** From now on the end of this sale is announced, whenever it comes. */
  await: (reference: string) => void
}

const OPEN_MOST = { limit: 200 }
export const openSalesReading = describeCall(sales.open.window, OPEN_MOST)

/** `own`: the sales of the product whose screen this is. */
export function useOpenSales<Sale>(
  { product }: ProductFacts,
  own: ProductSales<Sale>,
  onEnd: (end: SaleResult<Sale>) => void,
): OpenSales {
  const awaited = useRef<readonly AwaitedSale[] | null>(null)
  awaited.current ??= readMemory().awaitedSales
  const asking = useRef(new Set<string>())
  const seen = useRef(new Map<string, OpenSale>())
  const refresh = useRefresh()
  const { data, dataUpdatedAt } = useCall(sales.open.window, OPEN_MOST, {
    pollMs: (latest) => (latest?.total || awaited.current?.length ? WATCHING_MS : IDLE_MS),
  })
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

  // When an answer arrives, the desk may show something else: call the latest callback.
  const tell = useEffectEvent(onEnd)
  const settle = useEffectEvent(async (sale: AwaitedSale) => {
    const { reference } = sale
    if (asking.current.has(reference)) return
    asking.current.add(reference)
    const last = seen.current.get(reference) ?? null
    const end = await (sale.product === product ? readEnd(own, sale, last) : readEndElsewhere(sale, last))
    asking.current.delete(reference)
    if (end === null) return
    setAwaited((awaited.current ?? []).filter((each) => each.reference !== reference))
    seen.current.delete(reference)
    if (end !== 'nothing') tell(end)
  })

  const follow = useEffectEvent(() => {
    const references = new Set(open.map((sale) => sale.reference))
    const mine = open.filter(isMine)
    for (const sale of mine) seen.current.set(sale.reference, sale)
    add(mine.map((sale) => ({ reference: sale.reference, product: sale.product })))
    for (const sale of awaited.current ?? []) if (!references.has(sale.reference)) void settle(sale)
  })
  useEffect(() => {
    if (dataUpdatedAt > 0) follow()
  }, [dataUpdatedAt])

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

/** An Admin sees everybody's sales; only their own are awaited. */
const isMine = ({ cashierName }: OpenSale): boolean => cashierName === readHint('username')

/** Null: not yet, or it cannot be read now. `nothing`: the server has no such sale for us. */
export async function readEnd<Sale>(
  { readStatus, describe }: ProductSales<Sale>,
  { product, reference }: AwaitedSale,
  seen: OpenSale | null,
): Promise<SaleResult<Sale> | 'nothing' | null> {
  try {
    const { sale } = await readStatus(reference)
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

/** A sale of another screen is announced here and shown there. Its code may fail to load: the next poll tries again. */
async function readEndElsewhere(
  awaited: AwaitedSale,
  seen: OpenSale | null,
): Promise<SaleResult<never> | 'nothing' | null> {
  const itsSales = await products[awaited.product].loadSales().catch(() => null)
  const end = itsSales && (await readEnd(itsSales, awaited, seen))
  return end !== null && end !== 'nothing' && end.kind === 'sold' ? { ...end, sale: null } : end
}
