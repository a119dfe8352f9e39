// How a utility may differ from the configured face, as data that a test plants in the simulator, and what a check must
// say about each.
import { type Face, faces } from '@flexpower/simulator'

export interface PlantedDifference {
  changed: Partial<Face> | ((face: Face) => Partial<Face>)
  /** What the check must say. */
  says: string[]
  /** What it breaks is not needed to sell. */
  isWarning?: true
}

const readPath = (name: keyof Face['paths'], path: string) => (face: Face) => ({
  paths: { ...face.paths, [name]: path },
})
const otherStyle = ({ asksInBodies }: Face) => (asksInBodies ? faces.published : faces.ekedc)

/** Planted in every face; the settings that the check proposes make each of them fit. */
export const solvableDifferences: Record<string, PlantedDifference> = {
  'another tenant': {
    changed: ({ tenant }) => ({ tenant: tenant === '' ? 'nawec' : '' }),
    says: ['there is nothing at', 'Set FLEXPOWER_UTILITY_TENANT='],
  },
  'another scope': {
    changed: ({ scope }) => ({
      scope: scope === 'ststoken_public' ? 'token_public token_private' : 'ststoken_public',
    }),
    says: ['900908', 'Set FLEXPOWER_UTILITY_SCOPE='],
  },
  'another scope, refused at the login': {
    changed: { scope: '', checksScopeAtLogin: true },
    says: ['invalid_scope', 'Set FLEXPOWER_UTILITY_SCOPE=.'],
  },
  'another version': { changed: { version: '1.0.2' }, says: ['Set FLEXPOWER_UTILITY_VERSION=1.0.2.'] },
  'questions asked in the other way': {
    changed: (face) => ({ asksInBodies: !face.asksInBodies, paths: otherStyle(face).paths }),
    says: ['Set style to "'],
  },
  'another spelling of the shift enquiry': {
    changed: (face) => ({ paths: { ...face.paths, shiftEnquiry: otherStyle(face).paths.shiftEnquiry } }),
    says: ['warning  Shift enquiry: there is nothing at', 'Set paths.shiftEnquiry to "ven'],
    isWarning: true,
  },
  'another version of one enquiry': {
    changed: readPath('customerEnquiry', 'venCustomerEnquiries/1.0.0/'),
    says: ['Set paths.customerEnquiry to "venCustomerEnquiries/1.0.0/".'],
  },
  'another version of payments': {
    changed: ({ paths }) => {
      const move = (path: string) => path.replace('{version}', '2.0.0')
      const { preview, sell, transaction } = paths
      return { paths: { ...paths, preview: move(preview), sell: move(sell), transaction: move(transaction) } }
    },
    says: [
      'Set paths.preview to "venPayment/2.0.0/',
      'Set paths.sell to "venPayment/2.0.0/',
      'Set paths.transaction to',
    ],
  },
  'a path without its slash': {
    changed: readPath('search', 'venMeter/{version}'),
    says: ['Set paths.search to "venMeter/{version}".'],
    isWarning: true,
  },
  'another name for the criterion': {
    changed: { criteria: { ...faces.ours.criteria, types: ['criteriaType'] } },
    says: ['Set criteria.type to "criteriaType".'],
    isWarning: true,
  },
  'another code for meters': {
    changed: { criteria: { ...faces.ours.criteria, meter: 'MY002' } },
    says: ['Set criteria.meter to "MY002".'],
    isWarning: true,
  },
  'another code for accounts': {
    changed: { criteria: { ...faces.ours.criteria, account: 'MY004' } },
    says: ['Set criteria.account to "MY004".'],
    isWarning: true,
  },
  'another name for the name': {
    changed: { names: { customerName: 'fullName' } },
    says: ['Set fields.customerName to ["name","fullName"].'],
    isWarning: true,
  },
  'another name for the balance': {
    changed: { names: { balance: 'availableCredit' } },
    says: ['Set fields.balance to ["availableCredit"].'],
  },
  'another name for the vendor': {
    changed: { names: { idVendor: 'vendorCode' } },
    says: ['Set fields.idVendor to ["vendorCode"].'],
  },
  'another name for the units': {
    changed: { names: { units: 'energyKwh' } },
    says: ['Set fields.units to ["energyKwh"].'],
  },
  'another name for the price lines': {
    changed: { names: { unitsTopUp: 'priceDetails' } },
    says: ['Set fields.unitsTopUp to'],
    isWarning: true,
  },
  'another name for the account': {
    changed: { names: { account: 'contractNumber' } },
    says: ['Set fields.account to'],
  },
  'another name for the collection': {
    changed: { names: { collectionInd: 'collectionStatus' } },
    says: ['Set fields.collectionInd to ["collectionStatus"].'],
    isWarning: true,
  },
  'another name for the amount of a sale': {
    changed: { names: { totalAmount: 'paidAmount' } },
    says: ['Set fields.totalAmount to'],
  },
  'another name for the date': {
    changed: { names: { dateTransaction: 'saleDate', transactionDate: 'saleDate' } },
    says: ['Set fields.dateTransaction to ["transactionDate","saleDate"].'],
  },
  'another name for the receipt': {
    changed: { names: { receipt: 'voucherNo' } },
    says: ['Set fields.receipt to ["receiptNo","voucherNo"].'],
  },
  'another name for the number of a sale': {
    changed: { names: { transactionId: 'trxNumber' } },
    says: ['Set fields.transactionId to ["trxNumber"].'],
    isWarning: true,
  },
  'another name for the tokens': {
    changed: { names: { listtoken: 'creditTokens' } },
    says: ['Set fields.listtoken to'],
  },
  'a shift enquiry in pages': {
    changed: { linesMost: 2 },
    says: ['it sent 2 lines, and there are more', 'Set pageSize to 2.'],
    isWarning: true,
  },
  'all of it at once': {
    changed: ({ tenant }) => ({
      tenant: tenant === '' ? 'nawec' : '',
      scope: '',
      checksScopeAtLogin: true,
      version: '1.1.0',
      names: { balance: 'creditLeft', customerName: 'holderName', totalAmount: 'amountPaid' },
      criteria: { types: ['criteriaType'], meter: 'MY002', account: 'MY003' },
    }),
    says: [
      'Set FLEXPOWER_UTILITY_TENANT=',
      'Set FLEXPOWER_UTILITY_VERSION=1.1.0',
      'Set fields.balance',
      'Set fields.totalAmount',
      'Set criteria.type',
    ],
  },
}

