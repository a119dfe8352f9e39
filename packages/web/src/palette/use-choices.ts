// What the palette offers for the typed text, which choice Enter takes, and taking it.
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from '../router/hooks.tsx'
import { ownArea } from '../api/session.ts'
import {
  type Choice,
  type ChoiceGroup,
  fittingScreens,
  screenChoices,
  saleChoice,
  userChoice,
} from './choices.ts'
import { recentChoices, rememberChoice } from './recent.ts'
import { readSearchWords } from './matching.ts'
import { search } from '@flexpower/contract'
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
  const found = useFound(area === 'admin' ? readSearchWords(text) : null)
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
}

/** Null: nothing to ask for, or the user may not ask. */
function useFound(words: string | null): Found {
  const { query, isBehind } = useRestingRead(search.everything, words === null ? null : { words })
  if (words === null) return { groups: [], state: 'idle' }
  if (query.isError && !isBehind) return { groups: [], state: 'failed' }
  // Results for an earlier text are not shown: Enter must never open something that nobody asked for.
  if (query.data === undefined || isBehind) return { groups: [], state: 'searching' }
  return {
    groups: [
      { label: 'Users', choices: query.data.users.map(userChoice) },
      { label: 'Sales', choices: query.data.sales.map(saleChoice) },
    ].filter(({ choices }) => choices.length > 0),
    state: 'done',
  }
}
