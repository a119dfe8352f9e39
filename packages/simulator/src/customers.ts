// Who the utility supplies: a dozen ordinary meters of the demo, some with special properties, post-paid accounts, the
// sentinels, and an endless fleet for tests that need a meter for every sale.
import { hasLuhnDigit, luhnDigit } from '@flexpower/sts'
import { billSentinels } from './bill-sentinels.ts'
import type { MeterStory } from './meters.ts'
import { type Sentinel, sentinels } from './sentinels.ts'
import { type Tariff, tariffs, UNITS_PER_KWH } from './tariff.ts'

export interface Customer extends MeterStory {
  name: string
  address: string
  account: string
  tariff: Tariff
  /** Bututs owed when the books were opened. */
  owed: number
  /** The share of a payment that settles what is owed. */
  debtPercent: number
  collection: 'open' | 'inactive' | 'debtOnly'
  /** Ten-thousandths of a kWh that come with each sale and cost nothing. */
  freeUnits: number
  /** Watts that a token with each sale limits the power to; null: no such token. */
  powerLimit: number | null
}

export interface DemoMeter extends Customer {
  does: string
}

const ORDINARY = 'An ordinary sale.'
/** A key that expired in the summer of 2026. */
const EXPIRED = 100
const LIFELINE_UNITS = 10 * UNITS_PER_KWH

const ordinary = (
  meter: string,
  name: string,
  address: string,
  tariff: Tariff = tariffs.domestic,
): DemoMeter => ({
  meter,
  name,
  address,
  account: findAccount(meter),
  tariff,
  owed: 0,
  debtPercent: 0,
  collection: 'open',
  keyChange: null,
  factory: {},
  freeUnits: 0,
  powerLimit: null,
  does: ORDINARY,
})

const findAccount = (meter: string): string => `20${meter.slice(3, 10)}`

export const demoMeters: readonly DemoMeter[] = [
  ordinary('37201148261', 'Mariama Bah', '12 Sayerr Jobe Avenue, Serekunda'),
  ordinary('07514196810', 'Alhagie Sarr', '4 Kairaba Avenue, Fajara'),
  ordinary('14431028472', 'Nyima Conteh', '27 Mosque Road, Serekunda'),
  ordinary('07685343688', 'Pa Modou Faal', '9 Bertil Harding Highway, Kololi', tariffs.commercial),
  ordinary('37050372483', 'Jainaba Sillah', '31 Box Bar Road, Brikama'),
  ordinary('14318172856', 'Yankuba Sonko', '6 Garage Street, Soma'),
  ordinary('14081306053', 'Ousman Darboe', '18 Independence Drive, Banjul', tariffs.commercial),
  ordinary('14102214641', 'Adama Kinteh', '2 Dippa Kunda Road, Serekunda'),
  ordinary('14060316974', 'Sulayman Drammeh', '15 Sukuta Highway, Sukuta'),
  ordinary('37197009220', 'Omar Fatty', '44 Mansakonko Road, Farafenni'),
  ordinary('07384162579', 'Haddy Gaye', '7 Atlantic Boulevard, Bakau'),
  ordinary('07090941225', 'Ramatoulie Mbye', '22 London Corner, Serekunda'),
  {
    ...ordinary('07188420314', 'Lamin Jallow', '3 Tanji Road, Brufut'),
    owed: 51_000,
    debtPercent: 20,
    does: 'Owes GMD 510.00: a fifth of each payment settles it.',
  },
  {
    ...ordinary('37226509141', 'Isatou Camara', '11 Jeshwang Road, Kanifing'),
    owed: 1_234_567,
    debtPercent: 50,
    does: 'Owes GMD 12,345.67: half of each payment settles it.',
  },
  {
    ...ordinary('14550177308', 'Bakary Manneh', '5 Market Street, Basse'),
    owed: 860_000,
    debtPercent: 100,
    collection: 'debtOnly',
    does: 'Debt only: the money is taken, no token comes.',
  },
  {
    ...ordinary('37119026450', 'Kumba Njie', '19 Pipeline Road, Fajara'),
    keyChange: 'revision',
    does: 'Key change due: three tokens, the two for the key first.',
  },
  {
    ...ordinary('37119027003', 'Modou Lamin Bojang', '26 Westfield Road, Kanifing'),
    keyChange: 'supplyGroup',
    does: 'Moves to another supply group: four tokens, the three for the key first.',
  },
  {
    ...ordinary('14277051380', 'Fatou Darboe', '10 Bundung Highway, Bundung'),
    keyChange: 'revision',
    factory: { cipher: 'EA11' },
    does: 'Has a 128-bit key that is due to change: five tokens, the four for the key first.',
  },
  {
    ...ordinary('07201155343', 'Sainey Touray', '33 Old Cape Road, Bakau'),
    factory: { base: 1993 },
    does: 'Never rolled over from the base date of 1993: a key change that also resets its token ids.',
  },
  {
    ...ordinary('37330188279', 'Awa Jatta', '7 Tallinding Road, Tallinding'),
    factory: { keyExpiry: EXPIRED },
    does: 'Its key has expired: it takes nothing before its two key-change tokens.',
  },
  {
    ...ordinary('14092266130', 'Kaddy Marong', '18 Latri Kunda Street, Latri Kunda'),
    freeUnits: LIFELINE_UNITS,
    does: 'Has a lifeline tariff: 10 kWh of free units come with each sale, as a token of their own.',
  },
  {
    ...ordinary('07553209185', 'Momodou Sowe', '2 Abuko Road, Lamin'),
    factory: { isTampered: true },
    powerLimit: 5_000,
    does: 'Was tampered with: a token that clears it and one that limits the power come behind the credit.',
  },
  {
    ...ordinary('07661300587', 'Ebrima Ceesay', '8 Old Yundum Road, Yundum'),
    collection: 'inactive',
    does: 'Inactive: refused before anything is paid.',
  },
]

