// The faces that the utility can show: `ours` with every feature, and what public clients of three real installations
// receive. The books and prices behind them are the same; a face says where a call goes, what it needs, and what an
// answer leaves out.
import { failure, managerFailure, type ManagerShape, type Reply } from './reply.ts'

export type FaceName = 'ours' | 'published' | 'edsa' | 'ekedc'

/** A complete answer, with the field names that most installations use. */
export type Told = Record<string, unknown>

/** Where each service is, with `{version}` in the place of the face's version. */
export interface Paths {
  login: string
  vendorInfo: string
  search: string
  preview: string
  sell: string
  /** If queries are GET, the number of a sale follows it. */
  transaction: string
  customerEnquiry: string
  shiftEnquiry: string
}

export interface Face {
  /** The FlexPower profile that fits it. */
  profile: 'nawec' | 'edsa' | 'ekedc'
  /** In the path and in a header; empty: in neither. */
  tenant: string
  /** Without it in the access token, every call is refused; empty: any is accepted. */
  scope: string
  /** A login for another scope is refused, instead of the calls that use its token. */
  checksScopeAtLogin: boolean
  version: string
  paths: Paths
  /** The customer search's field for the kind of number, and its names for the two kinds. */
  criteria: { types: readonly string[]; meter: string; account: string }
  /** Fields with a different name in its answers: the usual name, and the one here. */
  names: Readonly<Record<string, string>>
  /** The most lines on a page of the shift enquiry; null: as many as requested. */
  linesMost: number | null
  /** Queries are POST with a JSON body that names the vendor, instead of GET with a query. */
  asksInBodies: boolean
  wraps: boolean
  /** A login ends the access token of the login before. */
  keepsOneToken: boolean
  /** How the API manager in front words its errors, in turn. */
  managerShapes: readonly [ManagerShape, ...ManagerShape[]]
  soldStatus: 200 | 201
  preview(told: Told): Told
  sale(told: Told): Told
  customer(told: Told): Told
  customerRow(told: Told): Told
  shiftRow(told: Told): Told
  /** The answers to a look-up by our own reference, in turn; empty: the sale. */
  withoutReferences: readonly Reply[]
}

const DAY_MS = 24 * 60 * 60_000

const pick = (told: Told, names: readonly string[]): Told =>
  Object.fromEntries(names.map((name) => [name, told[name]]))

const same = (told: Told): Told => told

const midnight = (at: unknown): number => Number(at) - (Number(at) % DAY_MS)

const PREVIEW = [
  'customerName',
  'tariffDescription',
  'serviceAddress',
  'lastPaymentDate',
  'amountLast',
  'debtPayment',
  'percentageDebt',
  'accountBalance',
  'unitsPayment',
  'units',
  'unitsType',
  'unitsTopUp',
]
const CUSTOMER_ROW = [
  'unitPayment',
  'nameCashier',
  'debtPayment',
  'customerName',
  'dateTransaction',
  'transactionId',
  'unitType',
  'totalAmount',
  'unit',
  'receipt',
  'meterSerial',
  'account',
  'codUser',
]
const SHIFT_ROW = [
  'unitPayment',
  'unitType',
  'totalAmount',
  'unit',
  'receipt',
  'debtPayment',
  'meterSerial',
  'account',
  'customerName',
]

/** What no public client of the interface receives about a sale. */
const withoutNumber = ({
  transactionId: _number,
  paymentMethod: _method,
  serviceAddress: _address,
  percentageDebt: _percent,
  ...told
}: Told): Told => told

const withoutRequest = ({ requestID: _request, ...row }: Told): Told => row

const ours: Face = {
  profile: 'nawec',
  tenant: 'nawec',
  scope: '',
  checksScopeAtLogin: false,
  version: '1.0.1',
  paths: {
    login: 'venLogin/{version}/',
    vendorInfo: 'venInfoVendor/{version}/',
    search: 'venMeter/{version}/',
    preview: 'venPayment/{version}/',
    sell: 'venPayment/{version}/',
    transaction: 'venPayment/{version}/',
    customerEnquiry: 'venCustomerEnquiries/{version}/',
    shiftEnquiry: 'venShitEnquiries/{version}/',
  },
  criteria: { types: ['codType', 'criteriaType'], meter: 'MY003', account: 'MY001' },
  names: {},
  linesMost: null,
  asksInBodies: false,
  wraps: true,
  keepsOneToken: false,
  managerShapes: ['since 4.0'],
  soldStatus: 201,
  preview: same,
  sale: same,
  customer: same,
  customerRow: withoutRequest,
  shiftRow: withoutRequest,
  withoutReferences: [],
}

