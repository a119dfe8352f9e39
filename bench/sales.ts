// Invents sales by the million, the same ones every time: names, towns, meters and amounts as in The Gambia, from a
// hash of the sale's number. PostgreSQL makes them itself; indexes are created afterwards, at a tenth of the cost of
// keeping them.
import type { Client } from 'pg'

/** The sales are spread over this many days, because the age of a business is not what is measured. */
const DAYS = 365
const METERS = 150_000
/** In turn, and few enough that each sells on every day at every size, so a day has equally many sums. */
const SELLERS = 100

const givenNames =
  'Mariama Fatou Awa Isatou Jainaba Nyima Haddy Ramatoulie Adama Binta Kumba Sainabou Ndey Amie Aminata Rohey Ousman Lamin Ebrima Modou Alhagie Sulayman Yankuba Omar Musa Buba Saikou Momodou Abdoulie Pa Bakary Kebba'
const familyNames =
  'Bah Ceesay Jallow Sarr Conteh Faal Sillah Sonko Darboe Kinteh Drammeh Fatty Gaye Mbye Touray Sanyang Njie Camara Manneh Jobe Sowe Bojang Jatta Colley Badjie Joof Secka Cham'
const towns =
  'Serekunda Banjul Brikama Bakau Farafenni Lamin Sukuta Gunjur Soma Basse Kololi Bundung Tallinding Yundum'
const streets = 'Kairaba Sayerr Independence Mosque Garage Atlantic Mansakonko Sukuta Bertil Hagan'

/** A number below `below` that depends only on `of`, and a different one for another salt. */
const draw = (salt: number, below: number, of = 'n') =>
  `(abs(hashint8extended(${of}, ${salt}) % ${below}))::int`
const pickOne = (words: string, salt: number, of: string) => {
  const list = words.split(' ')
  return `(array['${list.join("','")}'])[1 + ${draw(salt, list.length, of)}]`
}

const indexes = `select indexname, indexdef from pg_indexes
  where tablename = 'sale' and indexname <> 'sale_pkey' and indexname not like 'sale_receipt%'`

export async function inventSales(client: Client, sales: number): Promise<void> {
  await client.query(`set maintenance_work_mem = '1GB'`)
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(indexes)
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  await client.query(inventSql, [sales, SELLERS])
  await client.query(sumSql)
  for (const { indexdef } of rows) await client.query(indexdef)
  await client.query(`select setval('entry_id', $1)`, [sales])
  await client.query('vacuum analyze')
}

const inventSql = `
  insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens,
      cashier_name, location, transaction_id, details)
    select n, 'electricity', cashier, at, (at at time zone 'Africa/Banjul')::date, meter, '7' || lpad(${draw(1, 1_000_000)}::text, 6, '0'),
        customer, tendered, tendered - fee, fee, fee * 3 / 10,
        array[lpad(abs(hashint8extended(n, 2))::text, 20, '4')], 'Cashier ' || cashier, ${pickOne(towns, 7, 'cashier')},
        to_char(at, 'YYMMDD') || '-' || lpad(n::text, 5, '0'),
        jsonb_build_object('account', meter_number::text, 'tariff', 'Domestic prepaid', 'paidAt', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'receipt', 'U' || n, 'utilityTransaction', n::text, 'paymentMethod', 'Cash', 'units', round((tendered - fee) / 1617.0, 2),
          'unitPrice', 14.06, 'debtPaid', 0, 'debtPercent', 0, 'accountBalance', 0,
          'serviceAddress', 1 + ${draw(3, 60)} || ' ' || ${pickOne(streets, 8, 'meter_number')} || ' Road, ' || ${pickOne(towns, 9, 'meter_number')},
          'priceLines', jsonb_build_array(
            jsonb_build_object('concept', 'Energy', 'units', round((tendered - fee) / 1617.0, 2), 'price', 14.06, 'amount', (tendered - fee) * 100 / 115),
            jsonb_build_object('concept', 'VAT', 'units', round((tendered - fee) / 115.0, 2), 'price', 15, 'amount', (tendered - fee) - (tendered - fee) * 100 / 115)))
      from (
        select n, 2 + n % $2::int as cashier, meter_number, '37' || lpad((meter_number * 7)::text, 9, '0') as meter,
            ${pickOne(givenNames, 10, 'meter_number')} || ' ' || ${pickOne(familyNames, 11, 'meter_number')} as customer,
            tendered, case when tendered < 10000 then 200 when tendered < 50000 then 500 else 1000 end as fee,
            now() - ($1 - n) * interval '1 day' * ${DAYS} / $1 as at
          from (select n, 1000000 + ${draw(5, METERS)} as meter_number,
              ((array[50, 100, 100, 150, 200, 200, 300, 350, 500, 500, 700, 1000, 1250, 2000])[1 + ${draw(6, 14)}]) * 100::bigint as tendered
            from generate_series(1, $1::bigint) n) drawn) sold`

const sumSql = `
  insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
    select product, day, user_id, location, count(*), sum(tendered), sum(fee), sum(commission),
        array[sum(tendered)] || array_fill(0::bigint, array[23])
      from sale group by 1, 2, 3, 4`
