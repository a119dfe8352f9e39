// A 20-digit token: how it is written, in blocks of four with plain spaces between them, and its class, which anybody can read.
export const formatToken = (token: string): string =>
  token
    .match(/.{1,4}/g)
    ?.slice(0, 5)
    .join(' ') ?? ''

/** Bits 28 and 27, which are not encrypted. */
const CLASS_SHIFT = 27n
const CREDIT = 0

export const readTokenClass = (token: string): number => Number((BigInt(token) >> CLASS_SHIFT) & 3n)

/** Whether it brings energy; the others change a meter's key or set it up, and come again until the meter has taken them. */
export const isCredit = (token: string): boolean => readTokenClass(token) === CREDIT

/** What a paid token is called; the record names the others as the utility or their class does. */
export const ELECTRICITY = 'Electricity'
