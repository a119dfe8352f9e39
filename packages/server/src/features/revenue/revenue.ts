// Revenue of all products in a period beside the one before, the commission of a cashier, and both as PDF.
import { type Api, type CommissionStatement, type FileAnswer, type RevenueSums } from '@flexpower/contract'
import type { Call, Handlers } from '../../http/handle.ts'
import { Refusal } from '../../refusal.ts'
import { drawReport, drawStatement, nameFile } from './papers.ts'
import { readRevenue } from './read-revenue.ts'
import { scheduleCalls } from './schedules.ts'

type Calls = Api['revenue']

export const revenue: Handlers['revenue'] = {
  report,
  reportFile,
  statement,
  statementFile,
  ...scheduleCalls,
}

async function report({ context: { db }, input }: Call<Calls['report']>) {
  return readRevenue(db, input)
}

async function reportFile({ context, input }: Call<Calls['reportFile']>) {
  const read = await readRevenue(context.db, input)
  const content = await drawReport('revenue', input.grouping, read, {
    site: context.config.site,
    at: context.clock.now(),
  })
  return toFile(`${nameFile('revenue', read)}.pdf`, content)
}

/** The call, or the one for its file. */
type AskedStatement = Pick<Call<Calls['statement']>, 'context' | 'input' | 'caller'>

async function statement({ context, input, caller }: AskedStatement): Promise<CommissionStatement> {
  const { cashier: asked = caller.userId, ...period } = input
  const cashier = await context.db
    .selectFrom('users')
    .select(['id', 'name', 'location'])
    .where('id', '=', asked)
    .executeTakeFirst()
  // Another cashier's answers as if there were none, so that nobody learns who exists.
  if (!cashier || (cashier.id !== caller.userId && caller.type !== 'Admin'))
    throw new Refusal('not_found', 'There is no such cashier.')
  const read = await readRevenue(context.db, { ...period, cashier: cashier.id })
  return {
    cashier,
    from: read.from,
    to: read.to,
    rows: read.rows.flatMap(({ key, name, from, to, now }) =>
      from === null || to === null || now.sales === 0
        ? []
        : [{ key, name, from, to, sums: dropRevenue(now) }],
    ),
    products: read.products.map(({ product, now }) => ({ product, sums: dropRevenue(now) })),
    total: dropRevenue(read.total.now),
  }
}

/** What the provider keeps is not on a cashier's statement. */
const dropRevenue = ({ sales, tendered, fees, commissions }: RevenueSums) => ({
  sales,
  tendered,
  fees,
  commissions,
})

async function statementFile(call: Call<Calls['statementFile']>) {
  const { context, input } = call
  const read = await statement(call)
  const content = await drawStatement(read, input.grouping, {
    site: context.config.site,
    at: context.clock.now(),
  })
  return toFile(`${nameFile('commission-statement', read)}.pdf`, content)
}

const toFile = (name: string, content: Buffer): FileAnswer => ({ name, bytes: content.length, content })
