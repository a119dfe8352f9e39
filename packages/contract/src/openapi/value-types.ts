// The JSON schema of a value type of our own, found by asking it: which values does it take, which does it refuse? So the
// value types need no second description, which the browser would load and which could be wrong.
import * as z from 'zod/mini'
import { HOUSE } from '../bookings.ts'
import { WHOLE_PROVIDER } from '../reports.ts'

export type JsonSchema = { [keyword: string]: unknown }

/** `given`: all that a request may send. `written`: what our own side writes, in answers, paths and queries. */
export type Side = 'given' | 'written'

type ValueType = z.core.$ZodType
type Takes = (given: unknown) => boolean

const INSTANT = '2026-11-14T14:20:00.000Z'
const DAY = '2026-11-14'
const ID_MOST = 999_999_999_999_999
const WORDS = [HOUSE, WHOLE_PROVIDER]

interface Kind {
  takes: readonly unknown[]
  refuses: readonly unknown[]
  describe: (asked: { type: ValueType; takes: Takes; side: Side }) => JsonSchema
}

/** Schemas that many fields share, by the name under which the document has them. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Amount: { type: 'number', description: 'An amount in dalasi (GMD), with at most two decimals.' },
  Instant: { type: 'string', format: 'date-time', description: 'A time in UTC.' },
  Day: { type: 'string', format: 'date', description: 'A calendar day in The Gambia.' },
  Count: { type: 'integer', minimum: 0, description: 'How many there are.' },
  Id: { type: 'integer', minimum: 1, maximum: ID_MOST },
  GivenId: {
    type: ['integer', 'string'],
    minimum: 1,
    maximum: ID_MOST,
    pattern: String.raw`^[1-9]\d{0,14}$`,
  },
}
const refer = (name: keyof typeof sharedSchemas) => ({ $ref: `#/components/schemas/${name}` })
const share = (name: keyof typeof sharedSchemas) => () => refer(name)

/** In this order; the first one that fits is it. */
const kinds: readonly Kind[] = [
  { takes: [INSTANT, '14 Nov 2026'], refuses: ['no time', 7], describe: share('Instant') },
  { takes: [DAY], refuses: [INSTANT, '2026-02-30'], describe: share('Day') },
  {
    takes: [DAY, INSTANT],
    refuses: ['14 Nov 2026', '2026-02-30'],
    describe: () => ({ type: 'string', description: 'A calendar day, or a time on that day.' }),
  },
  { takes: [0, 7], refuses: ['7', 0.5, -1], describe: share('Count') },
  { takes: [0.5, -3], refuses: ['0.5'], describe: share('Amount') },
  { takes: [75.5, '75.5'], refuses: ['75.555', 'x'], describe: describeDecimal },
  {
    takes: [1, '75', ID_MOST],
    refuses: [0, ID_MOST + 1, ...WORDS],
    describe: ({ side }) => refer(side === 'given' ? 'GivenId' : 'Id'),
  },
  { takes: [75, '75'], refuses: [75.5, -1], describe: describeWhole },
  {
    takes: ['aGVsbG8='],
    refuses: ['no base64!'],
    describe: () => ({ type: 'string', contentEncoding: 'base64' }),
  },
  {
    takes: ['awa@example.gm, lamin@example.gm'],
    refuses: ['anything at all'],
    describe: () => ({ type: 'string', description: 'Email addresses, separated by commas.' }),
  },
  { takes: ['anything at all'], refuses: [7], describe: () => ({ type: 'string' }) },
  { takes: [{ any: 'field' }], refuses: ['text'], describe: () => ({ type: 'object' }) },
  { takes: [null, []], refuses: [{ any: 'field' }], describe: () => ({ type: 'null' }) },
  // Last, because nothing but its own values is taken.
  { takes: [], refuses: [], describe: describeChoice },
]

export function describeValue(type: ValueType, side: Side): JsonSchema {
  const takes: Takes = (given) => z.safeDecode(type, given).success
  const kind = kinds.find((each) => each.takes.every(takes) && !each.refuses.some(takes))
  const schema = kind?.describe({ type, takes, side }) ?? {}
  return side === 'given' ? addEmpty(schema, takes) : keepWritten(schema, type)
}

/** Numbers are taken as text too, because forms and addresses have nothing else. */
function describeDecimal({ takes }: { takes: Takes }): JsonSchema {
  const takesHundredths = (value: number) => takes(value / 100)
  return {
    type: ['number', 'string'],
    minimum: findBound(takesHundredths, 7_550, -(10 ** 13)) / 100,
    maximum: findBound(takesHundredths, 7_550, 10 ** 13) / 100,
    pattern: String.raw`^-?\d+(\.\d{1,2})?$`,
  }
}

function describeWhole({ takes }: { takes: Takes }): JsonSchema {
  const whole = {
    type: ['integer', 'string'],
    minimum: findBound(takes, 75, Number.MIN_SAFE_INTEGER),
    maximum: findBound(takes, 75, Number.MAX_SAFE_INTEGER),
    pattern: String.raw`^\d+$`,
  }
  const words = WORDS.filter(takes)
  return words.length === 0 ? whole : { anyOf: [whole, { type: 'string', enum: words }] }
}

/** The last value that is taken on the way from one that is to one that may not be. */
function findBound(takes: (value: number) => boolean, inside: number, outside: number): number {
  if (takes(outside)) return outside
  let [taken, refused] = [inside, outside]
  while (Math.abs(refused - taken) > 1) {
    const middle = Math.trunc((taken + refused) / 2)
    if (takes(middle)) taken = middle
    else refused = middle
  }
  return taken
}

/** Its refusal names its values: `Type must be 0 or 1`. */
function describeChoice({ type, takes }: { type: ValueType; takes: Takes }): JsonSchema {
  const refusal = z.safeDecode(type, 'no such value').error?.issues[0]?.message ?? ''
  const words = refusal.split(/\W+/).filter((word) => word !== '' && takes(word))
  if (words.length === 0) throw new TypeError(`A value type fits no schema of the document: ${refusal}`)
  const written = words.map((word) => z.encode(type, z.decode(type, word)))
  const numbers = words.map(Number).filter(takes)
  return { enum: [...new Set([...written, ...words, ...numbers])] }
}

/** What may be left empty, or be null. */
function addEmpty(schema: JsonSchema, takes: Takes): JsonSchema {
  const { type, pattern } = schema
  if (type === undefined || type === 'null') return schema
  return {
    ...schema,
    ...(takes(null) && { type: [type, 'null'].flat() }),
    ...(pattern !== undefined && takes('') && { pattern: `${pattern as string}|^$` }),
  }
}

/** Our side writes numbers as numbers, and one form of each value. */
function keepWritten(schema: JsonSchema, type: ValueType): JsonSchema {
  const { anyOf, enum: values } = schema
  if (Array.isArray(anyOf))
    return { ...schema, anyOf: anyOf.map((each) => keepWritten(each as JsonSchema, type)) }
  if (Array.isArray(values) && 'type' in schema) return schema
  if (Array.isArray(values))
    return { enum: [...new Set(values.map((each) => z.encode(type, z.decode(type, each))))] }
  const { pattern: _, ...rest } = schema
  return Array.isArray(schema['type']) ? { ...rest, type: schema['type'][0] } : schema
}