const spring = (status: number, error: string): Reply => ({
  status,
  body: { timestamp: 1_794_000_000_000, status, error, path: '/venPayment' },
})

const published: Face = {
  ...ours,
  scope: 'token_public token_private',
  keepsOneToken: true,
  managerShapes: ['since 4.0', 'envelope', 'xml'],
  soldStatus: 200,
  // The account as a number, and nothing that was in the request.
  preview: (told) => ({ account: Number(told['account']), ...pick(told, PREVIEW) }),
  sale: (told) => ({ ...withoutNumber(told), requestID: '' }),
  customer: ({ customerName: name, ...told }) => ({ ...told, name }),
  customerRow: (told) => pick(told, CUSTOMER_ROW),
  shiftRow: (told) => ({
    ...pick(told, SHIFT_ROW),
    transactionDate: midnight(told['dateTransaction']),
  }),
  withoutReferences: [
    failure(400, 'AMOUNT', 'The amount is not valid.'),
    spring(404, 'Not Found'),
    spring(500, 'Internal Server Error'),
    { status: 200, body: null },
    { status: 200, body: { data: [] } },
  ],
}

const edsa: Face = {
  ...published,
  profile: 'edsa',
  tenant: '',
  scope: 'ststoken_public',
  wraps: false,
  managerShapes: ['envelope'],
  customerRow: (told) => ({
    ...pick(told, CUSTOMER_ROW),
    dateTransaction: midnight(told['dateTransaction']),
  }),
}

const writtenOut = (at: unknown): string => new Date(Number(at)).toISOString().slice(0, 19).replace('T', ' ')

const ekedc: Face = {
  ...published,
  profile: 'ekedc',
  tenant: '',
  scope: 'vending_users_private',
  paths: {
    ...ours.paths,
    preview: 'venPayment/{version}/calculatePayment',
    sell: 'venPayment/{version}/makePayment',
    transaction: 'venPayment/{version}/paymentInfo',
    shiftEnquiry: 'venShiftEnquiries/{version}/',
  },
  asksInBodies: true,
  wraps: false,
  managerShapes: ['xml'],
  soldStatus: 201,
  sale: (told) => ({ ...withoutNumber(told), channel: 9 }),
  customerRow: ({ unit, unitPayment, unitType, ...told }) => ({
    ...pick(told, [...CUSTOMER_ROW.filter((name) => !name.startsWith('unit')), 'requestID']),
    dateTransaction: writtenOut(told['dateTransaction']),
    units: unit,
    unitsPayment: unitPayment,
    untisType: unitType,
  }),
  shiftRow: (told) => ({
    ...pick(told, [...SHIFT_ROW, 'codUser', 'requestID']),
    transactionDate: told['dateTransaction'],
  }),
  withoutReferences: [],
}

export const faces: Record<FaceName, Face> = { ours, published, edsa, ekedc }

export const isFaceName = (name: string): name is FaceName => Object.hasOwn(faces, name)

/** What the face answers instead of its plain answer: with or without its envelope, under its own names. */
export function wrap({ wraps, names }: Face, told: unknown): unknown {
  const named = Object.keys(names).length === 0 ? told : rename(told, names)
  return wraps ? { data: named } : named
}

function rename(told: unknown, names: Face['names']): unknown {
  if (Array.isArray(told)) return told.map((each) => rename(each, names))
  if (typeof told !== 'object' || told === null) return told
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [names[name] ?? name, value]))
}

/** The errors of the API manager, each in the next of the face's shapes. */
export function createManagerErrors(): (
  face: Face,
  status: number,
  code: string,
  message: string,
  description: string,
) => Reply {
  let said = 0
  return (face, ...error) => {
    const shape = face.managerShapes[said++ % face.managerShapes.length] ?? face.managerShapes[0]
    return managerFailure(shape, ...error)
  }
}
