// What every page shows about the company that runs the installation, and how its offices and opening hours are written
// in the environment.
import { z } from 'zod'

export interface Office {
  town: string
  place: string
}

export interface OpeningHours {
  /** One entry for each group of days, as search engines read it: `Mo-Su 00:00-23:59`. */
  entries: string[]
  /** The same for people, to follow the word "open". */
  words: string
}

export interface Site {
  productName: string
  utilityName: string
  companyName: string
  address: string
  supportEmail: string
  phones: [string, string]
  /** In the order in which they are shown. */
  offices: Office[]
  openingHours: OpeningHours
  demo: boolean
}

/** Every part of a list, read by its pattern; a part that does not fit makes the whole setting wrong. */
const readList = (separator: string, pattern: RegExp, problem: string) =>
  z.string().transform((written, context): string[][] => {
    const parts = written.split(separator).map((part) => pattern.exec(part.trim())?.slice(1))
    if (parts.every((part) => part !== undefined)) return parts
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

/** `Banjul: Albert Market; Bakau: Sait Matty Road` */
export const officesSetting = readList(
  ';',
  /^([^:]*[^:\s])\s*:\s*(.+)$/,
  'must be offices as "town: place" with semicolons between them',
).transform((parts): Office[] => parts.map(([town = '', place = '']) => ({ town, place })))

const DAYS: Record<string, string> = {
  Mo: 'Monday',
  Tu: 'Tuesday',
  We: 'Wednesday',
  Th: 'Thursday',
  Fr: 'Friday',
  Sa: 'Saturday',
  Su: 'Sunday',
}
const DAY = Object.keys(DAYS).join('|')
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`

/** `Mo-Fr 08:00-20:00, Sa 09:00-13:00` */
export const openingHoursSetting = readList(
  ',',
  new RegExp(`^((${DAY})(?:-(${DAY}))? (${TIME})-(${TIME}))$`),
  'must be days and times such as Mo-Su 00:00-23:59, with commas between them',
).transform(
  (parts): OpeningHours => ({
    entries: parts.map(([entry = '']) => entry),
    words: parts.map(([, ...entry]) => inWords(entry)).join('; '),
  }),
)

function inWords([first = '', last, opens, closes]: (string | undefined)[]): string {
  const times = opens === '00:00' && closes === '23:59' ? 'all day' : `${opens} to ${closes}`
  if (first === 'Mo' && last === 'Su') return `${times}, every day`
  return `${times}, ${[first, last].flatMap((day) => DAYS[day ?? ''] ?? []).join(' to ')}`
}
