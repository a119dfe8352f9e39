// Which device a session is on, in words, from what its browser says of itself. A guess for recognising one's own, never a
// proof: anyone may send any text.

/** First match wins: most browsers also claim to be those below them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Opera Mini/, 'Opera Mini'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

const named = (list: typeof BROWSERS, agent: string) => list.find(([sign]) => sign.test(agent))?.[1]

/** `Chrome on Windows`, `Opera Mini`, `an unknown device` */
export function describeDevice(agent: string): string {
  const browser = named(BROWSERS, agent)
  const system = named(SYSTEMS, agent)
  if (browser === undefined && system === undefined) return 'An unknown device'
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
