// The JSON schema of a request or an answer, as it is on the wire. zod writes most of it; what it does not know are our own
// value types, the limits of texts, and defaults, which it would write as we have them and not as the wire has them.
import * as z from 'zod/mini'
import { describeValue, type JsonSchema, type Side } from './value-types.ts'

/** What is read of a zod schema's definition. */
export interface Definition {
  type: string
  in?: z.core.$ZodType
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
  checks?: readonly { _zod: { def: TextCheck } }[]
  defaultValue?: unknown
  entries?: Record<string, string>
  values?: readonly unknown[]
}
interface TextCheck {
  check: string
  minimum?: number
  maximum?: number
  pattern?: RegExp
}

export const readDefinition = (schema: z.core.$ZodType): Definition => schema._zod.def

export function writeSchema(schema: z.core.$ZodType, side: Side): JsonSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, describe(zodSchema, side))
    },
  })
  return written
}

function describe(schema: z.core.$ZodType, side: Side): JsonSchema {
  const definition = readDefinition(schema)
  const inner = definition.in && readDefinition(definition.in)
  if (inner?.type === 'string') return describeText(definition)
  if (inner?.type === 'unknown') return describeValue(schema, side)
  if (definition.type === 'custom' && !takesAnything(schema)) return describeValue(schema, side)
  if (definition.type === 'default' && definition.innerType)
    return { default: z.encode(definition.innerType, definition.defaultValue) }
  return {}
}

/** The wire's side of every codec of ours is such a schema, and says nothing. */
const takesAnything = (schema: z.core.$ZodType): boolean => z.safeParse(schema, Symbol('anything')).success

function describeText({ checks = [] }: Definition): JsonSchema {
  const limits = checks.map(({ _zod }) => _zod.def)
  const patterns = limits.flatMap(({ pattern }) => (pattern ? [{ pattern: pattern.source }] : []))
  const least = Math.max(0, ...limits.map(({ check, minimum = 0 }) => (check === 'min_length' ? minimum : 0)))
  const most = Math.min(...limits.map(({ maximum = Number.POSITIVE_INFINITY }) => maximum))
  return {
    ...(least > 0 && { minLength: least }),
    ...(Number.isFinite(most) && { maxLength: most }),
    ...(patterns.length > 1 ? { allOf: patterns } : patterns[0]),
  }
}
