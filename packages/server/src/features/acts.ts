// The audit list: who did what. Entries are written by `recordAct` in ledger/acts.ts.
import type { Api } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { shownAfter, shownTitle } from '../ledger/erase.ts'
import { shownGmd, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'

export const acts: Handlers['acts'] = { list }

async function list({ context: { db }, input: { record } }: Call<Api['acts']['list']>) {
  return tableList({
    query: db
      .selectFrom('act')
      .selectAll()
      .select([shownTitle(db).as('shown_title'), shownAfter(db).as('shown_after')])
      .$if(Boolean(record), (query) => query.where('record', '=', record ?? '')),
    place: sql`id`,
    at: sql`at`,
    text: shownLines(
      shownInstant(sql`at`),
      // In one line, as it is read: who did what, and to what.
      sql`concat(coalesce(user_name, 'The system'), ' ', deed, ', ' || nullif(${shownTitle(db)}, ''))`,
      sql`record`,
      sql`case address when '' then 'Done by the server itself' else 'From ' || address end`,
      shownChanges(db),
    ),
    show: (row) => ({
      id: row.id,
      at: row.at,
      actor: row.user_name,
      action: row.deed,
      record: row.record,
      title: row.shown_title,
      address: row.address,
      before: row.before,
      after: row.shown_after,
    }),
  })
}

/** The fields before and after, with the texts of `act-words.ts` in the browser: what that file hides is not found here. */
const shownChanges = (db: Db) => sql`(
  select string_agg(concat_ws(E'\\n', regexp_replace(replace(key, '_', ' '), '([a-z\\d])([A-Z])', '\\1 \\2', 'g'), case
      when key ~* 'password|secret|hash' then 'set again'
      when jsonb_typeof(value) = 'boolean' then case value when 'true' then 'Yes' else 'No' end
      when jsonb_typeof(value) = 'number' and key ~* 'amount|balance|^start$|^end$' then ${shownGmd(sql`value::numeric`)}
      when value #>> '{}' ~ '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' then ${shownInstant(sql`(value #>> '{}')::timestamptz`)}
      else value #>> '{}' end), E'\\n')
    from (select * from jsonb_each(before) union all select * from jsonb_each(${shownAfter(db)})) changes)`
