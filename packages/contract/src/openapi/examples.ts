// Examples of requests and answers. A field has the value below for its wire name, or else the first usual value that its
// type takes. Nobody in them exists, and every secret says that it is none.
import * as z from 'zod/mini'
import { type Definition, readDefinition } from './schemas.ts'
import type { Side } from './value-types.ts'

const METER = '37201148261'
const PHONE = '7712345'
const REFERENCE = 'A261114-HR2C7-QXT4K'
const TOKEN = '12345678901234567890'
const AT = '2026-11-14T14:20:00.000Z'
const DAY = '2026-11-14'
const SECRET = 'not-a-real-password'

/** Where one name means two things, the second one is for the types that do not take the first. */
const named: Readonly<Record<string, readonly unknown[]>> = {
  about: [METER],
  account: ['cashPower', '220014871'],
  account_balance: [0],
  account_reference: ['220014871'],
  action: ['changed a user'],
  address: ['Kairaba Avenue, Serrekunda'],
  after: [1750, { location: 'Serrekunda' }],
  agent: [2, 'Mozilla/5.0 (Linux; Android 15)'],
  agent_name: ['Lamin Ceesay'],
  amount: [250],
  amount_due: [1840.5],
  before: [2000, { location: 'Bakau' }],
  body: ['Your token is 1234 5678 9012 3456 7890.'],
  business_name: ['Ceesay Mini Market'],
  by: ['day'],
  cashier_name: ['Lamin Ceesay'],
  choice_refusal: [null],
  closed_by: ['Lamin Ceesay'],
  codUser: ['vendor-user'],
  code: ['123456'],
  commision_amount: [5],
  commission: [2.5, '2.5'],
  concept: ['Energy'],
  confirm_refusal: [null],
  copy: [1],
  corrects: ['BANK-000123'],
  cost: [3.41],
  created_by: ['Awa Sanneh'],
  currency: ['GMD'],
  currentPwd: [SECRET],
  customerName: ['Fatou Jallow'],
  customer_name: ['Fatou Jallow'],
  data: ['Done.'],
  day_most: [20_000],
  debt_payment: [0],
  decided_by: ['Awa Sanneh'],
  descVendor: ['FlexPower'],
  discount: [0.14],
  dry_run: [true],
  email: ['lamin@example.gm'],
  end_amount: [999.99],
  failure: [null],
  fee: [5],
  first_transaction_id: [REFERENCE],
  handled_by: ['Awa Sanneh'],
  idVendor: ['10042'],
  bank_transaction_ref: ['BANK-000123'],
  key: ['example-key-0001'],
  kind: ['note', 'in', 'fixed'],
  last_transaction_id: [REFERENCE],
  list_token: [TOKEN],
  location: ['Serrekunda'],
  message: ['Done.'],
  meterSerial: [METER],
  meter_number: [METER],
  mobile_number: [PHONE],
  name: ['Lamin Ceesay'],
  nameCashier: ['Lamin Ceesay'],
  newPwd: [SECRET],
  note: ['Checked with the utility by phone.'],
  outcome: ['voided'],
  password: [SECRET],
  payment_method: ['Cash'],
  percentage_debt: [0],
  percentage_debt_calculation: [0],
  phone: [PHONE],
  picture: ['data:image/png;base64,iVBORw0KGgo='],
  pieces: [4],
  price: [10.14],
  priece: [10.14],
  q: [METER],
  rate: [70.42],
  reason: ['Agreed with the customer.'],
  receipt: ['R-0012345'],
  receipt_code: ['7KQM3RXW9DTA'],
  receipt_number: ['R-0012345'],
  recipient: [PHONE],
  recipients: ['awa@example.gm'],
  record: ['user/12'],
  recorded_by: ['Lamin Ceesay'],
  recovery_codes: ['EXAMPLE-CODE-1'],
  reference: [REFERENCE],
  refusal: [null],
  sale_most: [5000],
  secret: ['EXAMPLESECRETNOTREAL'],
  service_address: ['12 Kairaba Avenue, Serrekunda'],
  settled_by: ['Awa Sanneh'],
  slip: ['A-00017'],
  source_name: ['Lamin Ceesay'],
  start_amount: [50],
  subject: [METER],
  target_name: ['Isatou Touray'],
  target_user_id: [3],
  tariff_description: ['Domestic'],
  telephone: [PHONE],
  text: ['The float of Lamin Ceesay lasts less than a day.'],
  title: ['Lamin Ceesay'],
  to: [DAY],
  token: [TOKEN],
  token_names: [''],
  tokens: [TOKEN],
  transaction: ['900012345'],
  transactionId: ['900012345'],
  transaction_id: [REFERENCE],
  type: [0, 'QCell'],
  undone_by: ['Awa Sanneh'],
  unit: [24.16],
  unit_watt: [24.16],
  units: [24.16],
  updatepassword: [SECRET],
  uri: ['otpauth://totp/FlexPower:lamin?secret=EXAMPLESECRETNOTREAL'],
  user_name: ['Lamin Ceesay'],
  value: [100],
  vend_amount: [245],
  vendor_type: ['QCell'],
  your_password: [SECRET],
  z_number: ['A-00017'],
}

