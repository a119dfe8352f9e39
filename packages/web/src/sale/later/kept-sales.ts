// The sales that this tab has begun and whose end nobody has seen yet, each with its key. They are in IndexedDB, under
// the user's id, so that they survive a reload, a crash, a sign-out and a flat battery; the page reads them from memory.
import type { ProductName } from '@flexpower/contract'
import { useSyncExternalStore } from 'react'
import { readHint } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { SALE_LOCK } from '../../lib/sale-lock.ts'
import { deleteOutdated, deleteRow, type KeptSale, listRows, putRow } from './sale-rows.ts'

/** A sale without an answer is not asked for in its first moments. */
const ANSWER_LIKELY_MS = 4000

let kept: readonly KeptSale[] = []
/** Without what is only typed: a key press must not draw the page again. */
let underWay: readonly KeptSale[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setKept(next: readonly KeptSale[]): void {
  kept = next
  const moved = next.filter(({ step }) => step !== 'typed')
  if (moved.length === underWay.length && moved.every((sale, at) => sale === underWay[at])) return
  underWay = moved
  for (const tell of listeners) tell()
}

export const listKept = (): readonly KeptSale[] => kept

export const findKept = (key: string): KeptSale | undefined => kept.find((each) => each.key === key)

/** Those that were sent, the latest first. */
export const useSentSales = (): readonly KeptSale[] => useSyncExternalStore(subscribe, () => underWay)

export const useSentSale = (key: string): KeptSale | undefined =>
  useSyncExternalStore(subscribe, () => underWay.find((each) => each.key === key))

const readUser = () => readHint('user_id') ?? ''

/** Resolves when it is stored. What was sent is on the disk then, not only in the browser's memory. */
function keep(sale: KeptSale): Promise<void> {
  holdLock(sale.key)
  setKept([sale, ...kept.filter(({ key }) => key !== sale.key)])
  // Without a user's id the next user could not be told apart.
  return sale.userId === '' ? Promise.resolve() : putRow(sale, sale.step !== 'typed')
}

type Named = Pick<KeptSale, 'product' | 'entered'>

const begin = ({ product, entered }: Named): KeptSale => ({
  key: entered.key,
  userId: readUser(),
  product,
  entered,
  step: 'typed',
  reference: null,
  told: '',
  at: now(),
  isInterrupted: false,
  isUnheard: false,
  askFrom: now(),
  isPrinted: false,
})

export const keepTyped = (sale: Named): Promise<void> => keep(begin(sale))

/** Before the request leaves. */
export function keepSent(sale: Named): Promise<void> {
  const before = findKept(sale.entered.key)
  const at = before?.step === 'sent' ? before.at : now()
  const askFrom = new Date(now().getTime() + ANSWER_LIKELY_MS)
  return keep({ ...begin(sale), step: 'sent', at, askFrom })
}

/** Of a sale that is still kept; one that has ended meanwhile stays forgotten. */
export function changeKept(key: string, change: Partial<KeptSale>): void {
  const sale = findKept(key)
  if (sale !== undefined) void keep({ ...sale, ...change })
}

/** What is known of an end: a sale has its reference then, a refusal its text. */
type Ending = Partial<Pick<KeptSale, 'reference' | 'refusal'>>

/** An end arrives by several ways; only the first one gets the sale, and shows the end. */
export function claimEnd(key: string, ending: Ending): KeptSale | null {
  const sale = findKept(key)
  if (sale === undefined || sale.step === 'shown') return null
  changeKept(key, { ...ending, step: 'shown' })
  return sale
}

/** How long a sale that was given up is still asked for: a request is not under way for longer. */
const GIVEN_UP_MS = 300_000

/** It is not sent again. It may still be on its way, so its key is kept. */
export const giveUp = (key: string): void => changeKept(key, { givenUpAt: now() })

/** The server still does not have it. */
export function noteUnheard({ key, isUnheard, givenUpAt }: KeptSale): void {
  if (givenUpAt && now().getTime() - givenUpAt.getTime() > GIVEN_UP_MS) forgetSale(key)
  else if (!isUnheard) changeKept(key, { isUnheard: true })
}

let visit = 0

/** A visit of a counter's screen: an answer that arrives after it cannot be shown there. */
export const readVisit = (): number => visit

/** The screen is left. An end that nobody has read yet is found again by the next visit. */
export function endVisit(isRead: (key: string) => boolean): void {
  visit += 1
  for (const { key, step, reference } of kept) {
    if (step !== 'shown') continue
    if (isRead(key)) forgetSale(key)
    else changeKept(key, { step: awaitedStep(reference) })
  }
}

/** How a sale goes on whose end has to be read again. */
const awaitedStep = (reference: string | null) => (reference === null ? 'sent' : 'open')

export function forgetSale(key: string): void {
  if (findKept(key) === undefined) return
  setKept(kept.filter((each) => each.key !== key))
  // The same sale may be typed again meanwhile.
  void deleteRow(key).then(() => findKept(key) === undefined && releaseLock(key))
}

/**
 * Takes over what no living tab of this browser has: from a tab that was closed or has crashed, or from this one before
 * its reload. A tab that crashes later is noticed too, because its lock becomes free.
 */
export async function adoptSales(product: ProductName): Promise<void> {
  await deleteOutdated(now())
  const rows = (await listRows(readUser())).filter(({ key }) => findKept(key) === undefined)
  // A half-typed sale waits for its own screen.
  const wanted = rows.filter((row) => row.step !== 'typed' || row.product === product)
  await Promise.all(wanted.map(adopt))
}

/** How long the lock of a document that is being left may still be held. */
const LEAVING_MS = 1000

/** Sales of other tabs whose lock this tab waits for, however often its user comes back to the counter. */
const awaited = new Set<string>()

/** Resolves when it is adopted, or clear that another tab has it. */
async function adopt(row: KeptSale): Promise<void> {
  if (awaited.has(row.key)) return
  awaited.add(row.key)
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, LEAVING_MS)
    void takeLock(row.key, async () => {
      clearTimeout(late)
      awaited.delete(row.key)
      // The other tab may have ended it.
      const current = (await listRows(row.userId)).find(({ key }) => key === row.key)
      const isWanted =
        current !== undefined && current.userId === readUser() && findKept(row.key) === undefined
      if (isWanted) setKept([...kept, restore(current)])
      resolve()
      return isWanted
    })
  })
}

/** The page that had shown its end, or waited for its answer, is gone. */
const restore = (row: KeptSale): KeptSale => ({
  ...row,
  step: row.step === 'shown' ? awaitedStep(row.reference) : row.step,
  isUnheard: false,
  askFrom: row.at,
})

/** One lock for each sale, held by the tab that has it. A browser frees the locks of a tab that is gone. */
const releases = new Map<string, () => void>()

function holdLock(key: string): void {
  if (releases.has(key)) return
  releases.set(key, () => {})
  void takeLock(key, async () => findKept(key) !== undefined)
}

/**
 * `use` says whether to hold the lock on. Browsers have locks on https and on this machine only. Elsewhere a second tab
 * may take over a sale too: the key still sells it once.
 */
async function takeLock(key: string, use: () => Promise<boolean>): Promise<void> {
  if (!('locks' in navigator)) return void (await use())
  await navigator.locks.request(`${SALE_LOCK}${key}`, async () => {
    const isReleased = new Promise<void>((release) => releases.set(key, release))
    if (await use()) await isReleased
    releases.delete(key)
  })
}

const releaseLock = (key: string): void => releases.get(key)?.()
