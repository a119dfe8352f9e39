// The parts of requests and answers: codecs with the wire's names and decimals on one side and our own names and types
// on the other. No `.transform()`: everything here can be encoded back.
import * as z from 'zod/mini'
import { type Bututs, bututs, fromDalasi, parseHundredths, toDalasi } from './money.ts'
import { limits } from './limits.ts'
import { type Day, parseDay } from './time.ts'

export type Codec<Clean, Wire = unknown> = z.ZodMiniType<Clean, Wire>
type AnyCodec = z.ZodMiniType

/** What a codec's function checks or makes. Without the check of `z.custom`, which takes longer than the rest. */
const anything = <Type>() => z.unknown() as z.ZodMiniType<Type, Type>

export type FieldSpec = AnyCodec | readonly [wireName: string, codec: AnyCodec]
type CodecOf<F> = F extends readonly [string, infer C extends AnyCodec] ? C : F extends AnyCodec ? F : never
type WireName<K, F> = F extends readonly [infer N extends string, AnyCodec] ? N : K
type CleanShape<S> = { [K in keyof S]: CodecOf<S[K]> }
type WireShape<S> = { [K in keyof S as WireName<K, S[K]> & string]: CodecOf<S[K]> }
export type CleanOf<S> = z.output<z.ZodMiniObject<CleanShape<S>>>
type WireOf<S> = z.input<z.ZodMiniObject<WireShape<S>>>

/** An object whose fields may have another name on the wire: `{ start: ['start_amount', gmd] }`. Unknown fields are dropped. */
export function fields<const S extends Record<string, FieldSpec>>(spec: S): Codec<CleanOf<S>, WireOf<S>> {
  const entries = listEntries(spec)
  const wire = z.object(Object.fromEntries(entries.map(([, wireName, inner]) => [wireName, inner])))
  const renaming = (pairs: [from: string, to: string][]) => (value: Record<string, unknown>) => {
    const renamed: Record<string, unknown> = {}
    for (const [from, to] of pairs) if (value[from] !== undefined) renamed[to] = value[from]
    return renamed
  }
  const made = z.codec(wire, anything<Record<string, unknown>>(), {
    decode: renaming(entries.map(([name, wireName]) => [wireName, name])),
    encode: renaming(entries.map(([name, wireName]) => [name, wireName])),
  })
  wireNames.set(made, new Map(entries.map(([name, wireName]) => [name, wireName])))
  return made as unknown as Codec<CleanOf<S>, WireOf<S>>
}

const listEntries = (spec: Record<string, FieldSpec>) =>
  Object.entries(spec).map(([name, field]): [name: string, wireName: string, inner: AnyCodec] =>
    Array.isArray(field) ? [name, field[0], field[1]] : [name, name, field as AnyCodec],
  )

const wireNames = new WeakMap<AnyCodec, ReadonlyMap<string, string>>()

/** The wire names of such an object's fields, by our own names: for code that writes the wire without the codec. */
export function listWireNames(made: AnyCodec): ReadonlyMap<string, string> {
  const names = wireNames.get(made)
  if (!names) throw new TypeError('only an object made by `fields` has names on the wire')
  return names
}

/** What came under wire names, under our own names. What `made` does not have keeps its name. */
export const toOwnNames = <Value>(made: AnyCodec, named: Record<string, Value>): Record<string, Value> =>
  rename(named, new Map(Array.from(wireNames.get(made) ?? [], ([name, wireName]) => [wireName, name])))

/** The reverse. */
export const toWireNames = <Value>(made: AnyCodec, named: Record<string, Value>): Record<string, Value> =>
  rename(named, wireNames.get(made) ?? new Map())

const rename = <Value>(named: Record<string, Value>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [names.get(name) ?? name, value]))

/** The schema of a form for such an object: the same fields with our own names, each as typed. */
export const form = <const S extends Record<string, FieldSpec>>(spec: S) =>
  z.object(Object.fromEntries(listEntries(spec).map(([name, , inner]) => [name, inner])) as CleanShape<S>)

/** An answer inside an envelope of one field: `{ data: … }`, `{ credits: … }`. */
export const within = <Clean, Wire>(field: string, inner: Codec<Clean, Wire>) =>
  z.codec(z.object({ [field]: inner }), anything<Clean>(), {
    decode: (envelope) => envelope[field] as Clean,
    encode: (value) => ({ [field]: value }),
  })

/** An object that may be missing: null, an empty list and an empty object all mean that. */
export const orNone = <Clean, Wire>(inner: Codec<Clean, Wire>) => z.union([none, inner])

const isNothing = (given: unknown) => typeof given === 'object' && Object.keys(given ?? {}).length === 0
const none = z.codec(z.custom<null>(isNothing), z.null(), { decode: () => null, encode: () => null })

/** A codec from a pair of functions; `read` returns a problem's text as an Error instead of throwing it. */
export function codec<Clean, Wire>(
  read: (given: unknown) => Clean | Error,
  write: (value: Clean) => Wire,
): Codec<Clean, Wire> {
  return z.codec(anything<Wire>(), anything<Clean>(), {
    decode: (given, context) => {
      const value = read(given)
      if (!(value instanceof Error)) return value
      context.issues.push({ code: 'custom', message: value.message, input: given })
      return z.NEVER
    },
    encode: write,
  })
}

export const isMissing = (given: unknown) => given === undefined || given === null || given === ''

/**
 * A string. A value that is present but not a string is not reported as missing, so that the sender finds the mistake. In
 * two steps, so that the checks run only after the first: a list has a length too, and would be reported as too short.
 */
