// What a payment buys: a share for arrears, VAT, and energy priced in steps that restart each month. The lines and the
// debt always add up to the payment, to the butut; units are whole ten-thousandths of a kWh, so nothing is rounded
// twice.

const VAT_PERCENT = 15
export const UNITS_PER_KWH = 10_000

interface Step {
  /** Whole kWh of a month up to which this price applies; null for the rest. */
  upToKwh: number | null
  bututsPerKwh: number
}

export interface Tariff {
  description: string
  steps: readonly Step[]
}

export const tariffs = {
  domestic: {
    description: 'Domestic prepaid',
    steps: [
      { upToKwh: 300, bututsPerKwh: 1406 },
      { upToKwh: 600, bututsPerKwh: 1489 },
      { upToKwh: null, bututsPerKwh: 1620 },
    ],
  },
  commercial: {
    description: 'Commercial prepaid',
    steps: [
      { upToKwh: 1000, bututsPerKwh: 1590 },
      { upToKwh: null, bututsPerKwh: 1735 },
    ],
  },
} as const satisfies Record<string, Tariff>

/** As the utility writes it: for VAT, `units` is the taxed amount in dalasi and `price` the percent. */
export interface Line {
  concept: string
  conceptName: string
  units: number
  price: number
  /** Bututs. */
  amount: number
}

export interface TariffPrice {
  debt: number
  /** Bututs that buy energy, VAT included. */
  energy: number
  /** Ten-thousandths of a kWh. */
  units: number
  lines: Line[]
}

export interface AskedPurchase {
  payment: number
  tariff: Tariff
  /** Ten-thousandths of a kWh bought earlier in the month. */
  usedUnits: number
  owed: number
  debtPercent: number
}

export function findPrice({ payment, tariff, usedUnits, owed, debtPercent }: AskedPurchase): TariffPrice {
  const debt = Math.min(Math.max(owed, 0), Math.round((payment * debtPercent) / 100))
  return { debt, energy: payment - debt, ...energyFor(payment - debt, tariff, usedUnits) }
}

/** All the money settles debt; the rest is a credit of the customer. */
export const debtOnlyPrice = (payment: number): TariffPrice => ({
  debt: payment,
  energy: 0,
  units: 0,
  lines: [],
})

function energyFor(energy: number, tariff: Tariff, usedUnits: number): { units: number; lines: Line[] } {
  const base = Math.round((energy * 100) / (100 + VAT_PERCENT))
  const vat = Math.round((base * VAT_PERCENT) / 100)
  const { units, lines } = stepLines(base, tariff, usedUnits)
  lines.push({ concept: 'VAT', conceptName: 'VAT', units: base / 100, price: VAT_PERCENT, amount: vat })
  const rest = energy - base - vat
  if (rest !== 0)
    lines.push({ concept: 'RND', conceptName: 'Rounding Adjustment', units: 0, price: 0, amount: rest })
  return { units, lines }
}

function stepLines(base: number, tariff: Tariff, usedUnits: number): { units: number; lines: Line[] } {
  const lines: Line[] = []
  let left = base
  let units = 0
  for (const [index, { upToKwh, bututsPerKwh }] of tariff.steps.entries()) {
    const room = upToKwh === null ? Infinity : upToKwh * UNITS_PER_KWH - usedUnits - units
    if (room <= 0) continue
    const fullCost = Math.round((room * bututsPerKwh) / UNITS_PER_KWH)
    const isFull = fullCost < left
    const amount = isFull ? fullCost : left
    // Cut off, never rounded up: what is lost is below half a butut, so units times price is still the amount.
    const bought = isFull ? room : Math.min(room, Math.floor((left * UNITS_PER_KWH) / bututsPerKwh))
    lines.push({
      concept: `ENE${index + 1}`,
      conceptName: index === 0 ? 'Energy' : `Energy step ${index + 1}`,
      units: bought / UNITS_PER_KWH,
      price: bututsPerKwh / 100,
      amount,
    })
    units += bought
    left -= amount
    if (left === 0) break
  }
  return { units, lines }
}
