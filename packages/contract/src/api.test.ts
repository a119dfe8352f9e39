import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  type Access,
  api,
  bututs,
  CallRefused,
  endpoints,
  listWireNames,
  readAnswer,
  buildRequest,
  UnreadableAnswer,
} from './index.ts'

/** Section 7 of the specification, as data: [id, method, path, request fields, response fields, access]. */
const specified: [
  id: string,
  method: string,
  path: string,
  request: string,
  response: string,
  access: Access,
][] = [
  ['A-01', 'POST', 'contact-us', 'name email message', 'success message', 'anyone'],
  ['A-02', 'POST', 'login', 'email password remember code', 'status token message data', 'anyone'],
  ['A-03', 'POST', 'password/forget', 'email', 'success message', 'anyone'],
  ['A-04', 'POST', 'password/update', 'password token', 'success message', 'anyone'],
  ['A-05', 'GET', 'vendorInfo', '', 'data', 'admin'],
  ['A-06', 'GET', 'nawec-vendor-balance', '', 'data', 'admin'],
  ['A-07', 'GET', 'CashPowerDailySales', '', 'data', 'admin'],
  ['A-08', 'GET', 'CashPowerMonthlySales', '', 'data', 'admin'],
  ['A-09', 'GET', 'transactionsCount', '', 'data', 'admin'],
  ['A-10', 'GET', 'AirPowerDailySales', '', 'data', 'admin'],
  ['A-10', 'GET', 'AirPowerMonthlySales', '', 'data', 'admin'],
  ['A-10', 'GET', 'transactionsAirTimesCount', '', 'data', 'admin'],
  ['A-11', 'GET', 'filter', 'paymentDate', 'status totalamount countTransactions', 'admin'],
  ['A-12', 'POST', 'verify', 'meter_number amount telephone user_id', 'status message data', 'staff'],
  [
    'A-13',
    'POST',
    'transactions',
    'meter_number amount telephone user_id recorded_by user_location',
    'status message reference data',
    'staff',
  ],
  ['A-14', 'GET', 'transactions', '', 'data', 'admin'],
  ['A-15', 'GET', 'gettransactions/{userId}', 'userId', 'data', 'staff'],
  [
    'A-16',
    'POST',
    'transactions/airtime',
    'amount user_id user_location vend_amount vendor_type mobile_number',
    'status message reference data',
    'staff',
  ],
  ['A-17', 'GET', 'transactions/airtime', '', 'data', 'staff'],
  [
    'A-18',
    'POST',
    'make-payment-post-paid',
    'account_reference amount telephone user_id',
    'status message data',
    'postpaid',
  ],
  [
    'A-19',
    'POST',
    'transactions-post-paid',
    'account_reference amount telephone user_id',
    'status message reference data',
    'postpaid',
  ],
  ['A-20', 'GET', 'transactions-post-paid', '', 'data', 'postpaid'],
  ['A-21', 'GET', 'register', '', '[]', 'admin'],
  [
    'A-22',
    'POST',
    'register',
    'name email password address location user_type contract_type commission can_access_post_paid your_password',
    'message',
    'admin',
  ],
  [
    'A-23',
    'PUT',
    'users/update/{id}',
    'id name email password address location user_type contract_type commission can_access_post_paid version your_password',
    'message',
    'admin',
  ],
  ['A-24', 'DELETE', 'users/delete/{id}', 'id take_float_back', 'message', 'admin'],
  ['A-25', 'GET', 'users/list', '', 'data', 'admin'],
  [
    'A-26',
    'GET',
    'users/getlist/{userId}',
    'userId',
    'id name email address location user_type contract_type commission can_access_post_paid nawec_balance airtime_balance created_at version',
    'staff',
  ],
  ['A-27', 'GET', 'charges/list', '', '[]', 'admin'],
  [
    'A-28',
    'POST',
    'addCashPowerCharges',
    'start_amount end_amount commision_amount amount_type status',
    'message',
    'admin',
  ],
  [
    'A-29',
    'POST',
    'charges/update/{id}',
    'id start_amount end_amount commision_amount amount_type status version',
    'message',
    'admin',
  ],
  ['A-30', 'POST', 'charges/delete/{id}', 'id', 'message', 'admin'],
  // For one agent, if the caller names one.
  ['A-31', 'GET', 'credits', 'agent', 'credits', 'admin'],
  [
    'A-32',
    'POST',
    'load/credit',
    'agent type amount bank_transaction_ref user_id created_by',
    'message state nawec_balance',
    'admin',
  ],
  ['A-33', 'GET', 'get/cashiers', '', 'cashiers', 'admin'],
  [
    'A-34',
    'POST',
    'generate/revenue/report',
    'from to account entity',
    'totalTransaction totalSold totalRevenue table_data',
    'admin',
  ],
  ['A-35', 'GET', 'backups', '', 'data', 'admin'],
  ['A-36', 'POST', 'customerenquiries', 'meterSerial dateFrom dateTo', 'data', 'admin'],
  ['A-37', 'POST', 'shitEnquiries', 'paymentDate codUserShift', 'data', 'admin'],
  ['A-38', 'POST', 'changePassword', 'currentPwd newPwd codUserShift stay_signed_in', 'status data', 'staff'],
  ['A-39', 'POST', 'forgotpassowrd', 'idVendor codUser', 'status data', 'admin'],
  ['A-40', 'POST', 'updatepassword', 'updatepassword codUserShift', 'status data', 'admin'],
  ['A-41', 'GET', 'balance', '', 'data', 'admin'],
]

