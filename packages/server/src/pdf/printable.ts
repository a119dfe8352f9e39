// The fonts that every PDF reader has know the letters of Western Europe only (Windows-1252). What they lack is written
// with the nearest letter, or with a question mark, and never left out: a name must not become another one unnoticed.

const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const MARKS = /\p{M}/gu
/** Letters of Gambian languages and signs that have no accent to take away. */
const NEAREST: Readonly<Record<string, string>> = {
  ŋ: 'n',
  Ŋ: 'N',
  ɲ: 'n',
  Ɲ: 'N',
  ɓ: 'b',
  ɗ: 'd',
  ƴ: 'y',
  '\u2212': '-',
  '\u202F': ' ',
}

const isKnown = (letter: string): boolean =>
  /^[\n\x20-\x7E\xA0-\xFF]$/.test(letter) || BEYOND_LATIN_1.includes(letter)

export const toPrintable = (text: string): string =>
  Array.from(text.normalize('NFC'), (letter) => {
    if (isKnown(letter)) return letter
    const nearest = NEAREST[letter] ?? letter.normalize('NFKD').replaceAll(MARKS, '')
    return nearest !== '' && Array.from(nearest).every(isKnown) ? nearest : '?'
  }).join('')
