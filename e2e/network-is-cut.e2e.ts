// The network is cut at every step of a sale, in turn, and the tab is killed at each: the sale is made once or not at
// all, the utility's book and ours agree, and the person reads the truth soon after the network's return.
// Airtime and bills are cut where they differ: they sell by calls of their own.
import { airtimeModal, airtimeTable, enterAirtime, numbers, someNumber } from './airtime.ts'
import { accounts, fillPayment, openPayment, paymentCard, paymentModal, paymentsTable } from './bills.ts'
import { API, type CutPoint, type CutProduct, pend, playCut, press, sellInto, verify } from './cut-counter.ts'
import { expect, people, test } from './people.ts'
import { fillSale, meters, openSale, pressOk, saleModal, someMeter, tokenCard } from './selling.ts'
import { callAsAdmin } from './users.ts'

test.use({ as: people.admin })

const VERIFY = `POST ${API}verify `
const KEY = `GET ${API}transactions/key/`
const OPEN = `GET ${API}transactions/open`

const electricity: CutProduct = {
  counter: '/cashier/cash-power',
  order: `POST ${API}transactions `,
  modal: saleModal,
  subjectLabel: 'Meter Number',
  enter: async (page, meter) => fillSale(await openSale(page), { meter }),
  prepare: async (page) => {
    const ok = saleModal(page).getByRole('button', { name: 'OK' })
    const check = saleModal(page).getByRole('button', { name: 'VERIFY' })
    // Orders without an answer, here and in other tests, make the server pause its calls to NAWEC for a while.
    await expect(async () => {
      if ((await ok.isDisabled()) && (await check.isEnabled())) await check.click()
      await expect(ok).toBeEnabled({ timeout: 5_000 })
    }).toPass()
  },
  again: 'Sell again',
  listSold: (page, meter) => [
    tokenCard(page).getByText(meter),
    page
      .getByRole('status')
      .filter({ hasText: /The token for/ })
      .filter({ hasText: meter }),
  ],
  listed: ({ id }) => ({ path: `gettransactions/${id}`, name: 'meter_number' }),
  hasOthers: async (admin, meter) => {
    const dates = { dateFrom: '2020-01-01', dateTo: '2099-12-31' }
    const purchases = await callAsAdmin(admin, 'POST', 'customerenquiries', { meterSerial: meter, ...dates })
    // Without an answer from the utility it is asked again.
    const { data } = (await purchases.json()) as { data?: { sale: object | null }[] }
    return data?.some(({ sale }) => sale === null) ?? true
  },
}

const airtime: CutProduct = {
  counter: '/cashier/air-power',
  order: `POST ${API}transactions/airtime `,
  modal: airtimeModal,
  subjectLabel: 'Mobile Number',
  enter: async (page, phone) => void (await enterAirtime(page, { phone })),
  prepare: async () => {},
  again: 'Sell again',
  listSold: (page, phone) => [airtimeTable(page).getByRole('row').filter({ hasText: phone })],
  listed: ({ id }) => ({ path: `transactions/airtime?cashier=${id}`, name: 'mobile_number' }),
}

const postpaid: CutProduct = {
  counter: '/cashier/post-paid',
  order: `POST ${API}transactions-post-paid `,
  modal: paymentModal,
  subjectLabel: 'Account Reference',
  enter: async (page, account) => fillPayment(await openPayment(page), { account }),
  prepare: async (page) => {
    const isReady = paymentModal(page).getByText(/^OK pays/)
    if (!(await isReady.isVisible())) await paymentModal(page).getByRole('button', { name: 'VERIFY' }).click()
    await expect(isReady).toBeVisible()
  },
  again: 'Pay again',
  listSold: (page, account) => [
    paymentCard(page).getByText(account),
    paymentsTable(page).getByRole('row').filter({ hasText: account }),
  ],
  listed: ({ id }) => ({ path: `transactions-post-paid?cashier=${id}`, name: 'account_reference' }),
}

