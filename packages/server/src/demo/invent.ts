// Invents a history of sales: a busy counter and a small kiosk, quieter on Sundays. From a fixed seed, so every demo looks
// alike; priced by the demo's own bands, so the books are as right as real ones.
import { type Bututs, bututs, type Day, dayOf } from '@flexpower/contract'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type Band, priceSale } from '../sales/pricing.ts'

export const DAYS_OF_SALES = 45
/** Hundredths of a percent of the fee. */
export const DEMO_COMMISSION = 3000

export const demoBands: Omit<Band, 'id'>[] = [
  { start: bututs(5_000), end: bututs(9_999), kind: 'fixed', fee: 200 },
  { start: bututs(10_000), end: bututs(49_999), kind: 'fixed', fee: 500 },
  { start: bututs(50_000), end: bututs(99_999), kind: 'fixed', fee: 1_000 },
  { start: bututs(100_000), end: bututs(499_999), kind: 'percentage', fee: 150 },
  { start: bututs(500_000), end: bututs(100_000_000), kind: 'percentage', fee: 100 },
]

/** The demo customers of the utility simulator, so that their meters can also be sold to. */
export const customers = [
  ['37201148261', 'Mariama Bah', '12 Sayerr Jobe Avenue, Serekunda'],
  ['07514196810', 'Alhagie Sarr', '4 Kairaba Avenue, Fajara'],
  ['14431028472', 'Nyima Conteh', '27 Mosque Road, Serekunda'],
  ['07685343688', 'Pa Modou Faal', '9 Bertil Harding Highway, Kololi'],
  ['37050372483', 'Jainaba Sillah', '31 Box Bar Road, Brikama'],
  ['14318172856', 'Yankuba Sonko', '6 Garage Street, Soma'],
  ['14081306053', 'Ousman Darboe', '18 Independence Drive, Banjul'],
  ['14102214641', 'Adama Kinteh', '2 Dippa Kunda Road, Serekunda'],
  ['14060316974', 'Sulayman Drammeh', '15 Sukuta Highway, Sukuta'],
  ['37197009220', 'Omar Fatty', '44 Mansakonko Road, Farafenni'],
  ['07384162579', 'Haddy Gaye', '7 Atlantic Boulevard, Bakau'],
  ['07090941225', 'Ramatoulie Mbye', '22 London Corner, Serekunda'],
] as const

const amounts = [
  5_000, 10_000, 10_000, 15_000, 20_000, 20_000, 30_000, 35_000, 50_000, 50_000, 70_000, 100_000, 125_000,
  200_000,
]
const VAT_HUNDREDTHS_OF_PERCENT = 1500
const DALASI_A_KWH = 14.06

export interface InventedSale {
  userId: number
  cashierName: string
  location: string
  at: Date
  day: Day
  subject: string
  customerName: string
  tendered: Bututs
  fee: Bututs
  commission: Bututs
  chargeId: number | null
  token: string
  details: unknown
}

export interface Counter {
  userId: number
  name: string
  location: string
  /** On an ordinary day. */
  salesADay: number
}

export function inventSales(counters: Counter[], bands: Band[], now: Date): InventedSale[] {
  const random = seededRandom(2026)
  const sales: InventedSale[] = []
  for (let daysAgo = DAYS_OF_SALES; daysAgo >= 0; daysAgo -= 1) {
    const midnight = new Date(`${dayOf(after(now, -daysAgo * DAY_MS))}T00:00:00Z`)
    for (const counter of counters) {
      const usual = counter.salesADay * (midnight.getUTCDay() === 0 ? 0.5 : 1) * (0.8 + 0.4 * random())
      for (let count = 0; count < usual; count += 1) {
        const at = after(midnight, 7 * HOUR_MS + random() * 14 * HOUR_MS)
        if (at < after(now, -MINUTE_MS)) sales.push(inventSale(counter, bands, at, random))
      }
    }
  }
  return sales.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function inventSale(counter: Counter, bands: Band[], at: Date, random: () => number): InventedSale {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const [subject, customerName, serviceAddress] = pick(customers)
  const tendered = bututs(pick(amounts))
  const price = priceSale(tendered, bands, DEMO_COMMISSION)
  if (!price) throw new RangeError('the demo bands leave something to vend')
  const energy = bututs(Math.round((price.vended * 10_000) / (10_000 + VAT_HUNDREDTHS_OF_PERCENT)))
  const units = Math.round(energy / DALASI_A_KWH) / 100
  return {
    userId: counter.userId,
    cashierName: counter.name,
    location: counter.location,
    at,
    day: dayOf(at),
    subject,
    customerName,
    tendered,
    fee: price.fee,
    commission: price.commission,
    chargeId: price.chargeId,
    token: Array.from({ length: 20 }, (_, place) => Math.floor(random() * (place === 0 ? 7 : 10))).join(''),
    details: {
      // The simulated utility never sold it, so it is left out of the comparison with its books.
      invented: true,
      utilityTransaction: '',
      receipt: '',
      account: `20${subject.slice(-8)}`,
      serviceAddress,
      tariff: 'Domestic prepaid',
      units,
      unitPrice: DALASI_A_KWH,
      priceLines: [
        { concept: 'Energy', units, price: DALASI_A_KWH, amount: energy },
        { concept: 'VAT', units: energy / 100, price: 15, amount: price.vended - energy },
      ],
      debtPaid: 0,
      debtPercent: 0,
      accountBalance: 0,
      paidAt: at,
      paymentMethod: 'Cash',
    },
  }
}

/** What a sale takes off its cashier's float in the end. */
export const netOf = (sale: InventedSale): number => sale.tendered - sale.commission

/** mulberry32: small, and the same on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
