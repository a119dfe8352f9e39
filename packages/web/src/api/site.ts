// What the page shows of the company that runs it. The server writes it into <meta name="site">; where it could not
// (vite's own server, a test), the product's defaults stand in, so no page has a hole where a name belongs.
import { readMeta } from './meta.ts'

export interface Site {
  productName: string
  utilityName: string
  companyName: string
  address: string
  supportEmail: string
  phones: readonly [string, string]
  demo: boolean
}

const defaults: Site = {
  productName: 'FlexPower',
  utilityName: 'NAWEC',
  companyName: 'FlexPower Gambia Ltd',
  address: '14 Kairaba Avenue, P.O. Box 2816, Serekunda, The Gambia',
  supportEmail: 'support@flexpower.gm',
  phones: ['+220 439 2210', '+220 992 2210'],
  demo: false,
}

export function parseSite(content: string | null): Site {
  try {
    const written: unknown = JSON.parse(content ?? '')
    return typeof written === 'object' && written !== null ? { ...defaults, ...written } : defaults
  } catch {
    // The placeholder was not replaced.
    return defaults
  }
}

export const site: Site = parseSite(readMeta('site'))
