// Who did what, for whoever has to answer for it. Written by `recordAct` in ledger/acts.ts.
import type { Api } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Handler } from '../http/handle.ts'

const PAGE = 50

export const list: Handler<Api['acts']['list']> = async ({ context: { db }, input }) => {
  const { record, search, before } = input
  const matching = db
    .selectFrom('act')
    .$if(Boolean(record), (query) => query.where('record', '=', record ?? ''))
    .$if(Boolean(search), (query) => {
      const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      return query.where(
        sql<boolean>`concat_ws(' ', user_name, deed, record, title, address, before, after) ilike ${pattern}`,
      )
    })
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const page = rows.slice(0, PAGE)
  return {
    acts: page.map((row) => ({
      id: row.id,
      at: row.at,
      actor: row.user_name,
      deed: row.deed,
      record: row.record,
      title: row.title,
      address: row.address,
      before: row.before,
      after: row.after,
    })),
    next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    total,
  }
}
