// The two kinds of float, as people call them.
import { type Credit, creditTypes } from '@flexpower/contract'
import { site } from '../api/site.ts'

export type FloatKind = Credit['kind']

/** The utility's name, or Airtime. */
export const kindText = (kind: FloatKind): string => (kind === 'electricity' ? site.utilityName : 'Airtime')

export const kindOptions = [
  { value: 'electricity', label: kindText('electricity') },
  { value: 'airtime', label: kindText('airtime') },
] as const satisfies readonly { value: FloatKind; label: string }[]

/** For a form, which sends what the wire has. */
export const kindChoices = [
  { value: creditTypes.electricity, label: kindText('electricity'), note: 'To sell cash power from' },
  { value: creditTypes.airtime, label: kindText('airtime'), note: 'To sell air power from' },
]