const ours = [
  ['POST', 'logout'],
  ['GET', 'transactions/{reference}/status'],
  ['GET', 'transactions/open'],
  ['GET', 'transactions/key/{key}'],
  ['POST', 'transactions/{id}/print'],
  ['POST', 'transactions/{id}/decide'],
  ['POST', 'transactions/{id}/choose'],
  ['GET', 'counter'],
  ['GET', 'transactions/airtime/{reference}/status'],
  ['GET', 'transactions/airtime/offers'],
  ['GET', 'transactions/airtime/{id}/cost'],
  ['GET', 'transactions-post-paid/{reference}/status'],
  ['GET', 'account/security'],
  ['POST', 'account/second-factor'],
  ['POST', 'account/second-factor/confirm'],
  ['POST', 'account/second-factor/remove'],
  ['POST', 'account/sessions/end'],
  ['POST', 'users/{id}/second-factor/remove'],
  ['GET', 'vending-status'],
  ['GET', 'dashboard/overview'],
  ['GET', 'users/{id}/overview'],
  ['POST', 'users/{id}/sessions/end'],
  ['POST', 'users/{id}/reset-link'],
  ['GET', 'applications'],
  ['POST', 'applications/{id}/approve'],
  ['POST', 'applications/{id}/decline'],
  ['GET', 'charges/price'],
  ['POST', 'charges/replay'],
  ['GET', 'floats/{user_id}/statement'],
  ['GET', 'floats/{user_id}/sums'],
  ['GET', 'floats/{user_id}/statement/pdf'],
  ['POST', 'floats/back'],
  ['POST', 'floats/transfers'],
  ['POST', 'floats/corrections'],
  ['GET', 'floats/waiting'],
  ['POST', 'floats/waiting/{id}/confirm'],
  ['POST', 'floats/waiting/{id}/decline'],
  ['POST', 'floats/requests'],
  ['GET', 'floats/requests'],
  ['GET', 'floats/requests/{id}/photo'],
  ['POST', 'floats/requests/{id}/load'],
  ['POST', 'floats/requests/{id}/decline'],
  ['POST', 'floats/requests/{id}/withdraw'],
  ['GET', 'floats/{user_id}/largest-load'],
  ['GET', 'floats/{user_id}/limits'],
  ['POST', 'floats/{user_id}/limits'],
  ['GET', 'credits/waiting'],
  ['POST', 'credits/waiting/{id}/confirm'],
  ['POST', 'credits/waiting/{id}/decline'],
  ['GET', 'reconciliation'],
  ['POST', 'reconciliation/run'],
  ['GET', 'reconciliation/catch-up'],
  ['POST', 'reconciliation/{id}/settle'],
  ['GET', 'reconciliation/{id}'],
  ['POST', 'reconciliation/{id}/book'],
  ['POST', 'reconciliation/{id}/book/confirm'],
  ['POST', 'reconciliation/{id}/book/decline'],
  ['GET', 'audit'],
  ['GET', 'search'],
  ['GET', 'search/archive'],
  ['GET', 'customers'],
  ['POST', 'customers/erase'],
  ['POST', 'signup'],
  ['GET', 'contact-messages'],
  ['POST', 'contact-messages/{id}/mark'],
  ['POST', 'backups'],
  ['GET', 'backups/rules'],
  ['GET', 'backups/{id}/download'],
  ['POST', 'cleanup'],
  ['GET', 'cleanup'],
  ['POST', 'cleanup/{id}/undo'],
  ['GET', 'letters/unsent'],
  ['GET', 'outbox'],
  ['GET', 'account-balances'],
  ['GET', 'alerts'],
  ['GET', 'transactions/{id}/messages'],
  ['GET', 'till/current'],
  ['GET', 'till/today'],
  ['POST', 'till/open'],
  ['POST', 'till/movements'],
  ['POST', 'till/refunds'],
  ['POST', 'till/close'],
  ['GET', 'till/sessions'],
  ['GET', 'till/sessions/{id}'],
  ['POST', 'till/sessions/{id}/close'],
  ['GET', 'till/sessions/{id}/pdf'],
  ['POST', 'till/sessions/{id}/print'],
  ['POST', 'till/sessions/{id}/mail'],
  ['GET', 'till/sessions/{id}/utility'],
  ['GET', 'till/wall'],
  ['GET', 'till/{user_id}/statement'],
  ['GET', 'till/{user_id}/sums'],
  ['GET', 'till/{user_id}/statement/pdf'],
  ['GET', 'receipts'],
  ['POST', 'receipts/{id}/send'],
  ['GET', 'receipts/{id}/story'],
  ['GET', 'revenue'],
  ['GET', 'revenue/pdf'],
  ['GET', 'commission'],
  ['GET', 'commission/pdf'],
  ['GET', 'revenue/schedules'],
  ['POST', 'revenue/schedules'],
  ['POST', 'revenue/schedules/{id}'],
  ['POST', 'revenue/schedules/{id}/delete'],
  ['GET', 'events'],
  ['GET', 'notices'],
  ['GET', 'notices/count'],
  ['POST', 'notices/{id}/seen'],
  ['POST', 'notices/seen'],
  ['GET', 'notices/preferences'],
  ['POST', 'notices/preferences'],
  ['POST', 'notices/phone'],
]

