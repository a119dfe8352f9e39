// Follows the kept sales of this tab, and the user's open sales from elsewhere, until each has an end, and tells the desk.
// It also opens again what was in the modal before a reload, a crash or the end of the session.
import type { OpenSale, ProductName } from '@flexpower/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { readHint } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { toast } from '../../ui/toast.ts'
import { ENDED } from '../open-sale-texts.ts'
import { WATCHING_MS } from '../open-sales.ts'
import type { EnteredSale, SaleDesk, SaleResult } from '../product.ts'
import { products } from '../products.ts'
import { askForKey, readEnd } from './ask-server.ts'
import {
  adoptSales,
  changeKept,
  claimEnd,
  endVisit,
  findKept,
  forgetSale,
  listKept,
  noteUnheard,
  readVisit,
  useSentSales,
} from './kept-sales.ts'
import { reopenTyped } from './reopen-typed.ts'
import type { KeptSale } from './sale-rows.ts'

/** What is asked about, and what was seen of the user's open sales. */
interface Following {
  asking: Set<string>
  seen: Map<string, OpenSale>
  /** The references of ends that this page has shown: each is told once, however it arrives. */
  told: Set<string>
  /** The last question got no answer. */
  isAway: boolean
}

const beginFollowing = (): Following => ({
  asking: new Set(),
  seen: new Map(),
  told: new Set(),
  isAway: false,
})

function noteTold(told: Set<string>): void {
  for (const { step, reference } of listKept())
    if (step === 'shown' && reference !== null) told.add(reference)
}