/** Planted in every face too; only the utility knows the right value, and the check names the setting. */
export const namedDifferences: Record<string, PlantedDifference> = {
  'an unknown path of the vendor info': {
    changed: readPath('vendorInfo', 'vendors/me'),
    says: ['problem  Vendor info: there is nothing at', 'paths.vendorInfo'],
  },
  'an unknown path of the price': {
    changed: ({ paths }) => ({
      paths: { ...paths, preview: 'price/', sell: 'sell/', transaction: 'sales/' },
    }),
    says: ['Ask the utility for this path: paths.preview.'],
  },
  'an unknown path of the customer enquiry': {
    changed: readPath('customerEnquiry', 'history/'),
    says: ['Ask the utility for this path: paths.customerEnquiry.'],
  },
  'an unknown tenant': { changed: { tenant: 'gambia' }, says: ['FLEXPOWER_UTILITY_TENANT'] },
  'an unknown scope': {
    changed: { scope: 'vend' },
    says: ['Ask the utility which scope this needs: FLEXPOWER_UTILITY_SCOPE.'],
  },
  'another tenant and an unknown scope': {
    changed: ({ tenant }) => ({ tenant: tenant === '' ? 'nawec' : '', scope: 'vend' }),
    says: [
      'Set FLEXPOWER_UTILITY_TENANT=',
      'That gets further, but then',
      'FLEXPOWER_UTILITY_SCOPE. The known',
    ],
  },
  'units that cannot be read': {
    changed: ({ preview }) => ({ preview: (told) => ({ ...preview(told), units: '12,5 kWh' }) }),
    says: ['The field units cannot be read as what it should be.'],
  },
  'a name that nobody would guess': {
    changed: { names: { balance: 'x1' } },
    says: ['The field balance is missing.', 'set fields.balance to'],
  },
}
