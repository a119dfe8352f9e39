// Checks published vectors: every token must be made exactly, and read back to the content it was made from. If a
// vector also gives intermediate results, they only help to say where ours differ.
import { isDeepStrictEqual } from 'node:util'
import { seal } from './block.ts'
import { type DecoderKey, readKeyBits } from './cipher.ts'
import { readClass, type Content, packContent } from './content.ts'
import { decodeToken, encodeToken } from './token.ts'
import { readVector, text, type Vector } from './vector.ts'

export interface VectorReport {
  readonly total: number
  /** A sentence for each token that was not reproduced. */
  readonly failures: readonly string[]
}

/** The list in a vector file, or the rest of a sentence that says why there is none. */
export function parseVectors(file: string): readonly unknown[] | string {
  let parsed: unknown
  try {
    parsed = JSON.parse(file)
  } catch {
    return 'is not JSON'
  }
  const vectors = isRecord(parsed) ? parsed['vectors'] : parsed
  if (!Array.isArray(vectors)) return 'has no list named "vectors"'
  return vectors.length === 0 ? 'has an empty list of vectors' : vectors
}

export function checkVectors(vectors: readonly unknown[]): VectorReport {
  const failures = vectors.flatMap((vector, index) => {
    const why = describeProblem(vector)
    return why === null ? [] : [`Vector ${index + 1}${readName(vector)}: ${why}.`]
  })
  return { total: vectors.length, failures }
}

/** Null: the token is reproduced. */
function describeProblem(vector: unknown): string | null {
  if (!isRecord(vector)) return 'it is not an object'
  try {
    return findDifference(vector)
  } catch (error) {
    // A value that is missing, or that no token can hold.
    if (error instanceof RangeError || error instanceof TypeError) return error.message
    throw error
  }
}

function findDifference(vector: Vector): string | null {
  const expected = text(vector, 'token').replace(/[\s-]/g, '')
  const { content, key } = readVector(vector)
  const made = encodeToken(content, key)
  if (made !== expected) return [`made ${made}, not ${expected}`, ...hints(vector, content, key)].join('; ')
  const decoded = decodeToken(expected, key)
  if (!decoded.ok) return `${expected} is refused as ${decoded.reason}`
  return isDeepStrictEqual(decoded.content, content) ? null : `${expected} is read as another content`
}

/** Which intermediate results of the vector differ from ours. */
function hints(vector: Vector, content: Content, key: DecoderKey | null): string[] {
  const block = seal(readClass(content), packContent(content))
  const ours = {
    decoderKey: key?.bits.toString(16).padStart(readKeyBits(key.cipher) / 4, '0'),
    tid: 'tokenId' in content ? String(content.tokenId) : undefined,
    amountField: 'amountField' in content ? String(content.amountField) : undefined,
    block: block.toString(16).padStart(16, '0'),
  }
  return Object.entries(ours).flatMap(([name, value]) => {
    if (value === undefined || vector[name] === undefined) return []
    const given = text(vector, name).toLowerCase()
    return value === given ? [] : [`${name} is ${value}, not ${given}`]
  })
}

const readName = (vector: unknown): string => {
  const words = isRecord(vector) ? [vector['kind'], vector['note']] : []
  const name = words.filter((word) => typeof word === 'string').join(', ')
  return name === '' ? '' : ` (${name})`
}

const isRecord = (value: unknown): value is Vector =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