/** The wire names that a codec reads: those of its outermost object, or `[]` for a bare list. */
function wireNames(schema: z.core.$ZodType): string {
  const { def } = schema._zod as {
    def: { type: string; in?: z.core.$ZodType; options?: z.core.$ZodType[]; shape?: object }
  }
  const inner = def.in ?? def.options?.at(-1)
  if (inner) return wireNames(inner)
  return def.type === 'array'
    ? '[]'
    : Object.keys(def.shape ?? {})
        .toSorted()
        .join(' ')
}

const inOrder = (names: string) => names.split(' ').toSorted().join(' ')

describe('the contract declares every call of the specification', () => {
  test.each(specified)('%s %s %s', (_, method, path, request, response, access) => {
    const found = endpoints.filter(([, call]) => call.method === method && call.path === path)
    expect(found).toHaveLength(1)
    const call = found[0]![1]
    expect(wireNames(call.request)).toBe(inOrder(request))
    expect(wireNames(call.response)).toBe(inOrder(response))
    expect(call.access).toBe(access)
  })

  test('and beside them only the calls that are ours', () => {
    const known = new Set([
      ...specified.map(([, method, path]) => `${method} ${path}`),
      ...ours.map((call) => call.join(' ')),
    ])
    expect(
      endpoints.map(([, { method, path }]) => `${method} ${path}`).filter((call) => !known.has(call)),
    ).toEqual([])
    expect(new Set(specified.map(([id]) => id)).size).toBe(41)
  })
})

