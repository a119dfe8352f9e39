// The columns of a batch as PostgreSQL's own binary arrays, for `unnest`. As text, every value of every sale would be
// escaped and written here, and read and parsed there.

/** How the values of one type are written: its number in PostgreSQL, and their bytes. */
interface Type<Value> {
  oid: number
  size(value: Value): number
  write(bytes: Buffer, value: Value, at: number): void
}

const EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000
const HIGH = 2 ** 32

/** A Buffer would write anything else as some other number. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return value
}

/** Without a BigInt for each number. */
function writeInt8(bytes: Buffer, value: number, at: number): void {
  const high = Math.floor(whole(value) / HIGH)
  bytes.writeInt32BE(high, at)
  bytes.writeUInt32BE(value - high * HIGH, at + 4)
}

const text: Type<string> = {
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (bytes, value, at) => void bytes.write(value, at),
}

/** What each item of a batch has in one column: `column.int8(openings, ({ userId }) => userId)`. */
export const column = {
  text: columnOf(text),
  bool: columnOf<boolean>({
    oid: 16,
    size: () => 1,
    write: (bytes, value, at) => void bytes.writeInt8(Number(value), at),
  }),
  bytes: columnOf<Buffer>({
    oid: 17,
    size: (value) => value.length,
    write: (bytes, value, at) => void value.copy(bytes, at),
  }),
  int8: columnOf<number>({ oid: 20, size: () => 8, write: writeInt8 }),
  int4: columnOf<number>({
    oid: 23,
    size: () => 4,
    write: (bytes, value, at) => void bytes.writeInt32BE(whole(value), at),
  }),
  day: columnOf<string>({
    oid: 1082,
    size: () => 4,
    write: (bytes, value, at) => void bytes.writeInt32BE(whole((Date.parse(value) - EPOCH_MS) / DAY_MS), at),
  }),
  instant: columnOf<Date>({
    oid: 1184,
    size: () => 8,
    write: (bytes, value, at) => writeInt8(bytes, (value.getTime() - EPOCH_MS) * 1000, at),
  }),
  /** JSON that is written already; the number of its format is in front of it. */
  json: columnOf<string>({
    oid: 3802,
    size: (value) => 1 + text.size(value),
    write(bytes, value, at) {
      bytes[at] = 1
      text.write(bytes, value, at + 1)
    },
  }),
}

function columnOf<Value>({ oid, size, write }: Type<Value>) {
  return <Item>(items: readonly Item[], pick: (item: Item) => Value | null): Buffer => {
    const values = items.map(pick)
    // One dimension, whether there are nulls, of which type, how many, counted from one.
    const header = [1, Number(values.includes(null)), oid, values.length, 1]
    let length = header.length * 4
    for (const value of values) length += 4 + (value === null ? 0 : size(value))
    const bytes = Buffer.allocUnsafe(length)
    let at = 0
    for (const number of header) at = bytes.writeInt32BE(number, at)
    for (const value of values) {
      const own = value === null ? -1 : size(value)
      at = bytes.writeInt32BE(own, at)
      if (value === null) continue
      write(bytes, value, at)
      at += own
    }
    return bytes
  }
}
