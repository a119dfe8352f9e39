// The last choices of the signed-in user, offered before anything is typed.
import { ownMemory } from '../api/own-memory.ts'
import { type Area, isInArea } from '../paths.ts'
import type { Choice } from './choices.ts'

const RECENT_MOST = 5

const memory = ownMemory<{ recent: Choice[] }>('palette', { recent: [] })

/** The latest first, each place once. */
export const withChoice = (recent: readonly Choice[], latest: Choice): Choice[] =>
  [latest, ...recent.filter(({ to }) => to !== latest.to)].slice(0, RECENT_MOST)

export const rememberChoice = (latest: Choice): void =>
  memory.remember({ recent: withChoice(memory.read().recent, latest) })

/** A screen is shown with its current name. One that is gone, or in another area, is left out. */
export const stillThere = (recent: readonly Choice[], area: Area, screens: readonly Choice[]): Choice[] =>
  recent.flatMap((choice) => {
    if (choice.kind === 'screen') return screens.find(({ to }) => to === choice.to) ?? []
    return isInArea(area, choice.to) ? [choice] : []
  })

export const recentChoices = (area: Area, screens: readonly Choice[]): Choice[] =>
  stillThere(memory.read().recent, area, screens)
