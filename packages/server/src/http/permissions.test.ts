// Every call of the contract × every kind of caller. The table is written by hand, not derived from the contract, so
// that a mistake in the contract shows; a call without an entry fails.
import { type Access, API_BASE, endpoints } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../runtime/clock.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const allowed: Record<string, Access> = {
  'session.login': 'anyone',
  'session.forgotPassword': 'anyone',
  'session.resetPassword': 'anyone',
  'contact.send': 'anyone',
  'contact.apply': 'anyone',
  'contact.outbox': 'anyone',
  'vendor.vending': 'anyone',
  'contact.messages': 'admin',
  'contact.mark': 'admin',
  'contact.unsent': 'admin',
  'session.logout': 'staff',
  'account.security': 'staff',
  'account.beginSecondFactor': 'staff',
  'account.confirmSecondFactor': 'staff',
  'account.removeSecondFactor': 'staff',
  'account.endSessions': 'staff',
  'users.removeSecondFactor': 'admin',
  'session.changePassword': 'staff',
  'electricity.verify': 'staff',
  'electricity.sell': 'staff',
  'electricity.listOf': 'staff',
  'electricity.status': 'staff',
  'sales.open': 'staff',
  'sales.find': 'staff',
  'sales.countPrint': 'staff',
  'electricity.counter': 'staff',
  'sales.decide': 'admin',
  'sales.choose': 'admin',
  'users.one': 'staff',
  'airtime.sell': 'staff',
  'airtime.list': 'staff',
  'airtime.status': 'staff',
  'airtime.offers': 'staff',
  'airtime.cost': 'admin',
  'postpaid.verify': 'postpaid',
  'postpaid.pay': 'postpaid',
  'postpaid.list': 'postpaid',
  'postpaid.status': 'postpaid',
  'electricity.list': 'admin',
  'dashboard.dailySales': 'admin',
  'dashboard.monthlySales': 'admin',
  'dashboard.transactionCount': 'admin',
  'dashboard.airtimeDailySales': 'admin',
  'dashboard.airtimeMonthlySales': 'admin',
  'dashboard.airtimeTransactionCount': 'admin',
  'dashboard.filter': 'admin',
  'vendor.info': 'admin',
  'vendor.nawecBalance': 'admin',
  'vendor.balance': 'admin',
  'vendor.forgotPassword': 'admin',
  'vendor.updatePassword': 'admin',
  'users.list': 'admin',
  'users.add': 'admin',
  'users.update': 'admin',
  'users.remove': 'admin',
  'users.agents': 'admin',
  'users.cashiers': 'admin',
  'charges.list': 'admin',
  'charges.add': 'admin',
  'charges.update': 'admin',
  'charges.remove': 'admin',
  'credits.list': 'admin',
  'credits.load': 'admin',
  'reports.revenue': 'admin',
  'revenue.report': 'admin',
  'revenue.reportFile': 'admin',
  'revenue.statement': 'staff',
  'revenue.statementFile': 'staff',
  'revenue.schedules': 'admin',
  'revenue.addSchedule': 'admin',
  'revenue.changeSchedule': 'admin',
  'revenue.removeSchedule': 'admin',
  'enquiries.customer': 'admin',
  'enquiries.shift': 'admin',
  'backups.list': 'admin',
  'backups.rules': 'admin',
  'backups.make': 'admin',
  'backups.download': 'admin',
  'cleanup.run': 'admin',
  'cleanup.list': 'admin',
  'cleanup.undo': 'admin',
  'dashboard.overview': 'admin',
  'sales.messages': 'staff',
  'vendor.balances': 'admin',
  'vendor.alerts': 'admin',
  'users.overview': 'admin',
  'users.endSessions': 'admin',
  'users.sendResetLink': 'admin',
  'users.applications': 'admin',
  'users.approve': 'admin',
  'users.decline': 'admin',
  'charges.price': 'admin',
  'charges.replay': 'admin',
  'floats.statement': 'staff',
  'floats.sums': 'staff',
  'floats.statementFile': 'staff',
  'floats.takeBack': 'admin',
  'floats.transfer': 'admin',
  'floats.correct': 'admin',
  'floats.waiting': 'admin',
  'floats.confirm': 'admin',
  'floats.decline': 'admin',
  'floats.ask': 'staff',
  'floats.requests': 'staff',
  'floats.photo': 'staff',
  'floats.load': 'admin',
  'floats.refuse': 'admin',
  'floats.withdraw': 'staff',
  'floats.largestLoad': 'admin',
  'floats.limits': 'staff',
  'floats.setLimits': 'admin',
  'credits.waiting': 'admin',
  'credits.confirm': 'admin',
  'credits.decline': 'admin',
  'enquiries.reconciliation': 'admin',
  'enquiries.compare': 'admin',
  'enquiries.catchUp': 'admin',
  'enquiries.settle': 'admin',
  'bookings.show': 'admin',
  'bookings.book': 'admin',
  'bookings.confirm': 'admin',
  'bookings.decline': 'admin',
  'acts.list': 'admin',
  'search.everything': 'admin',
  'search.archive': 'admin',
  'customers.served': 'staff',
  'customers.erase': 'admin',
  'till.current': 'staff',
  'till.today': 'staff',
  'till.open': 'staff',
  'till.move': 'staff',
  'till.refund': 'staff',
  'till.close': 'staff',
  'till.list': 'staff',
  'till.one': 'staff',
  'till.closeFor': 'admin',
  'till.slipFile': 'staff',
  'till.countPrint': 'staff',
  'till.mailSlip': 'staff',
  'till.compare': 'admin',
  'till.wall': 'admin',
  'till.statement': 'staff',
  'till.sums': 'staff',
  'till.statementFile': 'staff',
  'receipts.find': 'staff',
  'receipts.sendAgain': 'staff',
  'receipts.story': 'staff',
  'live.events': 'staff',
  'notices.list': 'staff',
  'notices.count': 'staff',
  'notices.markSeen': 'staff',
  'notices.markAllSeen': 'staff',
  'notices.preferences': 'staff',
  'notices.prefer': 'staff',
  'notices.setPhone': 'staff',
}