const points: Omit<CutPoint, 'product'>[] = [
  {
    name: 'while it is typed (offline)',
    subject: someMeter,
    ends: 'sold',
    act: async (at) => {
      await electricity.enter(at.page, at.subject)
      await at.context.setOffline(true)
    },
  },
  {
    name: 'while the verification is sent',
    subject: someMeter,
    ends: 'sold',
    act: async (at) => {
      await electricity.enter(at.page, at.subject)
      at.network.cutAt(VERIFY, 'request')
      await press(at, 'VERIFY')
      await at.network.whenCut()
    },
  },
  {
    name: 'while the verification is answered',
    // No answer has come, and a verification leaves nothing at the server.
    leavesSameAs: 'while the verification is sent',
    subject: someMeter,
    ends: 'sold',
    act: async (at) => {
      await electricity.enter(at.page, at.subject)
      at.network.cutAt(VERIFY, 'answer')
      await press(at, 'VERIFY')
      await at.network.whenCut()
    },
  },
  {
    name: 'between VERIFY and OK (offline)',
    subject: someMeter,
    ends: 'sold',
    act: async (at) => {
      await verify(at)
      await at.context.setOffline(true)
      // The page is told of it by an event, later than whoever has cut the network.
      await expect(at.page.getByText('The server cannot be reached')).toBeAttached()
      await press(at, 'OK')
      await expect(saleModal(at.page).getByText(/offline, so nothing was sent/)).toBeVisible()
    },
  },
  {
    name: 'while the sale is sent: it never arrives',
    subject: someMeter,
    ends: 'sold',
    act: sellInto('request'),
  },
  { name: 'while the sale is answered', subject: someMeter, ends: 'sold', act: sellInto('answer') },
  {
    name: 'while the sale is at a slow utility (offline)',
    subject: () => meters.slowAnswer,
    ends: 'sold',
    act: async (at) => {
      await verify(at)
      const sent = at.page.waitForRequest((request) => request.url().endsWith(`${API}transactions`))
      await pressOk(at.page)
      await sent
      await at.context.setOffline(true)
    },
  },
  {
    name: 'while a refusal is answered',
    subject: () => meters.balanceUsedUp,
    ends: 'not sold',
    act: sellInto('answer'),
  },
  {
    name: 'while the page asks what became of it',
    // The question has no answer yet, and asking changes nothing.
    leavesSameAs: 'while the sale is answered',
    subject: someMeter,
    ends: 'sold',
    act: async (at) => {
      await sellInto('answer')(at)
      at.network.mend()
      at.network.cutAt(KEY, 'answer')
      await at.network.whenCut()
    },
  },
  {
    name: 'when the sale is pending',
    subject: () => meters.longToken,
    ends: 'sold',
    act: async (at) => {
      await pend(at)
      at.network.cut()
    },
  },
  {
    name: 'while a pending sale is watched',
    leavesSameAs: 'when the sale is pending',
    subject: () => meters.noToken,
    ends: 'sold',
    act: async (at) => {
      await pend(at, OPEN)
      await at.network.whenCut()
    },
  },
  {
    name: 'while the end of a pending sale is read',
    subject: () => meters.wrongMeter,
    ends: 'sold',
    act: async (at) => {
      await pend(at, '/status ')
      await at.network.whenCut()
    },
  },
  {
    name: 'when a pending sale turns out to be none (offline)',
    subject: () => meters.errorBefore,
    ends: 'not sold',
    act: async (at) => {
      await pend(at)
      await at.context.setOffline(true)
    },
  },
  {
    name: 'when the token is on the screen',
    subject: someMeter,
    ends: 'sold',
    act: async (at) => {
      await verify(at)
      await press(at, 'OK')
      await expect(tokenCard(at.page)).toBeVisible()
      at.network.cut()
    },
  },
]

const cut = (at: { network: { cut: () => void } }) => at.network.cut()

const others: CutPoint[] = [
  {
    name: 'airtime while the sale is answered',
    product: airtime,
    subject: someNumber,
    ends: 'sold',
    act: sellInto('answer'),
  },
  {
    name: 'airtime when the sale is pending',
    product: airtime,
    subject: () => numbers.errorAfter,
    ends: 'sold',
    act: (at) => pend(at).then(() => cut(at)),
  },
  {
    name: 'a bill while its payment is answered',
    product: postpaid,
    subject: () => accounts.twiceAnswered,
    ends: 'sold',
    act: sellInto('answer'),
  },
  {
    name: 'a bill when its payment is pending',
    product: postpaid,
    subject: () => accounts.resetAfter,
    ends: 'sold',
    act: (at) => pend(at).then(() => cut(at)),
  },
]

const all: CutPoint[] = [...points.map((each) => ({ product: electricity, ...each })), ...others]

for (const point of all)
  test.describe(() => {
    // One after the other: both sell to the same meter.
    test.describe.configure({ mode: 'default' })
    for (const isKilled of point.leavesSameAs === undefined ? [false, true] : [false])
      test(`cut ${point.name}${isKilled ? ', and the tab is killed' : ''}`, async ({
        browser,
        page: admin,
        baseURL,
      }) => {
        test.slow()
        await playCut(point, isKilled, { browser, admin, baseURL: baseURL ?? '' })
      })
  })
