// EA07, the Standard Transfer Algorithm: sixteen rounds that substitute every nibble and then scatter the 64 bits. The
// tables are the ones in meters; those printed in the standard are samples and make tokens that no meter accepts.

/** One bit of the key decides which box a nibble uses: this is [if it is 0, if it is 1]. */
const BOXES = [
  [12, 8, 2, 13, 7, 6, 1, 3, 11, 5, 9, 15, 0, 4, 10, 14],
  [14, 10, 7, 9, 12, 3, 2, 5, 13, 0, 15, 1, 4, 8, 6, 11],
]

/** Bit i moves to position POSITIONS[i]. */
const POSITIONS = [
  55, 42, 10, 18, 24, 21, 44, 35, 2, 22, 56, 43, 27, 58, 9, 50, 6, 36, 12, 61, 37, 38, 53, 16, 62, 3, 7, 4,
  32, 20, 63, 25, 51, 52, 54, 33, 49, 19, 46, 29, 48, 31, 23, 30, 41, 28, 13, 5, 40, 60, 39, 11, 15, 17, 1, 0,
  57, 34, 59, 8, 47, 14, 45, 26,
]

const ROUNDS = 16
const NIBBLES = 16

const inverse = (table: readonly number[]) => table.map((_, value) => table.indexOf(value))

const boxes = { forward: BOXES.flat(), backward: BOXES.flatMap(inverse) }
const scattered = { forward: scatterTable(POSITIONS), backward: scatterTable(inverse(POSITIONS)) }

/** Encrypts in place. Key and block are 64 bits each, as two words with the high one first. */
export function encryptEa07(key: Uint32Array, block: Uint32Array): void {
  for (let round = 0; round < ROUNDS; round++) {
    substitute(boxes.forward, key, round, block)
    scatter(scattered.forward, block)
  }
}

export function decryptEa07(key: Uint32Array, block: Uint32Array): void {
  for (let round = ROUNDS - 1; round >= 0; round--) {
    scatter(scattered.backward, block)
    substitute(boxes.backward, key, round, block)
  }
}

/**
 * The standard complements the key, rotates it 12 to the right and then 1 to the left each round, and looks at bit
 * 4n + 3 for nibble n. Bit 4n + 15 − round of the untouched key says the same, the other way round.
 */
function substitute(box: readonly number[], key: Uint32Array, round: number, block: Uint32Array): void {
  for (let nibble = 0; nibble < NIBBLES; nibble++) {
    const choice = bitsAt(key, (4 * nibble + 15 - round) & 63, 1)
    const value = bitsAt(block, 4 * nibble, 15)
    const change = value ^ (box[16 * choice + value] as number)
    const word = readWord(4 * nibble)
    block[word] = (block[word] as number) ^ (change << ((4 * nibble) & 31))
  }
}

function scatter(table: Uint32Array, block: Uint32Array): void {
  let high = 0
  let low = 0
  for (let nibble = 0; nibble < NIBBLES; nibble++) {
    const entry = 2 * (16 * nibble + bitsAt(block, 4 * nibble, 15))
    high |= table[entry] as number
    low |= table[entry + 1] as number
  }
  block[0] = high
  block[1] = low
}

/** Where the bits of each value of each nibble end up, two words for each entry: 16 lookups instead of 64 moves a round. */
function scatterTable(positions: readonly number[]): Uint32Array {
  return Uint32Array.from({ length: 2 * 16 * NIBBLES }, (_, index) => {
    const word = index & 1
    const value = (index >> 1) & 15
    const nibble = index >> 5
    return positions
      .slice(4 * nibble, 4 * nibble + 4)
      .filter((position, bit) => ((value >> bit) & 1) === 1 && readWord(position) === word)
      .reduce((bits, position) => bits | (1 << (position & 31)), 0)
  })
}

const bitsAt = (words: Uint32Array, bit: number, mask: number) =>
  ((words[readWord(bit)] as number) >>> (bit & 31)) & mask

function readWord(bit: number): 0 | 1 {
  return bit < 32 ? 1 : 0
}
