// Invents who bought what, when and at which counter: a busy counter and a small kiosk, quieter on Sundays. From a
// fixed seed, so every demo looks the same; priced by the demo's own bands. The simulators then sell it (past.ts).
import { type Bututs, bututs, toDay, type Operator, OPERATORS, type ProductName } from '@flexpower/contract'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { type Band, takePercent, priceSale } from '../sales/pricing.ts'

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

/** Known to the simulated utility, so that they can be sold to again. */
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

/** Post-paid accounts of the simulated utility, and what each pays at a time: never more than it owes in total. */
export const billPayers = [
  ['300118462', 'Kotu Beach Hotel', '1 Kotu Strand Road, Kotu', [100_000, 150_000]],
  ['300127730', 'Brikama Cold Store', '60 Hawla Street, Brikama', [25_000, 40_000]],
  ['300139051', 'Fatoumatta Touray', '14 Cape Point Road, Bakau', [2_500, 3_000]],
] as const

const amounts = [
  5_000, 10_000, 10_000, 15_000, 20_000, 20_000, 30_000, 35_000, 50_000, 50_000, 70_000, 100_000, 125_000,
  200_000,
]
const airtimeAmounts = [2_500, 2_500, 5_000, 5_000, 5_000, 10_000, 10_000, 20_000]
/** How the numbers of an operator begin. */
const prefixes: Record<Operator, string> = { Africell: '70', QCell: '30', Gamcel: '99', Comium: '66' }

/** What was sold in the demo's past; another product can be sold without a past. */
export type PastProduct = Extract<ProductName, 'electricity' | 'airtime' | 'postpaid'>

export interface PastOrder {
  product: PastProduct
  counter: DemoCounter
  at: Date
  /** The meter, the account or the phone number. */
  subject: string
  customerName: string
  serviceAddress: string
  operator: Operator | null
  phone: string
  tendered: Bututs
  fee: Bututs
  commission: Bututs
  /** The place of the band among the demo's, from 1 on. */
  band: number | null
}

export interface DemoCounter {
  email: string
  name: string
  location: string
  /** On an ordinary day. */
  salesADay: number
  airtimeADay: number
  billsADay: number
  /** Short more often, and the newest shift was not closed. */
  isForgetful: boolean
}

/** In the order of their time. `airtimeDiscount`: hundredths of a percent. */
export function inventOrders(
  counters: readonly DemoCounter[],
  airtimeDiscount: number,
  now: Date,
): PastOrder[] {
  const random = seededRandom(2026)
  const orders: PastOrder[] = []
  for (let daysAgo = DAYS_OF_SALES; daysAgo >= 0; daysAgo -= 1) {
    const midnight = new Date(`${toDay(after(now, -daysAgo * DAY_MS))}T00:00:00Z`)
    for (const counter of counters)
      for (const { usual, invent } of listProducts(counter, airtimeDiscount)) {
        const wanted = usual * (midnight.getUTCDay() === 0 ? 0.5 : 1) * (0.8 + 0.4 * random())
        for (let count = random(); count < wanted; count += 1) {
          const at = after(midnight, 7 * HOUR_MS + random() * 14 * HOUR_MS)
          const pick = <Value>(values: readonly Value[]) =>
            values[Math.floor(random() * values.length)] as Value
          const order = { counter, at, ...invent(pick) }
          if (at < after(now, -MINUTE_MS)) orders.push(order)
        }
      }
  }
  return orders.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

type Pick = <Value>(values: readonly Value[]) => Value
type Invented = Omit<PastOrder, 'counter' | 'at'>

const listProducts = (
  { salesADay, airtimeADay, billsADay }: DemoCounter,
  airtimeDiscount: number,
): { usual: number; invent: (pick: Pick) => Invented }[] => [
  { usual: salesADay, invent: inventSale },
  { usual: airtimeADay, invent: (pick) => inventTopUp(pick, airtimeDiscount) },
  { usual: billsADay, invent: inventBill },
]

const bands = demoBands.map((band, place) => ({ ...band, id: place + 1 }))

function inventSale(pick: Pick): Invented {
  const [meter, customerName, serviceAddress] = pick(customers)
  const tendered = bututs(pick(amounts))
  const price = priceSale(tendered, bands, DEMO_COMMISSION)
  if (!price) throw new RangeError('the demo bands leave something to vend')
  return {
    product: 'electricity',
    subject: meter,
    customerName,
    serviceAddress,
    operator: null,
    phone: `7${meter.slice(3, 9)}`,
    tendered,
    fee: price.fee,
    commission: price.commission,
    band: price.chargeId,
  }
}

const unpriced = { commission: bututs(0), band: null }

function inventTopUp(pick: Pick, discount: number): Invented {
  const operator = pick(OPERATORS)
  const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
  const phone = prefixes[operator] + pick(digits) + pick(digits) + pick(digits) + pick(digits) + pick(digits)
  const tendered = bututs(pick(airtimeAmounts))
  return {
    product: 'airtime',
    subject: phone,
    customerName: '',
    serviceAddress: '',
    operator,
    phone,
    tendered,
    fee: takePercent(tendered, discount),
    ...unpriced,
  }
}

function inventBill(pick: Pick): Invented {
  const [account, customerName, serviceAddress, payments] = pick(billPayers)
  return {
    product: 'postpaid',
    subject: account,
    customerName,
    serviceAddress,
    operator: null,
    phone: `7${account.slice(3)}`,
    tendered: bututs(pick(payments)),
    fee: bututs(0),
    ...unpriced,
  }
}

/** mulberry32: small, and the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
