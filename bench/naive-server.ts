// The peer of B2 and B3: how a sale is often written. One transaction of fourteen statements held open during the call
// to the utility, house balances as rows that every sale updates, a pool of ten connections.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool, type PoolClient } from 'pg'
import type { ElectricityOrder, UtilityGateway } from '../packages/server/src/gateways/utility.ts'

interface Asked {
  meter_number: string
  amount: number
  telephone: string
}

export async function serveNaively(url: string, utility: UtilityGateway): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 10 })
  pool.on('error', () => {})
  await pool.query(
    `create table if not exists naive_balance (account text primary key, balance bigint not null)`,
  )
  await pool.query(`insert into naive_balance values ('utility', 0), ('fees', 0) on conflict do nothing`)
  await pool.query(`create table if not exists naive_posting (sale_id bigint, account text, amount bigint)`)
  await pool.query(`create table if not exists naive_audit (at timestamptz, what text)`)
  const server = createServer((request, response) => {
    void sellNaively(pool, utility, request).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sellNaively(pool: Pool, utility: UtilityGateway, request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const asked = JSON.parse(body) as Asked
  const cashier = Number(String(request.headers['x-auth-token']).split('-').at(-1))
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await sellInside(
      client,
      utility,
      asked,
      cashier,
      String(request.headers['idempotency-key']),
    )
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function sellInside(
  client: PoolClient,
  utility: UtilityGateway,
  asked: Asked,
  cashier: number,
  key: string,
) {
  const tendered = asked.amount * 100
  await client.query('select name, location from users where id = $1', [cashier])
  const { rows: verified } = await client.query<{ quote: { quote: ElectricityOrder['quote'] } }>(
    `select quote from verification where user_id = $1 and product = 'electricity' and subject = $2 and tendered = $3`,
    [cashier, asked.meter_number, tendered],
  )
  await client.query(`select id from vend where user_id = $1 and key = $2`, [cashier, key])
  await client.query(
    `select balance from float_balance where user_id = $1 and kind = 'electricity' for update`,
    [cashier],
  )
  await client.query(
    `update float_balance set balance = balance - $2 where user_id = $1 and kind = 'electricity'`,
    [cashier, tendered],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into vend (reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, float_kind, quote, state, created_at, ask_at)
       values ($2, $1, $2, false, 'electricity', $3, $4, $5, 500, 150, 'electricity', '{}', 'sent', now(), now()) returning id`,
    [cashier, key, asked.meter_number, asked.telephone, tendered],
  )
  const id = rows[0]?.id ?? 0
  await client.query(`update naive_balance set balance = balance + $1 where account = 'utility'`, [
    tendered - 500,
  ])
  await client.query(`update naive_balance set balance = balance + 500 where account = 'fees'`)
  const quote = verified[0]?.quote.quote
  if (!quote) throw new Error('not verified')
  const outcome = await utility.sell({
    reference: key,
    meter: asked.meter_number,
    amount: (tendered - 500) as never,
    phone: '',
    quote,
  })
  if (outcome.kind !== 'accepted') throw new Error('not sold')
  await client.query(`update vend set state = 'confirmed', settled_at = now() where id = $1`, [id])
  for (const [account, amount] of [
    ['utility', tendered - 500],
    ['fees', 500],
    [`float/${cashier}`, -tendered],
  ] as const)
    await client.query(`insert into naive_posting values ($1, $2, $3)`, [id, account, amount])
  await client.query(
    `insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens, cashier_name, location, transaction_id, details)
       values ($1::bigint, 'electricity', $2, now(), current_date, $3, $4, $5, $6::bigint, $6::bigint - 500, 500, 150, $7, 'x', 'x', $1::bigint::text, $8)`,
    [
      id,
      cashier,
      asked.meter_number,
      asked.telephone,
      quote.customerName,
      tendered,
      outcome.value.tokens,
      JSON.stringify(outcome.value),
    ],
  )
  await client.query(`insert into naive_audit values (now(), $1)`, [`sale ${id}`])
  return { status: 'success', token: outcome.value.tokens }
}
