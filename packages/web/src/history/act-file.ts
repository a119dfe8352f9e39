// The record of deeds as a file for a spreadsheet: a line a deed, with what it changed in words.
import type { Act } from '@flexpower/contract'
import { actorText, fieldsOf, isChanged } from './act-words.ts'
import type { FileColumns } from '../list/list-table-props.ts'
import { momentValue } from '../list/moment-value.ts'

export const fileColumns: FileColumns<Act> = {
  Date: momentValue,
  Who: ({ actor }) => actorText(actor),
  Deed: ({ deed }) => deed,
  Name: ({ title }) => title,
  Record: ({ record }) => record,
  From: ({ address }) => address,
  Changes: (act) =>
    fieldsOf(act)
      .filter(isChanged)
      .map(({ label, before, after }) => `${label}: ${before ?? '–'} → ${after ?? '–'}`)
      .join(', '),
}
