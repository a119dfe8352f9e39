// What the palette offers for the typed text, which choice Enter takes, and taking it.
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from '../router/hooks.tsx'
import { ownArea, readHint } from '../api/session.ts'
import {
  type Choice,
  type ChoiceGroup,
  dropRepeated,
  fittingScreens,
  ownSaleChoice,
  receiptChoice,
  screenChoices,
  saleChoice,
  userChoice,
} from './choices.ts'
import { recentChoices, rememberChoice } from './recent.ts'
import { isName, isWholeNumber, readSearchWords } from './matching.ts'
import { electricity, receipts, search } from '@flexpower/contract'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'

/** The first one, unless the arrows or the pointer selected another that is still there. */
export function useActive(choices: readonly Choice[], idOf: (choice: Choice) => string) {
  const [wanted, setWanted] = useState<Choice>()
  const active = choices.find(({ to }) => to === wanted?.to) ?? choices[0]
  const id = active && idOf(active)
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return [active, setWanted] as const
}

export function useChoose(onClose: () => void) {
  const navigate = useNavigate()
  return (choice: Choice) => {
    rememberChoice(choice)
    onClose()
    void navigate(choice.to)
  }
}

/** A user who pastes a token and presses Enter at once means the result that will be found for it. */
export function useChooseSoon(
  text: string,
  isAsked: boolean,
  active: Choice | undefined,
  choose: (choice: Choice) => void,
) {
  const [awaited, setAwaited] = useState(isAsked ? text : undefined)
  const isThere = awaited === text && active !== undefined
  const chooseNow = useEffectEvent(() => active && choose(active))
  useEffect(() => {
    if (isThere) chooseNow()
  }, [isThere])
  return () => setAwaited(text)
}

export function useChoices(text: string): { groups: readonly ChoiceGroup[]; found: Found } {
  const area = ownArea()
  const [screens] = useState(() => screenChoices(area))
  const here = useLocation()
  const [recent] = useState(() =>
    recentChoices(area, screens).filter(({ to }) => to !== `${here.pathname}${here.search}`),
  )
  const words = readSearchWords(text)
  const foundByAdmin = useFound(area === 'admin' ? words : null)
  const foundAtCounter = useFoundAtCounter(area === 'admin' ? null : words)
  const found = area === 'admin' ? foundByAdmin : foundAtCounter
  const isRecent = ({ to }: Choice) => recent.some((choice) => choice.to === to)
  const groups =
    text.trim() === ''
      ? [
          { label: 'Recent', choices: recent },
          { label: 'Screens', choices: screens.filter((screen) => !isRecent(screen)) },
        ]
      : [{ label: 'Screens', choices: fittingScreens(screens, text) }, ...found.groups]
  return { groups: groups.filter(({ choices }) => choices.length > 0), found }
}

export interface Found {
  groups: readonly ChoiceGroup[]
  state: 'idle' | 'searching' | 'done' | 'failed'
  /** Why it has failed. */
  error: unknown
}

/** Null: nothing to ask for, or the user may not ask. */
function useFound(words: string | null): Found {
  const read = useRestingRead(search.everything, words === null ? null : { words })
  return describeFound(words, read, ({ users, sales }) => [
    { label: 'Users', choices: users.map(userChoice) },
    { label: 'Sales', choices: sales.map(saleChoice) },
  ])
}

const SHOWN_MOST = 6

/** A cashier finds any purchase by what the customer has, as under Receipts, and own sales of electricity by a name. */
function useFoundAtCounter(words: string | null): Found {
  const whole = words !== null && isWholeNumber(words) ? words : null
  const name = words !== null && isName(words) ? words : null
  const byNumber = useRestingRead(receipts.find, whole === null ? null : { words: whole })
  const byName = useRestingRead(
    electricity.listOf.window,
    name === null ? null : { userId: Number(readHint('user_id') ?? 0), search: name, limit: SHOWN_MOST },
  )
  const purchases = describeFound(whole, byNumber, (rows) => [
    {
      label: 'Purchases',
      choices: dropRepeated(rows.map((row) => receiptChoice(row, whole ?? ''))).slice(0, SHOWN_MOST),
    },
  ])
  const ownSales = describeFound(name, byName, ({ rows }) => [
    { label: 'Your sales', choices: rows.slice(0, SHOWN_MOST).map(ownSaleChoice) },
  ])
  if (name === null) return purchases
  if (whole === null) return ownSales
  // A code without a digit, or a name of twelve letters that looks like one.
  return both(purchases, ownSales)
}

/** What the first has found is not repeated, and what one has found is shown also if the other fails. */
function both(first: Found, second: Found): Found {
  const found = [first, second]
  if (found.some(({ state }) => state === 'searching')) return { groups: [], state: 'searching', error: null }
  if (found.every(({ groups }) => groups.length === 0))
    return found.find(({ state }) => state === 'failed') ?? first
  const known = new Set(first.groups.flatMap(({ choices }) => choices.map(({ to }) => to)))
  const others = second.groups
    .map(({ label, choices }) => ({ label, choices: choices.filter(({ to }) => !known.has(to)) }))
    .filter(({ choices }) => choices.length > 0)
  return { groups: [...first.groups, ...others], state: 'done', error: null }
}

function describeFound<Out>(
  words: string | null,
  { query, isBehind }: ReturnType<typeof useRestingRead<unknown, Out>>,
  group: (data: Out) => readonly ChoiceGroup[],
): Found {
  const none = { groups: [], error: null }
  if (words === null) return { ...none, state: 'idle' }
  if (query.isError && !isBehind) return { ...none, state: 'failed', error: query.error }
  // Results for an earlier text are not shown: Enter must never open something that nobody asked for.
  if (query.data === undefined || isBehind) return { ...none, state: 'searching' }
  return {
    groups: group(query.data).filter(({ choices }) => choices.length > 0),
    state: 'done',
    error: null,
  }
}
