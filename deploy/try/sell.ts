// What the first Admin does after the installation: chooses a password with the link, signs in, verifies a meter, sells,
// and gets a token. Every call goes through the proxy, over https: node deploy/try/sell.ts LINK [SETTINGS]
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type Answer,
  api,
  buildRequest,
  CLIENT_TOKEN_HEADER,
  type Endpoint,
  fromDalasi,
  type Given,
  IDEMPOTENCY_HEADER,
  readAnswer,
  SESSION_TOKEN_HEADER,
} from '@flexpower/contract'

const link = new URL(process.argv[2] ?? '')
const settings = readFileSync(process.argv[3] ?? '/etc/flexpower/flexpower.env', 'utf8')
const clientToken = /^FLEXPOWER_CLIENT_ACCESS_TOKEN=(.*)$/m.exec(settings)?.[1] ?? ''

async function call<E extends Endpoint>(endpoint: E, input: Given<E>, headers: Record<string, string> = {}) {
  const { method, url, body } = buildRequest(endpoint, input)
  const answer = await fetch(new URL(url, link), {
    method,
    headers: { 'content-type': 'application/json', [CLIENT_TOKEN_HEADER]: clientToken, ...headers },
    body: body === null ? null : JSON.stringify(body),
  })
  return readAnswer(endpoint, answer.status, await answer.json()) as Answer<E>
}

const password = `bright-kora-${randomUUID().slice(0, 8)}`
await call(api.session.resetPassword, { token: link.pathname.split('/').at(-1) ?? '', password })
const { token, user } = await call(api.session.login, { email: 'awa@example.gm', password, remember: false })
console.log(`${user.name} (${user.type}) has signed in at ${link.origin}`)
const signedIn = { [SESSION_TOKEN_HEADER]: token }
const order = { meter: '37201148261', amount: fromDalasi(100), phone: '7712345' }
const { quote } = await call(api.electricity.verify, order, signedIn)
const sale = await call(api.electricity.sell, order, { ...signedIn, [IDEMPOTENCY_HEADER]: randomUUID() })
console.log(`Sold to ${quote.customerName}: ${JSON.stringify(sale)}`)
if (sale.status !== 'success') process.exitCode = 1
