// MISTY1 (RFC 2994), the block cipher that STS calls EA11: a 128-bit key, a 64-bit block, eight rounds. The names of
// the functions and tables are those of the RFC, so that the two can be read side by side.

const S7 = [
  27, 50, 51, 90, 59, 16, 23, 84, 91, 26, 114, 115, 107, 44, 102, 73, 31, 36, 19, 108, 55, 46, 63, 74, 93, 15,
  64, 86, 37, 81, 28, 4, 11, 70, 32, 13, 123, 53, 68, 66, 43, 30, 65, 20, 75, 121, 21, 111, 14, 85, 9, 54,
  116, 12, 103, 83, 40, 10, 126, 56, 2, 7, 96, 41, 25, 18, 101, 47, 48, 57, 8, 104, 95, 120, 42, 76, 100, 69,
  117, 61, 89, 72, 3, 87, 124, 79, 98, 60, 29, 33, 94, 39, 106, 112, 77, 58, 1, 109, 110, 99, 24, 119, 35, 5,
  38, 118, 0, 49, 45, 122, 127, 97, 80, 34, 17, 6, 71, 22, 82, 78, 113, 62, 105, 67, 52, 92, 88, 125,
]

const S9 = [
  451, 203, 339, 415, 483, 233, 251, 53, 385, 185, 279, 491, 307, 9, 45, 211, 199, 330, 55, 126, 235, 356,
  403, 472, 163, 286, 85, 44, 29, 418, 355, 280, 331, 338, 466, 15, 43, 48, 314, 229, 273, 312, 398, 99, 227,
  200, 500, 27, 1, 157, 248, 416, 365, 499, 28, 326, 125, 209, 130, 490, 387, 301, 244, 414, 467, 221, 482,
  296, 480, 236, 89, 145, 17, 303, 38, 220, 176, 396, 271, 503, 231, 364, 182, 249, 216, 337, 257, 332, 259,
  184, 340, 299, 430, 23, 113, 12, 71, 88, 127, 420, 308, 297, 132, 349, 413, 434, 419, 72, 124, 81, 458, 35,
  317, 423, 357, 59, 66, 218, 402, 206, 193, 107, 159, 497, 300, 388, 250, 406, 481, 361, 381, 49, 384, 266,
  148, 474, 390, 318, 284, 96, 373, 463, 103, 281, 101, 104, 153, 336, 8, 7, 380, 183, 36, 25, 222, 295, 219,
  228, 425, 82, 265, 144, 412, 449, 40, 435, 309, 362, 374, 223, 485, 392, 197, 366, 478, 433, 195, 479, 54,
  238, 494, 240, 147, 73, 154, 438, 105, 129, 293, 11, 94, 180, 329, 455, 372, 62, 315, 439, 142, 454, 174,
  16, 149, 495, 78, 242, 509, 133, 253, 246, 160, 367, 131, 138, 342, 155, 316, 263, 359, 152, 464, 489, 3,
  510, 189, 290, 137, 210, 399, 18, 51, 106, 322, 237, 368, 283, 226, 335, 344, 305, 327, 93, 275, 461, 121,
  353, 421, 377, 158, 436, 204, 34, 306, 26, 232, 4, 391, 493, 407, 57, 447, 471, 39, 395, 198, 156, 208, 334,
  108, 52, 498, 110, 202, 37, 186, 401, 254, 19, 262, 47, 429, 370, 475, 192, 267, 470, 245, 492, 269, 118,
  276, 427, 117, 268, 484, 345, 84, 287, 75, 196, 446, 247, 41, 164, 14, 496, 119, 77, 378, 134, 139, 179,
  369, 191, 270, 260, 151, 347, 352, 360, 215, 187, 102, 462, 252, 146, 453, 111, 22, 74, 161, 313, 175, 241,
  400, 10, 426, 323, 379, 86, 397, 358, 212, 507, 333, 404, 410, 135, 504, 291, 167, 440, 321, 60, 505, 320,
  42, 341, 282, 417, 408, 213, 294, 431, 97, 302, 343, 476, 114, 394, 170, 150, 277, 239, 69, 123, 141, 325,
  83, 95, 376, 178, 46, 32, 469, 63, 457, 487, 428, 68, 56, 20, 177, 363, 171, 181, 90, 386, 456, 468, 24,
  375, 100, 207, 109, 256, 409, 304, 346, 5, 288, 443, 445, 224, 79, 214, 319, 452, 298, 21, 6, 255, 411, 166,
  67, 136, 80, 351, 488, 289, 115, 382, 188, 194, 201, 371, 393, 501, 116, 460, 486, 424, 405, 31, 65, 13,
  442, 50, 61, 465, 128, 168, 87, 441, 354, 328, 217, 261, 98, 122, 33, 511, 274, 264, 448, 169, 285, 432,
  422, 205, 243, 92, 258, 91, 473, 324, 502, 173, 165, 58, 459, 310, 383, 70, 225, 30, 477, 230, 311, 506,
  389, 140, 143, 64, 437, 190, 120, 0, 172, 272, 350, 292, 2, 444, 162, 234, 112, 508, 278, 348, 76, 450,
]

