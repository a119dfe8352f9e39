// Everything that the palette offers, as one type: a place to go, with its name and what distinguishes it.
import {
  type ElectricitySale,
  type FoundReceipt,
  type FoundSale,
  type FoundUser,
  formatGmd,
} from '@flexpower/contract'
import { type Area, paths, userRecord } from '../paths.ts'
import { momentText } from '../history/act-words.ts'
import { adminMenu } from '../layout/admin/menu.ts'
import { cashierMenu, listScreens } from '../layout/menu.ts'
import { sortCopy } from '../lib/sort-copy.ts'
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
    return sortCopy(byTitle, (one, other) => one.misfit - other.misfit).map(({ choice }) => choice)
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

/** At a counter: an own sale leads to its details, somebody else's to where its token can be sent again. */
export function receiptChoice({ product, ...row }: FoundReceipt, words: string): Choice {
  const { title, subject, icon } = products[product]
  const target: Record<string, string> = row.isOwn ? { sale: String(row.id) } : { q: words }
  return {
    kind: 'sale',
    to: `${paths.cashier.receipts}?${new URLSearchParams(target)}`,
    title: `${title}, ${subject} ${row.subject}`,
    note: [formatGmd(row.tendered), momentText(row.at), row.location].join(' · '),
    icon,
  }
}

/** An own sale of electricity, found by the customer's name. */
export const ownSaleChoice = (sale: ElectricitySale): Choice => ({
  kind: 'sale',
  to: `${paths.cashier.receipts}?sale=${sale.id}`,
  title: sale.customerName,
  note: [formatGmd(sale.tendered), `meter ${sale.meter}`, momentText(sale.at)].join(' · '),
  icon: products.electricity.icon,
})

/** Other people's sales all lead to the same place: once is enough. */
export const dropRepeated = (choices: readonly Choice[]): Choice[] =>
  choices.filter((choice, index) => choices.findIndex(({ to }) => to === choice.to) === index)