const world = await createWorld()
const expired = await world.signIn({ type: 'Admin' })
world.clock.pass(13 * HOUR_MS)
const deleted = await world.signIn({ type: 'Admin', mayTakePostpaid: true })
await world.db
  .updateTable('users')
  .set({ deleted_at: world.clock.now() })
  .where('id', '=', deleted.user.id)
  .execute()

const callers: Record<string, { caller: TestCaller; may: Access[] }> = {
  'a visitor': { caller: world.visitor, may: ['anyone'] },
  'a session that expired': { caller: expired, may: ['anyone'] },
  'a deleted user': { caller: deleted, may: ['anyone'] },
  'a cashier without the post-paid flag': { caller: await world.signIn(), may: ['anyone', 'staff'] },
  'a cashier with the post-paid flag': {
    caller: await world.signIn({ mayTakePostpaid: true }),
    may: ['anyone', 'staff', 'postpaid'],
  },
  'an Admin without the post-paid flag': {
    caller: await world.signIn({ type: 'Admin' }),
    may: ['anyone', 'staff', 'admin'],
  },
  'an Admin with the post-paid flag': {
    caller: await world.signIn({ type: 'Admin', mayTakePostpaid: true }),
    may: ['anyone', 'staff', 'postpaid', 'admin'],
  },
}
const notSignedIn = new Set(['a visitor', 'a session that expired', 'a deleted user'])

// Signing out last: it ends the session that the other calls need.
const walk = endpoints.toSorted(([a], [b]) => Number(a === 'session.logout') - Number(b === 'session.logout'))

test('every call has an entry in the permission matrix', () => {
  expect(walk.map(([name]) => name).toSorted()).toEqual(Object.keys(allowed).toSorted())
})

describe.each(walk)('%s', (name, { method, path }) => {
  const at = API_BASE + path.replaceAll(/\{\w+\}/g, '1')
  const withBody = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
  const access = allowed[name]!

  test('S-09 is refused without the client token, and with a wrong one', async () => {
    const admin = callers['an Admin with the post-paid flag']!.caller
    for (const token of ['', 'wrong', 'flexpower-web-demo2', 'flexpower-web-demO'])
      expect(
        (await admin.send(method, at, { ...withBody, headers: { 'client-access-token': token } })).status,
      ).toBe(401)
  })

  test.each(Object.keys(callers))('S-14 answers as declared to %s', async (who) => {
    const { caller, may } = callers[who]!
    const { status, body } = await caller.send(method, at, withBody)
    if (may.includes(access)) expect([401, 403]).not.toContain(status)
    else {
      expect(status).toBe(notSignedIn.has(who) ? 401 : 403)
      expect(JSON.stringify(body)).toMatch(/not signed in|Only an Admin|not allowed to take/)
    }
    expect(status).not.toBe(500)
  })

  test('is refused to an invented session token', async () => {
    if (access === 'anyone') return
    const headers = { 'x-auth-token': 'A'.repeat(43) }
    expect((await world.visitor.send(method, at, { ...withBody, headers })).status).toBe(401)
  })
})

const strict = await createWorld({ env: { FLEXPOWER_ADMIN_SECOND_FACTOR: 'required' } })
const [admin, cashier] = [
  await strict.signIn({ type: 'Admin', mayTakePostpaid: true }),
  await strict.signIn(),
]

describe('where Admins need two-step sign-in', () => {
  test.each(walk)(
    'an Admin without it can call only their own account: %s',
    async (name, { method, path }) => {
      const at = API_BASE + path.replaceAll(/\{\w+\}/g, '1')
      const { status, body } = await admin.send(
        method,
        at,
        method === 'GET' || method === 'DELETE' ? {} : { body: {} },
      )
      const isOwn = /^(session|account)\./.test(name) || allowed[name] === 'anyone'
      if (isOwn) expect(JSON.stringify(body)).not.toContain('two-step')
      else
        expect([status, body]).toMatchObject([
          403,
          {
            message:
              'Admins of this installation need two-step sign-in. Set it up under Your account first. Nothing was changed.',
            // The screens use this to show where it is set up.
            ...(name !== 'dashboard.filter' && { errors: { second_factor: expect.anything() } }),
          },
        ])
    },
  )

  test('a cashier works as before', async () => {
    expect((await cashier.send('GET', `${API_BASE}transactions/open`)).status).toBe(200)
  })
})
