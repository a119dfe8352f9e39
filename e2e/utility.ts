// The demo utility itself: a sale that somebody else made in our name, and the email with a new password.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const address = `http://127.0.0.1:${process.env['E2E_SIMULATOR_PORT'] ?? ''}`

/** The same values as in the demo's server; see packages/simulator/src/login.ts. */
export const vendorAccount = { id: '100200', user: 'flexpower', password: 'demo-vendor-password' }
const origin = `${vendorAccount.id}#${vendorAccount.user}`

async function logIn(password: string, utility = address): Promise<string> {
  const answer = await fetch(new URL('token', utility), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'password',
      username: origin,
      password,
      scope: 'token_public token_private',
    }).toString(),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error('the utility did not take the password')
  return token
}

/** Whether that utility accepts this password. */
export const opensTheUtility = (password: string, utility: string): Promise<boolean> =>
  logIn(password, utility).then(
    () => true,
    () => false,
  )

/** Sells at the utility without us: the sale is in its books and not in ours. */
export async function sellElsewhere(meter: string, dalasi: number): Promise<{ receipt: string }> {
  for (;;) {
    const answer = await orderElsewhere(meter, dalasi)
    // The utility keeps one access token per user, and the product's own login has ended ours. The product goes first:
    // if we logged in again at once, its next call would fail, too.
    if (answer.status === 401) {
      await sleep(1000)
      continue
    }
    return ((await answer.json()) as { data: { receipt: string } }).data
  }
}

async function orderElsewhere(meter: string, dalasi: number): Promise<Response> {
  const token = await logIn(vendorAccount.password)
  return fetch(`${address}/t/nawec/venPayment/1.0.1/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-incms-tenant': 'nawec',
      'x-incms-origin-d': origin,
    },
    body: JSON.stringify({
      account: '',
      meterSerial: meter,
      totalPayment: dalasi,
      debtPayment: 0,
      percentageDebt: 0,
      accountBalance: 0,
      units: 0,
      unitsPayment: dalasi,
      unitsType: 'KWP',
      tariffDescription: '',
      comment: '',
      requestID: `elsewhere-${randomUUID()}`,
    }),
  })
}

/** The password in that utility's latest email to the vendor. */
export async function mailedPassword(utility: string): Promise<string> {
  const page = await (await fetch(utility)).text()
  const [, password] = /the new password is <code>([^<]+)</.exec(page) ?? []
  if (password === undefined) throw new Error('the utility has sent no mail')
  return password
}
