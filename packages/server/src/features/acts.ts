// Who did what, for whoever has to answer for it. Written by `recordAct` in ledger/acts.ts.
import type { Api } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Handler } from '../http/handle.ts'
import { tableList } from '../lists/table-list.ts'

export const list: Handler<Api['acts']['list']> = async ({ context: { db }, input }) => {
  const { record, ...asked } = input
  const { rows, next, total } = await tableList({
    query: db
      .selectFrom('act')
      .selectAll()
      .$if(Boolean(record), (query) => query.where('record', '=', record ?? '')),
    id: sql`id`,
    at: sql`at`,
    text: sql`concat_ws(' ', user_name, deed, record, title, address, before, after)`,
    show: (row) => ({
      id: row.id,
      at: row.at,
      actor: row.user_name,
      deed: row.deed,
      record: row.record,
      title: row.title,
      address: row.address,
      before: row.before,
      after: row.after,
    }),
  }).window(asked)
  return { acts: rows, next, total }
}
