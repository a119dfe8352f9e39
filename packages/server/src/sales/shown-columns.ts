// A sale as its list shows it, written by PostgreSQL as the JSON that goes over the wire: a million rows pass through
// the server without becoming objects. The names come from the contract, so every field must be given and none can be
// misspelt.
import { type Codec, listWireNames } from '@flexpower/contract'

declare const jsonBrand: unique symbol
/** SQL whose value is JSON text. */
export type JsonSql = string & { readonly [jsonBrand]: true }
export type ShownColumns<Row> = { [Field in keyof Row]-?: JsonSql }

const json = (sql: string) => sql as JsonSql

export const asText = (column: string) => json(`to_json(${column}::text)`)
export const asNumber = (column: string) => json(column)
export const asDalasi = (column: string) => json(`trim_scale((${column})::numeric / 100)`)
export const asInstant = (column: string) =>
  json(`'"' || to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`)
const orNull = (sql: JsonSql) => json(`coalesce((${sql})::text, 'null')`)
/** A field of `details`, unchanged. */
export const detail = (name: string) => orNull(json(`details -> '${name}'`))
export const detailInDalasi = (name: string) => orNull(asDalasi(`details ->> '${name}'`))
export const detailInstant = (name: string) => orNull(asInstant(`(details ->> '${name}')::timestamptz`))

/** Sales from before there were codes have none. */
export const receiptCodeColumn = orNull(asText('receipt_code'))

/** As `formatReceiptNumber` writes it. */
export const receiptNumberColumn = asText(
  `coalesce('R-' || lpad(receipt_number::text, greatest(7, length(receipt_number::text)), '0'), transaction_id)`,
)

/** One text for the whole row. Not json_build_object, which takes twice as long. */
export function rowJson<Row>(row: Codec<Row>, columns: ShownColumns<Row>): string {
  const written = [...listWireNames(row)].map(
    ([field, name]) => `'${JSON.stringify(name)}:', ${columns[field as keyof Row]}`,
  )
  return `concat('{', ${written.join(", ',', ")}, '}')`
}