describe('a call', () => {
  test('writes our names and bututs as wire names and dalasi', () => {
    const input = { meter: '37201148261', amount: bututs(12_550), phone: '7712345' }
    expect(buildRequest(api.electricity.verify, input)).toEqual({
      method: 'POST',
      url: '/flexpower/api/verify',
      body: { meter_number: '37201148261', amount: 125.5, telephone: '7712345' },
    })
  })

  test('puts its parameters into the path and the rest into the query or the body', () => {
    expect(buildRequest(api.users.remove, { id: 7 })).toEqual({
      method: 'DELETE',
      url: '/flexpower/api/users/delete/7',
      body: null,
    })
    expect(buildRequest(api.dashboard.filter, { day: '2026-11-14' as never }).url).toBe(
      '/flexpower/api/filter?paymentDate=2026-11-14',
    )
    expect(buildRequest(api.charges.remove, { id: 3 }).body).toEqual({})
  })

  test('reads an answer back into our names', () => {
    const answer = { status: 'success', totalamount: 184250.25, countTransactions: 412 }
    expect(readAnswer(api.dashboard.filter, 200, answer)).toEqual({
      status: 'success',
      total: 18_425_025,
      count: 412,
    })
  })

  test('that fails with status 200 is a refusal with the message for the user', () => {
    const refusal = () => readAnswer(api.session.login, 200, { status: 'Error', message: 'No' })
    expect(refusal).toThrow(expect.objectContaining({ name: 'CallRefused', status: 200, message: 'No' }))
    expect(() => readAnswer(api.charges.add, 422, { message: 'x', errors: { status: ['y'] } })).toThrow(
      CallRefused,
    )
    expect(() => readAnswer(api.session.changePassword, 200, { status: 'error', data: 'Wrong' })).toThrow(
      'Wrong',
    )
  })

  test('that answers something else is unreadable', () => {
    for (const body of [null, {}, { status: 'success' }, '<html>', []])
      expect(() => readAnswer(api.dashboard.filter, 200, body)).toThrow(UnreadableAnswer)
    expect(() => readAnswer(api.dashboard.filter, 204, null)).toThrow(UnreadableAnswer)
  })
})

test('AP-05 of a refusal with several texts the error is shown, then the data, then the message', () => {
  const read = (body: object) => () => readAnswer(api.airtime.sell, 200, { status: 'error', ...body })
  expect(read({ message: 'The message', error: 'The error' })).toThrow('The error')
  expect(read({ message: 'The message', data: 'The data' })).toThrow('The data')
  expect(read({ message: 'The message' })).toThrow('The message')
})

test('a window with only data, next_cursor and total is a complete window', () => {
  const window = readAnswer(api.electricity.list.window, 200, { data: [], next_cursor: 7, total: 12 })
  expect(window).toEqual({ rows: [], next: 7, total: 12, isTotalExact: true, searchedBackTo: null })
})

test('no call has a wire name that is our own name of another field', () => {
  for (const [name, call] of endpoints) {
    const names = [...listWireNames(call.request)]
    for (const [own, wire] of names)
      if (own !== wire)
        expect(
          names.map(([each]) => each),
          name,
        ).not.toContain(wire)
  }
})
