// What the first Admin does after the installation: chooses a password with the link, signs in, verifies a meter, sells,
// and gets a token. Later the same Admin sells with the address alone. Every call goes through the proxy, over https:
// node deploy/try/sell.ts LINK_OR_ADDRESS [SETTINGS] [--meter METER], and with --on it sells until SIGTERM and counts.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
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

const { values, positionals } = parseArgs({
  options: { meter: { type: 'string', default: '37201148261' }, on: { type: 'boolean' } },
  allowPositionals: true,
})
const link = new URL(positionals[0] ?? '')
const settings = readFileSync(positionals[1] ?? '/etc/flexpower/flexpower.env', 'utf8')
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

// Known again by the next run, and different on each machine.
const password = `bright-kora-${clientToken}`
const resetToken = /\/password\/reset\/(.+)$/.exec(link.pathname)?.[1]
if (resetToken) await call(api.session.resetPassword, { token: resetToken, password })
const { token, user } = await call(api.session.login, { email: 'awa@example.gm', password, remember: false })
console.log(`${user.name} (${user.type}) has signed in at ${link.origin}`)
const signedIn = { [SESSION_TOKEN_HEADER]: token }
const order = { meter: values.meter, amount: fromDalasi(100), phone: '7712345' }
const { quote } = await call(api.electricity.verify, order, signedIn)
const sell = () => call(api.electricity.sell, order, { ...signedIn, [IDEMPOTENCY_HEADER]: randomUUID() })

if (values.on) {
  const end = new AbortController()
  process.on('SIGTERM', () => end.abort())
  const made = { success: 0, other: 0 }
  while (!end.signal.aborted) {
    const { status } = await sell()
    made[status === 'success' ? status : 'other'] += 1
    await setTimeout(200)
  }
  console.log(`Sold ${made.success} times, and ${made.other} without success`)
  if (made.other > 0 || made.success === 0) process.exitCode = 1
} else {
  console.log(`Sells to ${quote.customerName}`)
  const sale = await sell()
  console.log(`Sold: ${JSON.stringify(sale)}`)
  if (sale.status !== 'success') process.exitCode = 1
}
