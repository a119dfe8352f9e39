// The device of a session, as text, from its browser's User-Agent. It only helps users to recognise their own sessions
// and proves nothing: anyone may send any text.

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
