// The steps of a check about customers and sales: a price, the customer search, both enquiries, and a sale that is
// looked up. Each uses the reader that selling uses, and says what an answer leaves out and what that means.
import { randomInt } from 'node:crypto'
import {
  type Bututs,
  type Day,
  toDay,
  findReferences,
  formatGmd,
  formatReference,
  formatUnits,
  REFERENCE_RANDOM,
} from '@flexpower/contract'
import { after, DAY_MS, HOUR_MS } from '../runtime/clock.ts'
import { listCriteria, listPaths } from './incms-alternatives.ts'
import {
  readBill,
  readOnRecord,
  readPreview,
  readPurchases,
  readRecorded,
  readStanding,
} from './incms-answers.ts'
import { words } from './exact-json.ts'
import { type Examined, examine, type Question, type Walk } from './incms-examination.ts'
import { firstRecord, isEmpty, isNumber } from './incms-field-names.ts'
import type { Answered } from './incms-inspector.ts'
import { type Profile, renameFields } from './incms-profile.ts'
import { unknown } from './outcome.ts'
import type { UtilityPurchase, Recorded } from './utility.ts'

const LISTED_DAYS = 31

export interface Check extends Walk {
  now: Date
  amount: Bututs
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** An empty list fits, whatever its lines would look like. */
const describeList = ({ length }: readonly UtilityPurchase[], where: string): string =>
  length === 0 ? `answers, but shows no sale ${where}` : `${count(length, 'sale')} ${where}`

/** Answers and advice of a query that has its own path. */
const atPath = (path: keyof Profile['paths']) => ({
  alternatives: (profile: Profile, { kind }: Answered): Profile[] =>
    kind === 'nothing there' || kind === 'not asked' ? listPaths(profile, path) : [],
  advise: ({ kind }: Answered): string[] =>
    kind === 'nothing there' || kind === 'not asked'
      ? [`Ask the utility for this path: paths.${path}. The known ones were tried.`]
      : ['If it happens again, ask the utility about it.'],
})

/** What the customer has bought lately. */
export async function checkCustomer(check: Check, meter: string): Promise<UtilityPurchase[]> {
  const price = await checkPrice(check, meter)
  if (price !== null) await checkSearch(check, meter)
  else check.report.tell('skipped', 'Customer search: without a price nobody knows whether the meter exists.')
  return checkCustomerEnquiry(check, meter)
}

async function checkPrice(check: Check, meter: string): Promise<Examined<unknown> | null> {
  const { amount, report } = check
  const path = atPath('preview')
  const price = await examine(check, {
    step: `Price of ${formatGmd(amount)} at meter ${meter}`,
    put: (inspector, profile) => inspector.ask(profile, ({ preview }) => preview(meter, amount)),
    answer: 'price',
    read: (body) => readPreview(body, meter, amount),
    isNeeded: true,
    ...path,
    advise: (answered) =>
      answered.kind === 'refused'
        ? [
            'The utility answers, but not for this meter and amount. Try others: npm run utility -- check METER AMOUNT',
          ]
        : path.advise(answered),
    summarize: ({ figures }) => `${formatUnits(figures.units)} for ${figures.customerName}`,
  })
  if (price?.record) {
    if (isEmpty(price.record['totalPayment']))
      report.accept(
        'A price does not repeat the amount, so that a price for another amount would not be noticed.',
      )
    if (isEmpty(price.record['collectionInd']))
      report.accept(
        'A price does not say whether a meter only settles debt. The customer search is asked for that.',
      )
    if (isNumber(price.record['account']))
      report.accept('Accounts are numbers, so they have no leading zeros.')
  }
  return price
}

/** Selling works without it; bills do not, and there is no warning about a meter that only settles debt. */
async function checkSearch(check: Check, meter: string): Promise<void> {
  const search = (kind: 'meter' | 'account', number: string) => {
    const path = atPath('search')
    const question = {
      step: `Customer search by ${kind}`,
      answer: 'customer',
      isNeeded: false,
      isFound: (body: unknown) => isAbout(renameFields(body, check.profile.fields), kind, number),
      alternatives: (profile: Profile, answered: Answered) =>
        answered.kind === 'nothing there' ? listPaths(profile, 'search') : listCriteria(profile, kind),
      advise: (answered: Answered) =>
        answered.kind === 'nothing there'
          ? path.advise(answered)
          : [
              `Ask the utility how a ${kind} is searched for: criteria.type, criteria.value, criteria.${kind}. The known ways were tried.`,
            ],
    } satisfies Partial<Question<unknown>>
    return question
  }
  const found = await examine(check, {
    ...search('meter', meter),
    put: (inspector, profile) => inspector.ask(profile, ({ searchMeter }) => searchMeter(meter)),
    read: readStanding,
  })
  const account = readWords(found?.record?.['account'])
  if (account === '') return
  await examine(check, {
    ...search('account', account),
    put: (inspector, profile) => inspector.ask(profile, ({ searchAccount }) => searchAccount(account)),
    read: (body) => readBill(body, account),
  })
}

/** A search for something else may find somebody else. */
function isAbout(body: unknown, kind: 'meter' | 'account', number: string): boolean {
  const record = firstRecord(body)
  const told = readWords(record?.[kind === 'meter' ? 'meterSerial' : 'account'])
  return record !== null && (told === '' || told === number)
}

const readWords = (value: unknown): string => {
  const parsed = words.safeParse(value)
  return parsed.success ? parsed.data : ''
}

async function checkCustomerEnquiry(check: Check, meter: string): Promise<UtilityPurchase[]> {
  const { now, report } = check
  const listed = await examine(check, {
    step: 'Customer enquiry',
    put: (inspector, profile) =>
      inspector.ask(profile, ({ customerPurchases }) =>
        customerPurchases(meter, after(now, -LISTED_DAYS * DAY_MS), after(now, HOUR_MS)),
      ),
    answer: 'line',
    read: readPurchases,
    isNeeded: true,
    ...atPath('customerEnquiry'),
    summarize: (lines) => describeList(lines, `to this meter in ${LISTED_DAYS} days`),
  })
  const lines = listed?.value ?? []
  if (listed !== null && lines.length > 0) {
    tellAbsences(check, lines)
    if (isEmpty(listed.record?.['transactionId']))
      report.accept('The customer enquiry names sales by their receipt alone. A lost sale goes to an Admin.')
  }
  return lines
}

function tellAbsences({ report }: Check, lines: readonly UtilityPurchase[]): void {
  if (lines.every(({ references }) => references === null))
    report.accept(
      'The enquiries do not show our reference. A lost sale is found by the customer enquiry and then read by its number.',
    )
  if (lines.every(({ at }) => at.getTime() % DAY_MS === 0))
    report.accept(
      'An enquiry shows the day of a sale and not its time. Earlier sales of that day are looked at too.',
    )
}

/** Only the comparison of the books needs it. */
export async function checkShift(check: Check): Promise<UtilityPurchase[]> {
  const { now, report } = check
  let day: Day = toDay(now)
  const listed = await examine(check, {
    step: 'Shift enquiry',
    async put(inspector, profile) {
      const ask = (given: Day) => inspector.ask(profile, ({ shiftPurchases }) => shiftPurchases(given, 1))
      day = toDay(now)
      const today = await ask(day)
      if (today.kind !== 'answered' || firstRecord(renameFields(today.body, {})) !== null) return today
      day = toDay(after(now, -DAY_MS))
      return ask(day)
    },
    answer: 'line',
    read: readPurchases,
    isNeeded: false,
    ...atPath('shiftEnquiry'),
    summarize: (lines) => describeList(lines, `on ${day}`),
  })
  const lines = listed?.value ?? []
  if (listed === null || lines.length === 0) return []
  tellAbsences(check, lines)
  if (isEmpty(listed.record?.['transactionId']))
    report.accept(
      'The shift enquiry names sales by their receipt alone. The comparison of the books uses the receipt.',
    )
  await checkPages(check, day, lines)
  return lines
}

/** Whether a list that looks complete is only its first page, and whether pages are supported at all. */
async function checkPages(check: Check, day: Day, lines: readonly UtilityPurchase[]): Promise<void> {
  const { profile, inspector, report } = check
  const pageSize = lines.length
  if (pageSize === profile.pageSize) return
  const next = await inspector.ask({ ...profile, pageSize }, ({ shiftPurchases }) => shiftPurchases(day, 2))
  const more = next.kind === 'answered' ? readPurchases(renameFields(next.body, profile.fields)) : null
  const [first] = more ?? []
  if (first === undefined) return
  const isRepeated = lines.some(({ utilityTransaction }) => utilityTransaction === first.utilityTransaction)
  if (isRepeated && profile.pageSize === null) return
  check.profile = { ...profile, pageSize: isRepeated ? null : pageSize }
  report.tell(
    'warning',
    isRepeated
      ? 'Pages of the shift enquiry: the second page repeats the first.'
      : `Pages of the shift enquiry: it sent ${pageSize} lines, and there are more.`,
    [`Set pageSize to ${check.profile.pageSize}.`],
  )
}

/** A sale from one of the lists; null: none was read. */
export async function checkSale(check: Check, lines: readonly UtilityPurchase[]): Promise<Recorded | null> {
  const { report } = check
  const line = lines.find(({ utilityTransaction, receipt }) => utilityTransaction !== receipt)
  if (line === undefined) {
    report.tell(
      'not yet',
      'A sale by its number: no enquiry has shown one. Run this again after the first sale.',
    )
    return null
  }
  const { utilityTransaction: transaction, receipt } = line
  const sale = await examine(check, {
    step: `Sale ${transaction} by its number`,
    put: (inspector, profile) =>
      inspector.ask(profile, ({ saleByTransaction }) => saleByTransaction(transaction)),
    answer: 'sale',
    read: (body) => readRecorded(body, { transaction, receipt }),
    isNeeded: true,
    ...atPath('transaction'),
    summarize: ({ tokens }) => `${count(tokens.length, 'token')}, not shown here`,
  })
  if (!sale?.value) return null
  if (isEmpty(sale.record?.['transactionId'])) report.accept('A sale shows its receipt and not its number.')
  if (sale.value.remarks.trim() === '')
    report.accept(
      'A sale does not show our reference. Two equal sales to one meter on one day can be ambiguous; those go to an Admin.',
    )
  return sale.value
}

/** Looks up a reference that does not exist, and that of the sale if it has one of ours. */
export async function checkReference(check: Check, sale: Recorded | null): Promise<void> {
  const { report, inspector, profile, now } = check
  const find = async (reference: string) => {
    const answered = await inspector.ask(profile, ({ saleByReference }) => saleByReference(reference))
    if (answered.kind !== 'answered') return { answered, line: null }
    const read = readOnRecord(renameFields(answered.body, profile.fields), () => unknown('not compared'))
    return { answered, line: read?.line ?? null }
  }
  const nobody = await find(formatReference({ epoch: 1, at: now, random: randomInt(REFERENCE_RANDOM) }))
  if (nobody.answered.status === null)
    return report.tell('warning', `Look-up by reference: ${nobody.answered.what}.`)
  const what =
    nobody.line === null ? 'finds nothing' : 'finds the sale of somebody else, which is not taken for ours'
  report.tell('fits', `Look-up by a reference that nobody has: ${what}.`)
  const [known] = findReferences(sale?.remarks ?? '')
  if (known === undefined)
    return report.tell(
      'not yet',
      'Look-up by the reference of a sale: no sale with a reference of ours was seen.',
    )
  if ((await find(known)).line?.references?.includes(known) === true)
    report.tell('fits', 'Look-up by the reference of a sale: finds it.')
  else report.accept('Sales are not found by our reference. Lost sales are found by the customer enquiry.')
}