/** Of one call, where a name means something else than everywhere. */
const ofCall: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'session.login': { token: ['example-session-token-not-real'], email: ['cashier@example.gm'] },
  'session.resetPassword': { token: ['example-token-of-a-link-not-real'] },
  'revenue.report': { key: [DAY], name: ['14 Nov 2026'] },
  'revenue.statement': { key: [DAY], name: ['14 Nov 2026'] },
  'contact.messages': { message: ['When do you open on Saturday?'] },
  'contact.send': { message: ['When do you open on Saturday?'] },
  'backups.list': { message: [null], location: ['flexpower-2026-11-14.backup'] },
  'cleanup.list': { message: [null], location: ['flexpower-2026-11-14.backup'] },
}

/** For a field without a value of its own. */
const usual: readonly unknown[] = [2, 250, AT, DAY, 0, '1', 'fixed', 'text', 'aGVsbG8=', { field: 'value' }]

/** The example of a call's request or answer; undefined: it has none. */
export function buildExample(schema: z.core.$ZodType, call: string, side: Side): unknown {
  const choose = (type: z.core.$ZodType, name: string): unknown => {
    const candidates = [...(ofCall[call]?.[name] ?? []), ...(named[name] ?? []), ...usual]
    return candidates.find((candidate) => fits(type, candidate, side))
  }
  const build = (type: z.core.$ZodType, name: string): unknown => {
    const definition = readDefinition(type)
    const inner = findInner(definition)
    if (definition.shape) return buildObject(definition.shape, side, build)
    if (definition.element) return [build(definition.element, name)]
    if (definition.type === 'nullable') return choosesNull(call, name) ? null : inner && build(inner, name)
    if (inner) return build(inner, name)
    if (definition.entries) return choose(type, name) ?? Object.values(definition.entries)[0]
    if (definition.values) return definition.values[0]
    return choose(type, name) ?? (definition.type === 'boolean' ? false : undefined)
  }
  return build(schema, '')
}

const choosesNull = (call: string, name: string): boolean =>
  (ofCall[call]?.[name] ?? named[name])?.[0] === null

/** What a schema is about that adds something to another one. */
function findInner({ type, in: wire, innerType, options }: Definition): z.core.$ZodType | undefined {
  if (innerType) return innerType
  if (options) return options.at(-1)
  return type === 'pipe' && wire && isStructure(wire) ? wire : undefined
}

const isStructure = (schema: z.core.$ZodType): boolean => {
  const { type, in: wire } = readDefinition(schema)
  return type === 'object' || (wire !== undefined && isStructure(wire))
}

/** A request has only what it must have. */
function buildObject(
  shape: Record<string, z.core.$ZodType>,
  side: Side,
  build: (type: z.core.$ZodType, name: string) => unknown,
): object {
  const wanted = Object.entries(shape).filter(
    ([, type]) => side === 'written' || !['optional', 'default'].includes(readDefinition(type).type),
  )
  return Object.fromEntries(wanted.map(([name, type]) => [name, build(type, name)]))
}

/** What our side writes comes back the same. */
function fits(type: z.core.$ZodType, candidate: unknown, side: Side): boolean {
  const read = z.safeDecode(type, candidate)
  if (!read.success) return false
  return side === 'given' || JSON.stringify(z.encode(type, read.data)) === JSON.stringify(candidate)
}