/** The key as eight 16-bit pieces, followed by the eight that are derived from them. */
type ExpandedKey = Uint16Array

/** Encrypts in place. The key is four words and the block two, the most significant first. */
export function encryptMisty1(key: Uint32Array, block: Uint32Array): void {
  const ek = expand(key)
  let d0 = block[0] as number
  let d1 = block[1] as number
  for (let round = 0; round < 8; round += 2) {
    d0 = fl(ek, d0, round)
    d1 = fl(ek, d1, round + 1)
    d1 ^= fo(ek, d0, round)
    d0 ^= fo(ek, d1, round + 1)
  }
  block[0] = fl(ek, d1, 9)
  block[1] = fl(ek, d0, 8)
}

export function decryptMisty1(key: Uint32Array, block: Uint32Array): void {
  const ek = expand(key)
  let d0 = flInverse(ek, block[1] as number, 8)
  let d1 = flInverse(ek, block[0] as number, 9)
  for (let round = 6; round >= 0; round -= 2) {
    d0 ^= fo(ek, d1, round + 1)
    d1 ^= fo(ek, d0, round)
    d0 = flInverse(ek, d0, round)
    d1 = flInverse(ek, d1, round + 1)
  }
  block[0] = d0
  block[1] = d1
}

function expand(key: Uint32Array): ExpandedKey {
  const ek = new Uint16Array(16)
  for (let i = 0; i < 8; i++) ek[i] = (key[i >> 1] as number) >>> (i % 2 === 0 ? 16 : 0)
  for (let i = 0; i < 8; i++) ek[i + 8] = fi(plain(ek, i), plain(ek, i + 1))
  return ek
}

const plain = (ek: ExpandedKey, index: number) => ek[index % 8] as number
const derived = (ek: ExpandedKey, index: number) => ek[(index % 8) + 8] as number

function fi(input: number, key: number): number {
  let d9 = input >>> 7
  let d7 = input & 0x7f
  d9 = (S9[d9] as number) ^ d7
  d7 = (S7[d7] as number) ^ (d9 & 0x7f) ^ (key >>> 9)
  d9 ^= key & 0x1ff
  return (d7 << 9) | ((S9[d9] as number) ^ d7)
}

function fo(ek: ExpandedKey, input: number, k: number): number {
  let t0 = input >>> 16
  let t1 = input & 0xffff
  t0 = fi(t0 ^ plain(ek, k), derived(ek, k + 5)) ^ t1
  t1 = fi(t1 ^ plain(ek, k + 2), derived(ek, k + 1)) ^ t0
  t0 = fi(t0 ^ plain(ek, k + 7), derived(ek, k + 3)) ^ t1
  return ((t1 ^ plain(ek, k + 4)) << 16) | t0
}

function fl(ek: ExpandedKey, input: number, k: number): number {
  const [and, or] = flKeys(ek, k)
  let d0 = input >>> 16
  let d1 = input & 0xffff
  d1 ^= d0 & and
  d0 ^= d1 | or
  return (d0 << 16) | d1
}

function flInverse(ek: ExpandedKey, input: number, k: number): number {
  const [and, or] = flKeys(ek, k)
  let d0 = input >>> 16
  let d1 = input & 0xffff
  d0 ^= d1 | or
  d1 ^= d0 & and
  return (d0 << 16) | d1
}

function flKeys(ek: ExpandedKey, k: number): [and: number, or: number] {
  const half = k >> 1
  return k % 2 === 0 ? [plain(ek, half), derived(ek, half + 6)] : [derived(ek, half + 2), plain(ek, half + 4)]
}