export interface PostpaidAccount {
  account: string
  name: string
  address: string
  /** Bututs due when the books were opened. */
  owed: number
}

export const postpaidAccounts: readonly PostpaidAccount[] = [
  { account: '300118462', name: 'Kotu Beach Hotel', address: '1 Kotu Strand Road, Kotu', owed: 4_285_075 },
  { account: '300127730', name: 'Brikama Cold Store', address: '60 Hawla Street, Brikama', owed: 1_150_000 },
  { account: '300139051', name: 'Fatoumatta Touray', address: '14 Cape Point Road, Bakau', owed: 96_540 },
]

const FLEET = '60'

/** Meters for tests: as many as there are numbers from 0 to 99,999,999, each an ordinary one. */
export function fleetMeter(index: number): string {
  const digits = FLEET + String(index).padStart(8, '0')
  return digits + luhnDigit(digits)
}

const sentinelCustomer = ({ meter, name, customer = name, keyChange }: Sentinel): Customer => ({
  ...ordinary(meter, customer, 'Sentinel, no street, no town'),
  keyChange: keyChange ?? null,
})

const known = new Map<string, Customer>(
  [...demoMeters, ...sentinels.map(sentinelCustomer)].map((customer) => [customer.meter, customer]),
)

export function findCustomer(meter: string): Customer | null {
  const found = known.get(meter)
  if (found) return found
  const isFleet = meter.startsWith(FLEET) && meter.length === 11 && hasLuhnDigit(meter)
  return isFleet
    ? ordinary(meter, `Fleet Customer ${Number(meter.slice(2, 10))}`, 'Fleet, no street, no town')
    : null
}

const SENTINEL_DUE = 500_000

const accounts = new Map<string, PostpaidAccount>(
  [
    ...postpaidAccounts,
    ...billSentinels.map(({ account, name }) => ({
      account,
      name,
      address: 'Sentinel, no street, no town',
      owed: SENTINEL_DUE,
    })),
  ].map((each) => [each.account, each]),
)

export const findPostpaidAccount = (account: string): PostpaidAccount | null => accounts.get(account) ?? null

/** Of the meters with special properties or a name; the fleet's accounts cannot be told apart. */
export const customerOfAccount = (account: string): Customer | null =>
  [...known.values()].find((customer) => customer.account === account) ?? null
