// Which fields of the utility's answers we use, what is missing without them, and what another installation may call
// them. The readers in incms-answers.ts decide whether an answer can be read; this explains why not, and which name
// would help.
import { z } from 'zod'
import { instant, money, Numeral, quantity, words } from './exact-json.ts'
import { type Profile, renameFields } from './incms-profile.ts'

export type AnswerName = 'login' | 'vendorInfo' | 'price' | 'customer' | 'line' | 'sale'

interface FieldRule {
  field: string
  /** Whether a value can be read as it. */
  kind: z.ZodType
  /** `optional` is searched under other names, but not reported as missing. */
  need: 'needed' | 'wanted' | 'optional'
  /** What another name for it looks like. */
  looks: RegExp
  /** As good as this one. */
  or?: string
}

const list = z.array(z.unknown())
const needed = (field: string, kind: z.ZodType, looks: RegExp, or?: string): FieldRule => ({
  field,
  kind,
  need: 'needed',
  looks,
  ...(or !== undefined && { or }),
})
const wanted = (field: string, kind: z.ZodType, looks: RegExp): FieldRule => ({
  ...needed(field, kind, looks),
  need: 'wanted',
})
const optional = (field: string, kind: z.ZodType, looks: RegExp): FieldRule => ({
  ...needed(field, kind, looks),
  need: 'optional',
})

const AMOUNT = /amount|total|paid|payment|value/i
const NAME = /name|holder|owner/i
const METER = /meter|serial/i
const ACCOUNT = /account|contract|supply/i
const RECEIPT = /receipt|voucher|ticket|slip/i
const NUMBER = /transaction|trx|payment_?id|sale_?id/i
const BALANCE = /balance|credit|owed|due|outstanding/i
const REFERENCE = [
  optional('requestID', words, /request|reference|external/i),
  optional('comment', words, /comment|remark|note|observation/i),
]

const rules: Record<AnswerName, readonly FieldRule[]> = {
  login: [],
  vendorInfo: [
    needed('idVendor', words, /vendor|^id$/i),
    needed('balance', money, BALANCE),
    wanted('descVendor', words, /desc|name/i),
  ],
  price: [
    needed('units', quantity, /unit|kwh|energy/i),
    wanted('unitsTopUp', list, /topup|line|item|detail|concept/i),
    needed('account', words, ACCOUNT),
    wanted('customerName', words, NAME),
    wanted('tariffDescription', words, /tariff|rate|category/i),
    wanted('serviceAddress', words, /address|location|street/i),
    wanted('debtPayment', money, /debt|arrear/i),
    wanted('accountBalance', money, BALANCE),
  ],
  customer: [
    wanted('customerName', words, NAME),
    wanted('account', words, ACCOUNT),
    wanted('accountBalance', money, BALANCE),
    wanted('collectionInd', words, /collect|status|state/i),
    wanted('indicatorPrePostAccount', words, /pre_?post|postpaid|prepaid/i),
  ],
  line: [
    needed('totalAmount', money, AMOUNT),
    needed('dateTransaction', instant, /date|time/i),
    needed('receipt', words, RECEIPT, 'transactionId'),
    optional('transactionId', words, NUMBER),
    wanted('meterSerial', words, METER),
    wanted('account', words, ACCOUNT),
    wanted('customerName', words, NAME),
    wanted('unit', quantity, /unit|kwh|energy/i),
    ...REFERENCE,
  ],
  sale: [
    needed('totalPayment', money, AMOUNT),
    needed('receipt', words, RECEIPT, 'transactionId'),
    needed('listtoken', list, /token/i, 'token'),
    wanted('meterSerial', words, METER),
    optional('token', words.pipe(z.string().regex(/^[\d -]{20,}$/)), /token/i),
    optional('transactionId', words, NUMBER),
    ...REFERENCE,
  ],
}

/** Fields with their own meaning: none of them is another name for something. */
const OTHERS = new Set(
  [
    'unitsType unitType untisType percentageDebt debtPayment accountBalance amountLast',
    'lastPaymentDate paymentDate paymentMethod codUser nameCashier kctTokens mapTokens mapUnits',
    'mapAmount modifiedIdVendor keyDataSGC keyDataTI keyDataKRN channel refundUnits totalRefund',
    'responseCode collectionInd indicatorPrePostAccount unitPayment unitsPayment',
  ].flatMap((names) => names.split(' ')),
)

export interface FieldProblem {
  field: string
  need: 'needed' | 'wanted'
  is: 'missing' | 'unreadable' | 'renamed'
  /** The answer's name for it, if it is only renamed. */
  name?: string
}

/** What is wrong with the fields of an answer, and a profile with the names that were found. */
export function learnNames(
  profile: Profile,
  answer: AnswerName,
  body: unknown,
): { profile: Profile; problems: FieldProblem[] } {
  const record = firstRecord(renameFields(body, profile.fields))
  if (record === null) return { profile, problems: [] }
  const taken = new Set([
    ...OTHERS,
    ...rules[answer].flatMap(({ field }) => [field, ...(profile.fields[field] ?? [])]),
  ])
  const fields = { ...profile.fields }
  const problems: FieldProblem[] = []
  for (const { field, kind, need, looks, or } of rules[answer]) {
    if (!isEmpty(record[field])) {
      if (need !== 'optional' && !kind.safeParse(record[field]).success)
        problems.push({ field, need, is: 'unreadable' })
      continue
    }
    const name = Object.keys(record).find(
      (key) => looks.test(key) && !taken.has(key) && isPlain(record[key], kind),
    )
    if (name !== undefined) {
      taken.add(name)
      fields[field] = [...(fields[field] ?? []), name]
      problems.push({ field, need: need === 'needed' ? need : 'wanted', is: 'renamed', name })
    } else if (need !== 'optional' && (or === undefined || isEmpty(record[or])))
      problems.push({ field, need, is: 'missing' })
  }
  return { profile: { ...profile, fields }, problems }
}

/** Of one record, or of the first of many; null: there is none. */
export function firstRecord(body: unknown): Record<string, unknown> | null {
  const first: unknown = Array.isArray(body) ? body[0] : body
  return typeof first === 'object' && first !== null && !Array.isArray(first)
    ? (first as Record<string, unknown>)
    : null
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const isPlain = (value: unknown, kind: z.ZodType): boolean => !isEmpty(value) && kind.safeParse(value).success

export const isNumber = (value: unknown): boolean => value instanceof Numeral
