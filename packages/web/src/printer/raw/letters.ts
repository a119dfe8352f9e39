// The letters that a receipt printer has: ASCII and one code page. Letters that it lacks are written with the nearest
// ones, because a printer would print a question mark, and a name must not become another one unnoticed.

export type CodePage = 'cp437' | 'cp850'

/** Bytes 128 to 255 of each code page. */
export const codePages: Readonly<Record<CodePage, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
}

const MARKS = /\p{M}/gu

/** Letters and signs that have no accent to take away, each with what is written for it. */
const NEAREST: ReadonlyMap<string, string> = new Map(
  `ŋ n, Ŋ N, ɲ n, Ɲ N, ɓ b, Ɓ B, ɗ d, Ɗ D, ƙ k, Ƙ K, ƴ y, Ƴ Y, œ oe, Œ OE, ø o, Ø O, ł l, Ł L, đ d, Đ D,
  ð d, Ð D, þ th, Þ Th, ı i, ħ h, Ħ H, ŧ t, ɛ e, Ɛ E, ɔ o, Ɔ O, ə e, ʼ ', ʻ ', ‘ ', ’ ', “ ", ” ", „ ",
  – -, — -, − -, ‐ -, × x, • -, · -, € EUR, © (c), ® (R), § S., ا a, أ a, إ i, آ aa, ب b, ت t, ث th, ج j,
  ح h, خ kh, د d, ذ dh, ر r, ز z, س s, ش sh, ص s, ض d, ط t, ظ z, ع a, غ gh, ف f, ق q, ك k, ل l, م m, ن n,
  ه h, ة a, و w, ؤ w, ي y, ى a, ئ y, ء '`
    .split(/,\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** For what nobody can write in Latin letters: seen, and not mistaken for a letter. */
const UNKNOWN = '*'

export function toPrintable(text: string, codePage: CodePage): string {
  const isKnown = (letter: string) => /^[\x20-\x7E]$/.test(letter) || codePages[codePage].includes(letter)
  return Array.from(text.normalize('NFC').replaceAll(/\s/g, ' '), (letter) => {
    if (isKnown(letter)) return letter
    const nearest = NEAREST.get(letter) ?? letter.normalize('NFKD').replaceAll(MARKS, '')
    if (Array.from(nearest).every(isKnown)) return nearest
    return Array.from(nearest, (part) => (isKnown(part) ? part : (NEAREST.get(part) ?? UNKNOWN))).join('')
  }).join('')
}
