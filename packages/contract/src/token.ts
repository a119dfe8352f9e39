// How a 20-digit token is written: blocks of four with plain spaces between them, several tokens in the order of entry.
export const formatToken = (token: string): string =>
  token
    .match(/.{1,4}/g)
    ?.slice(0, 5)
    .join(' ') ?? ''
