// A 20-digit token: how it is written, in blocks of four with plain spaces, and its class, which anybody can read.
export const formatToken = (token: string): string =>
  token
    .match(/.{1,4}/g)
    ?.slice(0, 5)
    .join(' ') ?? ''

/** Bits 28 and 27, which are not encrypted. */
const CLASS_SHIFT = 27n
const CREDIT = 0

export const readTokenClass = (token: string): number => Number((BigInt(token) >> CLASS_SHIFT) & 3n)

/** Whether it has energy. The others change a meter's key or settings, and are sent again until the meter has accepted them. */
export const isCredit = (token: string): boolean => readTokenClass(token) === CREDIT

/** The name of a paid token; the others are named by the utility or by their class. */
export const ELECTRICITY = 'Electricity'
