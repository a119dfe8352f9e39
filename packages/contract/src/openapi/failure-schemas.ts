// How calls fail, in the document: the statuses of the contract's table, and the shapes as they are written.
import type { Endpoint } from '../endpoint.ts'
import {
  type Failure,
  type FailureCode,
  type FailureName,
  failures,
  failureStatus,
  statusFor,
} from '../failure.ts'
import type { JsonSchema } from './value-types.ts'

const meanings: Record<FailureCode, { text: string; example: string }> = {
  invalid: { text: 'A field is missing or wrong.', example: 'Name is required' },
  refused: {
    text: 'A rule or the other side refuses it.',
    example: 'This is not possible now. Nothing was changed.',
  },
  unauthenticated: {
    text: 'The client is not known, or nobody is signed in.',
    example: 'You are not signed in, or your session has ended. Sign in again.',
  },
  forbidden: {
    text: 'The user may not do this.',
    example: 'Only an Admin may do this. Nothing was changed.',
  },
  not_found: { text: 'There is no such record.', example: 'There is no such record. Nothing was changed.' },
  conflict: {
    text: 'The record has changed, or something else is under way.',
    example: 'A backup is being made already. Wait until it is finished.',
  },
  too_large: { text: 'The body is too long.', example: 'The request is too large. Nothing was changed.' },
  unsupported: {
    text: 'The body is not plain JSON.',
    example: 'The request must be JSON. Nothing was changed.',
  },
  throttled: {
    text: 'Too many attempts, or too many calls at once.',
    example: 'Too many attempts. Try again in 5 minutes.',
  },
  bug: {
    text: 'A fault of ours. The number in the message leads support to the log.',
    example: 'Something went wrong on our side. Check the list before you repeat anything.',
  },
  unavailable: {
    text: 'The records, the utility or the aggregator cannot be reached.',
    example: 'The service cannot reach its records at the moment. Try again in a few seconds.',
  },
}

const codes = Object.keys(failureStatus) as FailureCode[]
const names = Object.keys(failures) as FailureName[]
const RETRY_LATER = new Set<FailureCode>(['throttled', 'unavailable'])

const nameSchema = (name: FailureName) => `Failure.${name}`
export const referFailure = (name: FailureName): JsonSchema => ({
  $ref: `#/components/schemas/${nameSchema(name)}`,
})

/** Read from what a shape writes with and without the parts that a failure may have. */
function describeShape(name: FailureName): JsonSchema {
  const least: Failure = { code: 'invalid', message: 'the message' }
  const errors = { field: ['wrong'] }
  const whole = failures[name].write({ ...least, errors, apiError: 'the other side' })
  const known = new Map<unknown, JsonSchema>([
    [least.message, { type: 'string', description: 'For the user.' }],
    [
      errors,
      {
        type: 'object',
        description: 'The messages for each field, by its name in the request.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    ],
    ['the other side', { type: 'string', description: "The utility's own message." }],
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(whole).map(([field, value]) => [field, known.get(value) ?? { const: value }]),
    ),
    required: Object.keys(failures[name].write(least)),
  }
}

export const failureSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  names.map((name) => [nameSchema(name), describeShape(name)]),
)

/** What the server answers before it knows which call was meant, or that it is one: always in the plain shape. */
const unread: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP.',
  408: 'The request did not arrive within 20 seconds.',
  431: 'The headers are too large.',
}

const unreadResponses = Object.fromEntries(
  Object.entries(unread).map(([status, description]) => [
    `unread.${status}`,
    {
      description,
      content: {
        'application/json': {
          schema: referFailure('plain'),
          example: failures.plain.write({
            code: 'invalid',
            message: 'The request is damaged. Nothing was changed.',
          }),
        },
      },
    },
  ]),
)

const referResponse = (name: string) => ({ $ref: `#/components/responses/${name}` })

const nameResponse = (name: FailureName, status: number) => `${name}.${status}`

function groupByStatus(name: FailureName, among: readonly FailureCode[]): Map<number, FailureCode[]> {
  const groups = new Map<number, FailureCode[]>()
  for (const code of among) {
    const status = statusFor(failures[name], code)
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

const writeExample = (name: FailureName, code: FailureCode) =>
  failures[name].write({ code, message: meanings[code].example })

/** Every failure that is not answered with 200, once for each shape and status. */
export const failureResponses: Readonly<Record<string, object>> = {
  ...unreadResponses,
  ...Object.fromEntries(
    names.flatMap((name) =>
      [...groupByStatus(name, codes)]
        .filter(([status]) => status !== 200)
        .map(([status, grouped]) => [nameResponse(name, status), describeResponse(name, grouped)]),
    ),
  ),
}

function describeResponse(name: FailureName, grouped: readonly FailureCode[]): object {
  return {
    description: grouped.map((code) => meanings[code].text).join(' '),
    ...(grouped.some((code) => RETRY_LATER.has(code)) && {
      headers: {
        'retry-after': {
          description: 'Seconds until it is worth trying again.',
          schema: { type: 'integer' },
        },
      },
    }),
    content: {
      'application/json': {
        schema: referFailure(name),
        examples: Object.fromEntries(grouped.map((code) => [code, { value: writeExample(name, code) }])),
      },
    },
  }
}

/** Where everybody may call, nobody is forbidden; and a GET has no body. */
const mayAnswer = ({ access, method }: Pick<Endpoint, 'access' | 'method'>, code: FailureCode): boolean =>
  !(code === 'forbidden' && access === 'anyone') && !(code === 'too_large' && method === 'GET')

/** How a call fails: by status, and with 200. */
export function listFailures(call: Endpoint): {
  byStatus: Record<string, object>
  within200: Record<string, { summary: string; value: object }>
} {
  const groups = groupByStatus(
    call.failure,
    codes.filter((code) => mayAnswer(call, code)),
  )
  const within = groups.get(200) ?? []
  groups.delete(200)
  return {
    // An object has whole numbers in their order.
    byStatus: Object.fromEntries([
      ...Object.keys(unread).map((status) => [status, referResponse(`unread.${status}`)]),
      ...[...groups.keys()].map((status) => [status, referResponse(nameResponse(call.failure, status))]),
    ]),
    within200: Object.fromEntries(
      within.map((code) => [code, { summary: meanings[code].text, value: writeExample(call.failure, code) }]),
    ),
  }
}
