// What a sale passes through, without the rest: Node's server alone, the framework with our headers and limits, and
// everything of ours but the books. Each answers every request with the same sale.
import { createServer as createBareServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, API_BASE, bututs } from '@flexpower/contract'
import { handlers } from '../packages/server/src/app.ts'
import { createHealthServer, createServer } from '../packages/server/src/http/server.ts'
import { createAuthenticate } from '../packages/server/src/identity/sessions.ts'
import type { Context } from '../packages/server/src/runtime/context.ts'

const at = new Date(0)
const sold = {
  status: 'success' as const,
  message: 'Transaction added successfully!',
  reference: 'A261116-7K3M9-QXT4C',
  sale: {
    id: 1_234_567,
    at,
    customerName: 'Mariama Bah',
    meter: '90001000001',
    tendered: bututs(10_000),
    vended: bututs(9_500),
    fee: bututs(500),
    tokens: ['48216093375501847726'],
    tokenNames: [],
    creditToken: '48216093375501847726',
    cashierName: 'Cashier 1',
    cashierId: 1,
    location: 'Serekunda',
    transactionId: 'A261116-7K3M9-QXT4C',
    receiptNumber: 'A261116-7K3M9-QXT4C',
    receiptCode: '7K3M9QXT4CAB',
    account: '2048261',
    accountBalance: bututs(0),
    serviceAddress: '12 Sayerr Jobe Avenue, Serekunda',
    paymentMethod: 'Cash',
    debtPaid: bututs(0),
    debtPercent: 0,
    debtShare: bututs(0),
    tariff: 'Domestic prepaid',
    unitPrice: 14.06,
    priceLines: [
      { concept: 'Energy', units: 30.31, price: 14.06, amount: bututs(8_261) },
      { concept: 'VAT', units: 82.61, price: 15, amount: bututs(1_239) },
    ],
    units: 30.31,
    paidAt: at,
  },
}

/** Reads the body and answers: no program in Node does less. */
export async function serveBarely(): Promise<string> {
  const server = createBareServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      JSON.parse(body)
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(JSON.stringify(sold))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const isDraining = () => false

export async function createFramework(context: Context) {
  const app = await createHealthServer(context, isDraining)
  app.post(`${API_BASE}${api.electricity.sell.path}`, async () => sold)
  return app
}

/** Places, session and codecs too: only the handler sells nothing. */
export const createWithoutBooks = (context: Context) =>
  createServer(context, {
    handlers: { ...handlers, electricity: { ...handlers.electricity, sell: async () => sold } },
    authenticate: createAuthenticate(context),
    webRoot: null,
    isDraining,
  })
