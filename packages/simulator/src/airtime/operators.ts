// The mobile operators of The Gambia as the aggregator lists them, and numbers to try.

export interface SimulatedOperator {
  id: number
  name: string
  bundle?: boolean
  data?: boolean
  pin?: boolean
  comboProduct?: boolean
}

/** What an operator accepts. By default everything between GMD 1 and GMD 10,000, in dalasi too. */
export interface OperatorTerms {
  /** False: an order must be in the currency of the account. */
  supportsLocalAmounts: boolean
  /** The only amounts, in hundredths of the currency in which they are ordered; null: any amount. */
  fixed: readonly number[] | null
}

const AFRICELL = { id: 1205, name: 'Africell Gambia' }
const QCELL = { id: 1207, name: 'QCell Gambia' }
const GAMCEL = { id: 1206, name: 'Gamcel Gambia' }
const COMIUM = { id: 1208, name: 'Comium Gambia' }

/** Not airtime alone: a client that goes by the name buys the wrong thing. Some have exactly their operator's name. */
const AFRICELL_DATA = { id: 1305, name: 'Africell Gambia Data', data: true }
const GAMCEL_BUNDLES = { id: 1306, name: 'Gamcel Gambia', bundle: true }
const QCELL_COMBO = { id: 1307, name: 'QCell Gambia', comboProduct: true }
const COMIUM_PIN = { id: 1308, name: 'Comium Gambia', pin: true }

export const operators: readonly SimulatedOperator[] = [
  AFRICELL_DATA,
  AFRICELL,
  GAMCEL,
  GAMCEL_BUNDLES,
  QCELL,
  QCELL_COMBO,
  COMIUM_PIN,
  COMIUM,
]

const byFirstDigit: Record<string, SimulatedOperator | undefined> = {
  2: AFRICELL,
  3: QCELL,
  5: QCELL,
  6: COMIUM,
  7: AFRICELL,
  9: GAMCEL,
}

export interface DemoNumber {
  phone: string
  operator: SimulatedOperator
  does: string
}

const PORTED = { phone: '3555123', operator: AFRICELL, does: 'Ported: begins like a QCell number.' }

export const demoNumbers: readonly DemoNumber[] = [
  { phone: '7012345', operator: AFRICELL, does: 'An ordinary number.' },
  { phone: '3012345', operator: QCELL, does: 'An ordinary number.' },
  { phone: '9912345', operator: GAMCEL, does: 'An ordinary number.' },
  { phone: '6612345', operator: COMIUM, does: 'An ordinary number.' },
  PORTED,
]

/** Seven digits, or null: with the country code in front or without. */
export function nationalNumber(written: string): string | null {
  return /^(?:\+?220)?(\d{7})$/.exec(written)?.[1] ?? null
}

export const findOperator = (phone: string): SimulatedOperator | null =>
  phone === PORTED.phone ? PORTED.operator : (byFirstDigit[phone.charAt(0)] ?? null)
