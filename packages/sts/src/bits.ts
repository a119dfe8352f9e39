// Numbers as fields of fixed width. One layout describes a field list for both directions, so what is packed is what is
// unpacked. A value that does not fit its field is a mistake of the caller and throws.

/** Field names with their widths in bits, most significant first; 48 bits at most, so that the sum is a safe integer. */
export type Layout<Name extends string> = readonly (readonly [name: Name, width: number])[]

export function pack<Name extends string>(
  layout: Layout<Name>,
  values: Readonly<Record<NoInfer<Name>, number>>,
): number {
  let packed = 0
  for (const [name, width] of layout) packed = packed * 2 ** width + fitting(name, values[name], width)
  return packed
}

export function unpack<Name extends string>(layout: Layout<Name>, packed: number): Record<Name, number> {
  const values: Partial<Record<Name, number>> = {}
  let rest = packed
  for (const [name, width] of layout.toReversed()) {
    values[name] = rest % 2 ** width
    rest = Math.floor(rest / 2 ** width)
  }
  return values as Record<Name, number>
}

/** The value, if it is a whole number of at most this many bits. */
export function fitting(name: string, value: number, width: number): number {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** width) return value
  throw new RangeError(`${name} must be a whole number from 0 to ${2 ** width - 1}, not ${value}`)
}

/** The lowest bits of a large number as 32-bit words, most significant first, as the ciphers calculate with them. */
export function toWords(value: bigint, count: number): Uint32Array {
  const words = new Uint32Array(count)
  for (let index = count - 1, rest = value; index >= 0; index--, rest >>= 32n)
    words[index] = Number(rest & 0xffffffffn)
  return words
}

export const fromWords = (words: Uint32Array): bigint =>
  words.reduce((value, word) => (value << 32n) | BigInt(word), 0n)
