// Whom this user has served, asked for while somebody types. It is only a help: a failure shows nothing.
import { type Customer, customers, type ProductName } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { describeCall, keepPreviousData, useQuery } from '../../api/hooks/use-call.ts'

/** Fewer characters would find half of the customers. */
const ASKED_LEAST = 3
/** A scanner, or somebody who knows the whole number, has typed on before. */
const PAUSE_MS = 150

export function useServed(product: ProductName, typed: string, isOffered: boolean): readonly Customer[] {
  const words = usePaused(typed.trim())
  const isAsked = isOffered && words.length >= ASKED_LEAST
  const { data } = useQuery({
    ...describeCall(customers.served, { product, words }),
    enabled: isAsked,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return isAsked && typed.trim().length >= ASKED_LEAST ? (data ?? []) : []
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