export function useKeeper<Sale>(desk: SaleDesk<Sale>): void {
  const kept = useSentSales()
  const following = useRef(beginFollowing())
  useRestoring(desk)
  useForgetting(desk)

  // When an answer arrives, the desk may show something else: call the latest one.
  const announce = useEffectEvent((end: SaleResult<unknown>, key: string | null) => {
    const { told } = following.current
    const { reference } = end
    noteTold(told)
    const claimed = key === null ? null : claimEnd(key, { reference })
    if (key === null ? told.has(reference) : claimed === null) return
    told.add(reference)
    // A sale of another screen is announced here and shown there.
    const isElsewhere = end.kind === 'sold' && end.product !== desk.product.product
    // The sales of this desk's product are of its type.
    const result = (isElsewhere ? { ...end, sale: null } : end) as SaleResult<Sale>
    if (!desk.ended(result, claimed?.entered ?? null)) toast.info(ENDED)
  })
  const ask = useEffectEvent(async ({ name, question }: Question) => {
    const { current } = following
    const visit = readVisit()
    current.asking.add(name)
    // After this visit nobody would see it: the next one asks again.
    const isAnswered = await question((end, key) => visit === readVisit() && announce(end, key))
    current.asking.delete(name)
    // The connection is back: so are the figures and the lists.
    if (isAnswered && current.isAway) desk.refresh()
    current.isAway = !isAnswered
  })

  const follow = useEffectEvent((sales: readonly KeptSale[], listedAt: number) => {
    const { current } = following
    const isFresh = now().getTime() - listedAt < LIST_FRESH_MS
    noteTold(current.told)
    for (const { key, step, refusal, entered, product } of sales)
      if (step !== 'shown' && refusal !== undefined && claimEnd(key, {}) !== null)
        desk.refused(refusal, entered, product)
    for (const sale of desk.openSales) if (isMine(sale)) current.seen.set(sale.reference, sale)
    for (const question of listQuestions(sales, desk.openSales, isFresh, current))
      if (!current.asking.has(question.name)) void ask(question)
  })
  const lookAgain = useEffectEvent(() => follow(kept, desk.openSalesAt))

  const isFollowing = kept.some(({ step }) => step === 'sent' || step === 'open')
  useEffect(() => {
    const look = () => lookAgain()
    const timer = isFollowing ? setInterval(look, WATCHING_MS) : undefined
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [isFollowing])
  const { openSalesAt } = desk
  useEffect(() => follow(kept, openSalesAt), [kept, openSalesAt])
}

/** Longer than between two readings of the list while a sale is open. */
const LIST_FRESH_MS = 4000

/** An Admin sees everybody's sales; only their own are awaited. */
const isMine = ({ cashierName }: OpenSale): boolean => cashierName === readHint('username')

type Announce = (end: SaleResult<unknown>, key: string | null) => unknown

interface Question {
  /** One question at a time about each sale. */
  name: string
  /** True: there was an answer. */
  question: (announce: Announce) => Promise<boolean>
}

/** What has to be asked now. A sale that the server lists as open needs no question. */
function listQuestions(
  kept: readonly KeptSale[],
  openSales: readonly OpenSale[],
  isFresh: boolean,
  { seen, told }: Following,
): Question[] {
  const listed = new Set(openSales.map(({ reference }) => reference))
  const own = kept.flatMap((sale): Question[] => {
    const { key, reference, product } = sale
    if (isNameless(sale))
      return now() < sale.askFrom ? [] : [{ name: key, question: () => findReference(sale) }]
    if (sale.step !== 'open' || reference === null || (isFresh && listed.has(reference))) return []
    const last = seen.get(reference) ?? null
    return [{ name: reference, question: (tell) => findEnd({ reference, product, key, last }, seen, tell) }]
  })
  const others = [...seen.values()].flatMap((last): Question[] => {
    const { reference, product } = last
    if (listed.has(reference) || told.has(reference) || kept.some((each) => mayBe(each, last))) return []
    const key = null
    return [{ name: reference, question: (tell) => findEnd({ reference, product, key, last }, seen, tell) }]
  })
  return [...own, ...others]
}

/** Its reference has to be asked for. An end that the server does not know is a refusal before it was opened. */
const isNameless = ({ step, reference, refusal, isUnheard }: KeptSale): boolean =>
  reference === null && (step === 'shown' ? !isUnheard : step === 'sent' && refusal === undefined)

/** Whether an open sale is, or may be, one of this tab: then it is told with its key, and only once. */
const mayBe = (sale: KeptSale, { reference, product }: OpenSale): boolean =>
  sale.reference === reference || (sale.product === product && isNameless(sale))

async function findReference(sale: KeptSale): Promise<boolean> {
  const { key, step } = sale
  const found = await askForKey(key)
  // Sent again, ended or forgotten meanwhile: this answer says nothing about it.
  if (found === null || findKept(key) !== sale) return found !== null
  if (found === 'unheard') noteUnheard(sale)
  else
    changeKept(key, { step: step === 'sent' ? 'open' : step, reference: found.reference, isUnheard: false })
  return true
}

interface Awaited {
  reference: string
  product: ProductName
  /** Null: not sold by this tab. */
  key: string | null
  last: OpenSale | null
}

async function findEnd(awaited: Awaited, seen: Following['seen'], announce: Announce): Promise<boolean> {
  const { reference, product, key, last } = awaited
  // Its code may fail to load: the next question tries again.
  const itsSales = await products[product].loadSales().catch(() => null)
  const end = itsSales && (await readEnd(itsSales, { reference, product }, last))
  if (end === null) return false
  seen.delete(reference)
  if (end !== 'nothing') announce(end, key)
  else if (key !== null) forgetSale(key)
  return true
}

/** After a reload, a crash or a sign-in: what was typed and not sent is in the modal again; so is what the session's end interrupted. */
function useRestoring<Sale>(desk: SaleDesk<Sale>): void {
  const { product } = desk.product
  // While the server was asked, the user may have begun another sale.
  const open = useEffectEvent((entered: EnteredSale, isUnsent: boolean) => {
    if (!desk.isSaleOpen) desk.reopenSale(entered, { isUnsent })
  })
  const follow = useEffectEvent((key: string, reference: string) => {
    changeKept(key, { step: 'open', reference })
    if (desk.isSaleOpen && desk.attempt?.entered.key === key) desk.closeSale()
  })
  const restore = useEffectEvent(() => {
    // The user was quicker. What was typed stays kept.
    if (desk.isSaleOpen) return
    const own = listKept().filter((sale) => sale.product === product)
    const typed = own.filter(({ step }) => step === 'typed')
    const latest = Math.max(...typed.map(({ at }) => at.getTime()))
    const sale =
      own.find(({ isInterrupted }) => isInterrupted) ?? typed.find(({ at }) => at.getTime() === latest)
    if (sale === undefined) return
    const { key, entered } = sale
    if (sale.isInterrupted) changeKept(key, { isInterrupted: false })
    if (sale.step !== 'typed') return desk.reopenSale(entered, { isSent: true })
    const visit = readVisit()
    void reopenTyped({
      ask: () => askForKey(key),
      isTyped: () => visit === readVisit() && findKept(key)?.step === 'typed',
      open: (isUnsent) => open(entered, isUnsent),
      follow: (reference) => follow(key, reference),
    })
  })
  useEffect(() => {
    let isLeft = false
    void adoptSales(product).then(() => !isLeft && restore())
    return () => {
      isLeft = true
    }
  }, [product])
}

/** Forgets what is no longer on the screen: what was typed and given up, and an end that somebody has read. */
function useForgetting<Sale>({ attempt, isSaleOpen, shown, isCardOpen, outcomes }: SaleDesk<Sale>): void {
  const inHand = isSaleOpen ? (attempt?.entered.key ?? null) : null
  const onCard = isCardOpen ? (shown?.key ?? null) : null
  const onScreen = useRef<{ opened: (string | null)[]; told: (string | null)[] }>({ opened: [], told: [] })
  useEffect(() => {
    const before = onScreen.current
    const opened = [inHand, onCard]
    const told = outcomes.map(({ key }) => key)
    onScreen.current = { opened, told }
    const isGone = (key: string) =>
      [...before.opened, ...before.told].includes(key) && ![...opened, ...told].includes(key)
    for (const { key, step } of listKept())
      if (isGone(key) && (step === 'typed' || step === 'shown')) forgetSale(key)
  }, [inHand, onCard, outcomes])
  useEffect(
    () => () => {
      // What was open in front of the user was read. A notice may be one of many: it comes again until it is dismissed.
      const { opened, told } = onScreen.current
      endVisit((key) => opened.includes(key) && !told.includes(key))
    },
    [],
  )
}
