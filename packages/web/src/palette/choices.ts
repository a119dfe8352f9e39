// Everything that the palette offers, as one type: a place to go, with its name and what distinguishes it.
import { type FoundSale, type FoundUser, formatGmd } from '@flexpower/contract'
import { type Area, userRecord } from '../paths.ts'
import { momentText } from '../history/act-words.ts'
import { adminMenu } from '../layout/admin/menu.ts'
import { cashierMenu, listScreens } from '../layout/menu.ts'
import { products } from '../sale/products.ts'
import { findPurpose } from './purposes.ts'
import type { IconName } from '../ui/Icon.tsx'
import { rateMisfit } from './matching.ts'

export interface Choice {
  kind: 'screen' | 'user' | 'sale'
  /** Its path; no two choices have the same one. */
  to: string
  title: string
  note: string
  icon: IconName
}

export interface ChoiceGroup {
  label: string
  choices: readonly Choice[]
}

/** Every screen of the area that can be opened directly: the page of one user needs a user. */
export const screenChoices = (area: Area): Choice[] =>
  listScreens(area === 'admin' ? adminMenu : cashierMenu)
    .filter(({ path }) => !path.includes(':'))
    .map(({ path, title, icon }) => ({ kind: 'screen', to: path, title, note: findPurpose(path), icon }))

/** The best match first. A word from a screen's purpose counts only when no title fits. */
export function fittingScreens(all: readonly Choice[], typed: string): Choice[] {
  const byTitle = all.flatMap((choice) => {
    const misfit = rateMisfit(choice.title, typed)
    return misfit === null ? [] : [{ choice, misfit }]
  })
  if (byTitle.length > 0)
    return byTitle.toSorted((one, other) => one.misfit - other.misfit).map(({ choice }) => choice)
  const word = typed.trim().toLowerCase()
  return word.length < 3 ? [] : all.filter(({ note }) => ` ${note.toLowerCase()}`.includes(` ${word}`))
}

export const userChoice = ({ id, name, email, location, type }: FoundUser): Choice => ({
  kind: 'user',
  to: userRecord(id),
  title: name,
  note: [type, email, location].filter(Boolean).join(' · '),
  icon: 'user',
})

/** The reference finds exactly this sale in the list of its product. */
export function saleChoice({ product, ...sale }: FoundSale): Choice {
  const { path, subject, icon } = products[product]
  return {
    kind: 'sale',
    to: `${path.admin}?${new URLSearchParams({ search: sale.reference })}`,
    title: sale.customerName,
    note: [
      formatGmd(sale.tendered),
      `${subject} ${sale.subject}`,
      sale.reference,
      momentText(sale.at),
      sale.cashierName,
    ].join(' · '),
    icon,
  }
}
