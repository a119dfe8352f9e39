// The mobile operators of The Gambia as the aggregator lists them, and numbers to try.

export interface SimulatedOperator {
  id: number
  name: string
  data?: boolean
  comboProduct?: boolean
}

const AFRICELL = { id: 1205, name: 'Africell Gambia' }
const QCELL = { id: 1207, name: 'QCell Gambia' }
const GAMCEL = { id: 1206, name: 'Gamcel Gambia' }
const COMIUM = { id: 1208, name: 'Comium Gambia' }
/** Sells bundles, not airtime: whoever goes by the name alone buys the wrong thing. */
const AFRICELL_DATA = { id: 1305, name: 'Africell Gambia Data', data: true }

/** Airtime together with data: not what was ordered. */
const QCELL_COMBO = { id: 1307, name: 'QCell Gambia Combo', comboProduct: true }

export const operators: readonly SimulatedOperator[] = [
  AFRICELL_DATA,
  AFRICELL,
  GAMCEL,
  QCELL,
  QCELL_COMBO,
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

/** Seven digits, or null: with the country's code in front or without. */
export function nationalNumber(written: string): string | null {
  return /^(?:\+?220)?(\d{7})$/.exec(written)?.[1] ?? null
}

export const operatorOf = (phone: string): SimulatedOperator | null =>
  phone === PORTED.phone ? PORTED.operator : (byFirstDigit[phone.charAt(0)] ?? null)
