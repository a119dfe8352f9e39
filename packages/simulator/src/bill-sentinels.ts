// Post-paid accounts that make the utility misbehave, one fault each: what is due is reported as usual; the payment
// goes wrong.
import { documented, type Mishap } from './sentinels.ts'

export interface BillSentinel extends Mishap {
  account: string
}

const LOST = { outcome: 'unknown', ends: 'sold' } as const

export const billSentinels: readonly BillSentinel[] = [
  {
    account: '399900001',
    name: 'Silence Before',
    does: 'Never answers and never took the payment: looked up, it does not exist.',
    instead: 'no answer',
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    account: '399900002',
    name: 'Silence After',
    does: 'Takes the payment, and the answer never comes.',
    afterwards: 'no answer',
    ...LOST,
  },
  {
    account: '399900003',
    name: 'Reset After',
    does: 'Takes the payment, and the connection breaks in the middle of the answer.',
    afterwards: 'reset mid-body',
    ...LOST,
  },
  {
    account: '399900004',
    name: 'Error After',
    does: 'Takes the payment, and answers with status 500.',
    afterwards: 'server error',
    ...LOST,
  },
  {
    account: '399900005',
    name: 'Error Before',
    does: 'Answers with status 500 and never took the payment.',
    instead: 'server error',
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    account: '399900006',
    name: 'Html Page',
    does: 'Takes the payment, and answers with a page of HTML and status 200.',
    afterwards: 'html',
    ...LOST,
  },
  {
    account: '399900007',
    name: 'Cut Json',
    does: 'Takes the payment, and the JSON of the answer stops half way.',
    afterwards: 'truncated json',
    ...LOST,
  },
  {
    account: '399900008',
    name: 'Wrong Account',
    does: 'Takes the payment, and answers with the bill of another account.',
    change: (answer) => ({ ...answer, account: '300118462' }),
    ...LOST,
  },
  {
    account: '399900009',
    name: 'Redirected',
    does: 'Takes the payment, and redirects to itself: who follows pays again.',
    afterwards: 'redirect',
    ...LOST,
  },
  {
    account: '399900010',
    name: 'Twice Answered',
    does: 'Takes the payment once, and sends the same answer twice.',
    afterwards: 'duplicate response',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    account: '399900011',
    name: 'Slow Answer',
    does: 'Takes the payment, and needs three seconds to say so.',
    afterwards: 'slow',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    account: '399900012',
    name: 'Huge Answer',
    does: 'Takes the payment, and answers with far too much.',
    afterwards: 'huge body',
    ...LOST,
  },
  {
    account: '399900013',
    name: 'Refused',
    does: 'Refuses: the account takes no payments.',
    instead: documented(400, 'ACCOUNT_BLOCKED', 'The account takes no payments.'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    account: '399900014',
    name: 'Balance Used Up',
    does: 'Refuses: the vendor’s balance is used up.',
    instead: documented(400, 'VENDOR_BALANCE', 'The balance of the vendor is not sufficient.'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    account: '399900015',
    name: 'Third Time Lucky',
    does: 'Takes the payment with status 500; looked up, it is known only the third time.',
    afterwards: 'server error',
    lookup: (asked) => (asked < 3 ? 'server error' : null),
    ...LOST,
  },
  {
    account: '399900016',
    name: 'Never Known',
    does: 'Takes the payment with status 500, and so is every look-up: somebody has to decide.',
    afterwards: 'server error',
    lookup: () => 'server error',
    outcome: 'unknown',
    ends: 'open',
  },
  {
    account: '399900017',
    name: 'No Reference',
    does: 'Takes the payment with status 500, and nothing on record says for which order: somebody has to decide.',
    afterwards: 'server error',
    forgetsOrder: true,
    outcome: 'unknown',
    ends: 'open',
  },
]

const byAccount = new Map(billSentinels.map((sentinel) => [sentinel.account, sentinel]))

export const findBillSentinel = (account: string): BillSentinel | null => byAccount.get(account) ?? null