export const text = (required: string, wrongKind: string) =>
  z.pipe(z.string({ error: ({ input }) => (isMissing(input) ? required : wrongKind) }), z.string())

/** Non-empty text; the label makes the specification's '<Label> is required'. */
export const line = (label: string, most: number = limits.lineMost) =>
  text(`${label} is required`, `${label} must be text`).check(
    z.trim(),
    z.minLength(1, { error: `${label} is required`, abort: true }),
    z.maxLength(most, `${label} cannot exceed ${most} characters`),
  )

/** Digits stay text: as a number they could lose a leading zero, or their last digits. */
export const digitsLine = (label: string, least: number, most: number) =>
  text(`${label} is required`, `${label} must be text: its digits in quotes`).check(
    z.trim(),
    z.minLength(1, { error: `${label} is required`, abort: true }),
    z.regex(/^\d+$/, { error: `${label} must be digits only`, abort: true }),
    z.minLength(least, `${label} must be at least ${least} digits`),
    z.maxLength(most, `${label} cannot exceed ${most} digits`),
  )

export const emailLine = (malformed: string) =>
  text('Email is required', 'Email must be text').check(
    z.trim(),
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(limits.emailMost, { error: malformed, abort: true }),
    z.regex(z.regexes.html5Email, { error: malformed, abort: true }),
    z.regex(/@[^@]+\.[^@.]+$/, malformed),
  )

const decimalTexts = {
  'not a number': 'must be a number',
  'too many digits': `cannot exceed ${limits.amountDigits} digits`,
  'too many decimals': 'can have at most two decimals',
} as const

/** A plain decimal of at most two places, as an integer number of hundredths: percentages, and fees of either kind. */
export const hundredths = (label: string, least: number, tooSmall: string) =>
  codec<number, number | string>(
    (given) => {
      if (isMissing(given)) return new Error(`${label} is required`)
      const parsed = parseHundredths(given)
      if (typeof parsed === 'string') return new Error(`${label} ${decimalTexts[parsed]}`)
      return parsed < least ? new Error(tooSmall) : parsed
    },
    (value) => value / 100,
  )

/** Money that a user enters. */
export const amount = (label: string, least = 0, tooSmall = `${label} cannot be negative`) =>
  hundredths(label, least, tooSmall) as unknown as Codec<Bututs, number | string>

/** Money that our own side wrote. Beyond 90 trillion a number is not exact. */
export const gmd = codec<Bututs, number>(
  (given) =>
    typeof given === 'number' && Math.abs(given) <= 9e13 ? fromDalasi(given) : new Error('is not an amount'),
  toDalasi,
)

export const instant = codec<Date, string>(
  (given) => {
    const read = typeof given === 'string' ? new Date(given) : null
    return read === null || Number.isNaN(read.getTime()) ? new Error('is not a time') : read
  },
  (value) => value.toISOString(),
)

export const day = (required: string, malformed = required) =>
  codec<Day, string>(
    (given) => (isMissing(given) ? new Error(required) : (parseDay(given) ?? new Error(malformed))),
    (value) => value,
  )

/** A row's id: a positive integer, as a number or (in a path or from a form) as its digits. */
export const id = (label = 'Id') =>
  codec<number, number | string>(
    (given) => {
      if (isMissing(given)) return new Error(`${label} is required`)
      const plain =
        (typeof given === 'number' || typeof given === 'string') && /^[1-9]\d{0,14}$/.test(String(given))
      return plain ? Number(given) : new Error(`${label} is not valid`)
    },
    (value) => value,
  )

/** How many of something there are. */
export const count = codec<number, number>(
  (given) =>
    Number.isSafeInteger(given) && (given as number) >= 0 ? (given as number) : new Error('is not a count'),
  (value) => value,
)

/** Which version of a record the caller saw: a change based on an older one is refused. */
export const version = id('Version')

/** One of a fixed set whose wire values differ from ours: `choice('Status', { true: 1, false: 0 }, …)`. */
export function choice<const Pairs extends readonly (readonly [clean: unknown, wire: string | number])[]>(
  label: string,
  pairs: Pairs,
): Codec<Pairs[number][0], Pairs[number][1]> {
  return codec<Pairs[number][0], Pairs[number][1]>(
    (given) => {
      if (isMissing(given)) return new Error(`${label} is required`)
      const plain = typeof given === 'string' || typeof given === 'number'
      const pair = plain ? pairs.find(([, wire]) => String(wire) === String(given)) : undefined
      return pair ? pair[0] : new Error(`${label} must be ${pairs.map(([, wire]) => wire).join(' or ')}`)
    },
    (value) => {
      const pair = pairs.find(([clean]) => clean === value)
      if (!pair) throw new TypeError(`${label} has no wire value for ${String(value)}`)
      return pair[1]
    },
  )
}

/** What the observed client sends although the session already has it: accepted, and used only by `user_id`'s check. */
export const ignored = z.optional(z.unknown())

/** Text that the sender may leave out. */
export const optionalLine = (label: string, most: number = limits.lineMost) =>
  z.optional(
    text(`${label} must be text`, `${label} must be text`).check(
      z.trim(),
      z.maxLength(most, `${label} cannot exceed ${most} characters`),
    ),
  )

/** The request of a call without input. */
export const nothing = fields({})

/** Answers that only say that it was done. */
export const done = fields({ message: z.string() })

export const zeroAmount = bututs(0)
