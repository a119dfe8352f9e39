// Cashiers of a drill: each sale has its own key and is requested again with the same key until it has an end.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, CLIENT_TOKEN_HEADER, IDEMPOTENCY_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { readToken } from '../bench/installation.ts'
import { parseConfig } from '../packages/server/src/config/config.ts'

const clientToken = parseConfig({}).clientAccessToken
const PAUSE_MS = 150

export interface OrderAnswer {
  /** 0: no answer came. */
  http: number
  status: string
  reference: string
  token: string
  message: string
  retryAfter: string | null
  tookMs: number
}

export interface Order {
  cashier: number
  path: string
  body: Record<string, unknown>
  /** Null: sent without one. */
  key: string | null
}

export const electricityOrder = (
  cashier: number,
  meter: string,
  amount = 100,
  key = randomUUID(),
): Order => ({
  cashier,
  path: 'transactions',
  body: { meter_number: meter, amount, telephone: '7712345' },
  key,
})

export async function send(address: string, { cashier, path, body, key }: Order): Promise<OrderAnswer> {
  const begun = performance.now()
  const none = { http: 0, status: '', reference: '', token: '', message: '', retryAfter: null }
  try {
    const answer = await fetch(new URL(API_BASE + path, address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [CLIENT_TOKEN_HEADER]: clientToken,
        [SESSION_TOKEN_HEADER]: readToken(cashier),
        ...(key !== null && { [IDEMPOTENCY_HEADER]: key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const said = (await answer.json()) as Partial<OrderAnswer> & { data?: { token?: string } }
    return {
      http: answer.status,
      status: said.status ?? '',
      reference: said.reference ?? '',
      token: said.data?.token ?? '',
      message: said.message ?? '',
      retryAfter: answer.headers.get('retry-after'),
      tookMs: performance.now() - begun,
    }
  } catch {
    return { ...none, tookMs: performance.now() - begun }
  }
}

/** A client that is told to retry because there are too many does so; a request that was admitted is sent once. */
export async function sendUntilLetIn(address: string, order: Order): Promise<OrderAnswer> {
  for (;;) {
    const answer = await send(address, order)
    if (answer.http !== 503 || answer.retryAfter === null) return answer
    await sleep(Number(answer.retryAfter) * 1_000 * (0.5 + Math.random()))
  }
}

/** Like a careful client: a request without an end is repeated, at whichever server answers. */
export async function sellUntilItEnds(
  addresses: readonly string[],
  order: Order,
  within: () => boolean,
): Promise<OrderAnswer | null> {
  for (let tries = 0; within(); tries += 1) {
    const answer = await send(addresses[tries % addresses.length] ?? '', order)
    if (answer.status === 'success' || (answer.http === 200 && answer.status === 'error')) return answer
    await sleep(PAUSE_MS)
  }
  return null
}

/** This many workers at once until the work is done. */
export async function inParallel(workers: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
}
