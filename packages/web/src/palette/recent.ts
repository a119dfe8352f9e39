// The last choices of the one who is signed in, offered before anything is typed.
import { ownMemory } from '../api/session.ts'
import { type Area, isInArea } from '../paths.ts'
import type { Choice } from './choices.ts'

const RECENT_MOST = 5

const memory = ownMemory<{ recent: Choice[] }>('palette', { recent: [] })

/** The latest first, each place once. */
export const withChoice = (recent: readonly Choice[], latest: Choice): Choice[] =>
  [latest, ...recent.filter(({ to }) => to !== latest.to)].slice(0, RECENT_MOST)

export const rememberChoice = (latest: Choice): void =>
  memory.remember({ recent: withChoice(memory.read().recent, latest) })

/** A screen is called what it is called now, and is left out once it is gone; so is what lies in another area. */
export const stillThere = (recent: readonly Choice[], area: Area, screens: readonly Choice[]): Choice[] =>
  recent.flatMap((choice) => {
    if (choice.kind === 'screen') return screens.find(({ to }) => to === choice.to) ?? []
    return isInArea(area, choice.to) ? [choice] : []
  })

export const recentChoices = (area: Area, screens: readonly Choice[]): Choice[] =>
  stillThere(memory.read().recent, area, screens)
