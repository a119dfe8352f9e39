// How one utility's InCMS interface differs from another's: paths, scopes, versions, the names of criteria and fields.
// Three are known from public clients; a JSON file describes any other, or what a contract says differently.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Plain: two spellings of one path would hide that a query goes where sales are made. */
const servicePath = z.string().regex(/^(?!.*\.\.)[\w./{}-]+$/)
const fields = z.record(z.string(), z.array(z.string().min(1)))

const profileSchema = z.strictObject({
  /** In the path as `/t/{tenant}` and in a header; empty: in neither. */
  tenant: z.string(),
  /** Of the access token; empty: none is requested. */
  scope: z.string(),
  /** Of every service, in the place of `{version}`. */
  version: z.string().min(1),
  /** `query`: queries are GET with a query string. `body`: POST with a JSON body that names the vendor. */
  style: z.enum(['query', 'body']),
  paths: z.strictObject({
    login: servicePath,
    vendorInfo: servicePath,
    search: servicePath,
    preview: servicePath,
    sell: servicePath,
    /** A sale by the utility's own number; if the style is `query`, the number follows the path. */
    transaction: servicePath,
    customerEnquiry: servicePath,
    shiftEnquiry: servicePath,
  }),
  /** How the customer search is told what kind of number it gets. */
  criteria: z.strictObject({
    /** The fields that carry the kind of number and the number. */
    type: z.string(),
    value: z.string(),
    meter: z.string(),
    account: z.string(),
  }),
  /** Sent with every order besides what every installation needs. */
  orderFields: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Lines on a page of the shift enquiry; null: it sends all lines at once. */
  pageSize: z.number().int().positive().nullable(),
  /** Codes of the utility's own errors that are known to come before a sale, in addition to those in incms-errors.ts. */
  refusals: z.array(z.string().min(1)),
  /** Other names that an answer may have for a field of ours; the first one found counts. */
  fields,
})
export type Profile = z.output<typeof profileSchema>

const nawec: Profile = {
  tenant: 'nawec',
  scope: 'token_public token_private',
  version: '1.0.1',
  style: 'query',
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
  criteria: { type: 'codType', value: 'value', meter: 'MY003', account: 'MY001' },
  orderFields: {},
  refusals: [],
  pageSize: null,
  fields: {
    customerName: ['name'],
    dateTransaction: ['transactionDate'],
    unit: ['units'],
    unitPayment: ['unitsPayment'],
    receipt: ['receiptNo'],
  },
}

const edsa: Profile = { ...nawec, tenant: '', scope: 'ststoken_public' }

const ekedc: Profile = {
  ...nawec,
  tenant: '',
  scope: 'vending_users_private',
  style: 'body',
  paths: {
    ...nawec.paths,
    preview: 'venPayment/{version}/calculatePayment',
    sell: 'venPayment/{version}/makePayment',
    transaction: 'venPayment/{version}/paymentInfo',
    shiftEnquiry: 'venShiftEnquiries/{version}/',
  },
  orderFields: { channel: 9 },
  pageSize: 1000,
}

export const profiles = { nawec, edsa, ekedc }
export type ProfileName = keyof typeof profiles

/** What an installation may set in addition to its profile. */
export interface ProfileSettings {
  profile: ProfileName | Profile
  tenant?: string | undefined
  scope?: string | undefined
  version?: string | undefined
}

export function resolveProfile({ profile, tenant, scope, version }: ProfileSettings): Profile {
  const base = typeof profile === 'string' ? profiles[profile] : profile
  return {
    ...base,
    tenant: tenant ?? base.tenant,
    scope: scope ?? base.scope,
    version: version ?? base.version,
  }
}

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(profiles, name)

const fileSchema = profileSchema
  .extend({
    paths: profileSchema.shape.paths.partial(),
    criteria: profileSchema.shape.criteria.partial(),
  })
  .partial()
  .extend({ like: z.enum(['nawec', 'edsa', 'ekedc']).default('nawec') })

/** A file says only what differs from the profile that it is `like`. Throws an Error for the person who set it up. */
export function readProfileFile(path: string): Profile {
  const parsed = fileSchema.safeParse(readJson(path))
  if (!parsed.success) throw new Error(explainIssues(path, parsed.error.issues))
  const { like, ...given } = parsed.data
  const base = profiles[like]
  const profile = {
    ...base,
    ...withoutMissing(given),
    paths: { ...base.paths, ...withoutMissing(given.paths ?? {}) },
    criteria: { ...base.criteria, ...withoutMissing(given.criteria ?? {}) },
    fields: { ...base.fields, ...given.fields },
  }
  const { preview, transaction, sell } = profile.paths
  if (profile.style === 'body' && [preview, transaction].includes(sell))
    throw new Error(
      `${path}: with the style "body", paths.preview and paths.transaction must differ from paths.sell, or a question would be a sale`,
    )
  return profile
}

function explainIssues(path: string, issues: readonly z.core.$ZodIssue[]): string {
  const told = issues.map((issue) => {
    const place = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return `${place || 'the file'} is not valid`
    return issue.keys.map((key) => `${[...issue.path, key].join('.')} is not known`).join(', ')
  })
  return `${path}: ${told.join(', ')}.`
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} is not a file of JSON that can be read.`, { cause: error })
  }
}

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

const withoutMissing = <T extends object>(given: T): Partial<Present<T>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Present<T>>

/** An answer under our names for its fields: out of its envelope, whether it is one record or a list. */
export function renameFields(body: unknown, names: Profile['fields']): unknown {
  const told = unwrap(body)
  return Array.isArray(told) ? told.map((each) => renameRecord(each, names)) : renameRecord(told, names)
}

/** Some answers are wrapped, some are not. */
const unwrap = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : body

function renameRecord(record: unknown, names: Profile['fields']): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const told: Record<string, unknown> = { ...record }
  for (const [name, others] of Object.entries(names))
    if (isEmpty(told[name])) {
      const other = others.find((each) => !isEmpty(told[each]))
      if (other !== undefined) told[name] = told[other]
    }
  return told
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
