// What the page shows about the company that runs it. The server writes it into <meta name="site">. Where it could not
// (vite's own server, a test), the product's defaults are used, so that no name is missing on a page.
import { now } from '../lib/clock.ts'

export interface SiteFacts {
  productName: string
  utilityName: string
  companyName: string
  address: string
  supportEmail: string
  phones: readonly [string, string]
  offices: readonly { town: string; place: string }[]
  /** For search engines, and as text that follows "open". */
  openingHours: { entries: readonly string[]; words: string }
  demo: boolean
  /** Where receipts can be checked: as configured, not as a request claims. */
  publicUrl: string
  /** Whether a customer can get an SMS. */
  sendsSms: boolean
  /** The server's year: the clock of an old counter may have stopped years ago. */
  year: number
}

const defaults: SiteFacts = {
  productName: 'FlexPower',
  utilityName: 'NAWEC',
  companyName: 'FlexPower Gambia Ltd',
  address: 'Serekunda, The Gambia',
  supportEmail: 'support@flexpower.gm',
  phones: ['+220 439 2210', '+220 992 2210'],
  offices: [],
  openingHours: { entries: [], words: 'all day' },
  demo: false,
  publicUrl: '',
  sendsSms: true,
  year: now().getFullYear(),
}

export function parseSite(content: string | null): SiteFacts {
  try {
    const written: unknown = JSON.parse(content ?? '')
    return typeof written === 'object' && written !== null ? { ...defaults, ...written } : defaults
  } catch {
    // The placeholder was not replaced.
    return defaults
  }
}

/** What the server wrote into the page's head for the program. Only this function reads the document for it. */
export const readMeta = (name: string): string | null =>
  typeof document === 'undefined'
    ? null
    : (document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null)

export let site: SiteFacts = parseSite(readMeta('site'))

/** For the server, which draws pages without a document to read from: everything drawn from now on shows these names. */
export function showSite(given: SiteFacts): void {
  site = given
}

/** A phone number in its usual form, as a link that a phone can dial. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
