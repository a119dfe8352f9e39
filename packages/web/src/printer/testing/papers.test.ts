// Every kind of receipt on every width of paper, as a receipt printer prints it. The pictures in papers/ are
// the expected ones. A picture that differs is written beside its file: look at both, then keep the right one.
import {
  bututs,
  type AirtimeSale,
  type ElectricitySale,
  type PostpaidPayment,
  type TillSession,
} from '@flexpower/contract'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { encodePaper } from '../raw/encode-paper.ts'
import { describeTestPage } from '../raw/test-page.ts'
import { printOut } from './emulator.ts'
import { isSamePicture, readPng, writePng } from './picture.ts'
import { describeReceipt as describeAirtime } from '../../sale/airtime/later/describe-receipt.ts'
import { describeReceipt as describeElectricity } from '../../sale/electricity/later/describe-receipt.ts'
import { describeReceipt as describePostpaid } from '../../sale/postpaid/later/describe-receipt.ts'
import { describeSlip } from '../../till/describe-slip.ts'

vi.stubGlobal('window', { location: { origin: 'https://flexpower.gm' } })

const at = new Date('2026-11-16T14:18:00Z')

const electricity: ElectricitySale & { receiptCode?: string } = {
  id: 1,
  at,
  customerName: 'Mariama Bah',
  meter: '37201148261',
  tendered: bututs(50_000),
  vended: bututs(49_000),
  fee: bututs(1_000),
  tokens: ['12345678901234567890'],
  tokenNames: [],
  creditToken: '12345678901234567890',
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: 'A261116-7K3M9-QXT4C',
  receiptNumber: 'A261116-7K3M9-QXT4C',
  account: '300118462',
  accountBalance: bututs(0),
  serviceAddress: '12 Kairaba Avenue, Serekunda',
  paymentMethod: 'Cash',
  debtPaid: bututs(0),
  debtPercent: 0,
  debtShare: bututs(0),
  tariff: 'Domestic prepayment',
  unitPrice: 14.06,
  priceLines: [
    { concept: 'Energy', units: 30.31, price: 14.06, amount: bututs(42_609) },
    { concept: 'VAT', units: 426.09, price: 15, amount: bututs(6_391) },
  ],
  units: 30.31,
  paidAt: at,
  receiptCode: 'K7QX3MPD9RTA',
}

const withArrears: ElectricitySale = {
  ...electricity,
  customerName: 'Ñjéŋ Šarr-Ceesay née N’Jie',
  debtPaid: bututs(9_800),
  debtPercent: 20,
  accountBalance: bututs(123_450),
  priceLines: [
    { concept: 'Energy', units: 24.24, price: 14.06, amount: bututs(34_087) },
    { concept: 'VAT', units: 340.87, price: 15, amount: bututs(5_112) },
    { concept: 'Rounding Adjustment', units: 0, price: 0, amount: bututs(1) },
  ],
  units: 24.24,
}

const keyChange: ElectricitySale = {
  ...electricity,
  tokens: ['11112222333344445555', '66667777888899990000', '12345678901234567890'],
  tokenNames: ['Key change 1 of 2', 'Key change 2 of 2', 'Electricity'],
}

const debtOnly: ElectricitySale = {
  ...electricity,
  tokens: [],
  units: 0,
  debtPaid: bututs(49_000),
  debtPercent: 100,
  accountBalance: bututs(60_000),
  priceLines: [],
}

const airtime: AirtimeSale & { receiptCode?: string } = {
  id: 3,
  at,
  phone: '7714208',
  operator: 'Africell',
  tendered: bututs(10_000),
  vended: bututs(9_500),
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: 'A261116-9D2FA-LWP7H',
  receiptCode: 'W4HNB8CYE2VF',
}

const postpaid: PostpaidPayment & { receiptCode?: string } = {
  id: 4,
  at,
  customerName: 'Kotu Beach Hotel',
  accountReference: '300118462',
  tendered: bututs(1_250_000),
  vended: bututs(1_250_000),
  receiptToken: 'NWC-2026-0091442',
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: 'A261116-3N8KQ-RDZ5M',
  receiptNumber: 'A261116-3N8KQ-RDZ5M',
  serviceAddress: 'Kololi Road, Kotu',
  dueAfter: bututs(430_075),
  receiptCode: 'T9MKX5RJD3QA',
}

const noSales = { inDoubt: 0, inDoubtAmount: bututs(0), voided: 0, voidedAmount: bututs(0) }
const noMoves = {
  load: bututs(0),
  correction: bututs(0),
  received: bututs(0),
  sent: bututs(0),
  back: bututs(0),
}
const shift: TillSession = {
  id: 5,
  cashier: 2,
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  state: 'closed',
  openedAt: new Date('2026-11-16T08:00:00Z'),
  opening: bututs(100_000),
  leftBefore: null,
  openingReason: null,
  countedAt: new Date('2026-11-16T18:01:00Z'),
  counted: bututs(1_249_500),
  expected: bututs(1_252_000),
  difference: bututs(-2_500),
  reason: 'A note of D25 was torn and not taken',
  closedAt: new Date('2026-11-16T18:02:00Z'),
  closedBy: 'Fatou Ceesay',
  isClosedByOther: false,
  number: '2-000117',
  movements: [
    {
      id: 1,
      kind: 'drop',
      amount: bututs(500_000),
      reason: 'Taken to the safe by Awa Sanneh',
      at,
      by: 'Fatou Ceesay',
      reference: null,
    },
    { id: 2, kind: 'in', amount: bututs(20_000), reason: 'Change', at, by: 'Fatou Ceesay', reference: null },
  ],
  inDoubt: [
    {
      id: 9,
      reference: 'A261116-0ABCD-EFGHJ',
      product: 'electricity',
      subject: '37201148261',
      tendered: bututs(30_000),
      at,
      state: 'unknown',
      refundedAt: null,
    },
  ],
  pieces: [
    { kind: 'note', value: bututs(20_000), pieces: 60 },
    { kind: 'note', value: bututs(5_000), pieces: 9 },
    { kind: 'coin', value: bututs(50), pieces: 90 },
  ],
  figures: {
    expected: bututs(1_252_000),
    products: [
      {
        product: 'electricity',
        sales: 41,
        tendered: bututs(1_402_000),
        fees: bututs(41_000),
        commission: bututs(12_300),
        ...noSales,
        inDoubt: 1,
        inDoubtAmount: bututs(30_000),
      },
      {
        product: 'airtime',
        sales: 12,
        tendered: bututs(200_000),
        fees: bututs(10_000),
        commission: bututs(0),
        ...noSales,
      },
    ],
    moved: { in: bututs(20_000), out: bututs(0), drop: bututs(500_000), refund: bututs(0) },
    floatsBefore: { electricity: bututs(2_500_000), airtime: bututs(600_000) },
    // Each as its lines make it of the one before.
    floatsAfter: { electricity: bututs(1_290_300), airtime: bututs(350_000) },
    floatsMoved: {
      electricity: {
        load: bututs(250_000),
        correction: bututs(-10_000),
        received: bututs(0),
        sent: bututs(-30_000),
        back: bututs(0),
      },
      airtime: { ...noMoves, back: bututs(-50_000) },
    },
    firstReference: 'A261116-7K3M9-QXT4C',
    lastReference: 'A261116-3N8KQ-RDZ5M',
    copies: 3,
  },
  needsReason: true,
}

const original = { copy: 0, lastsDays: null }
const papers = {
  'cash-power': describeElectricity(electricity, { copy: 0, lastsDays: 11 }),
  'cash-power-arrears': describeElectricity(withArrears, { copy: 2, lastsDays: 9 }),
  'cash-power-key-change': describeElectricity(keyChange, original),
  'cash-power-debt-only': describeElectricity(debtOnly, original),
  'air-power': describeAirtime(airtime, original),
  'post-paid': describePostpaid(postpaid, original),
  'z-slip': describeSlip(shift),
  'test-page': describeTestPage('Epson TM-T20III'),
}

vi.unstubAllGlobals()

const settings = [
  { columns: 32, codePage: 'cp437', hasCutter: false },
  { columns: 48, codePage: 'cp850', hasCutter: true },
  { columns: 42, codePage: 'cp437', hasCutter: true },
] as const

describe.each(Object.entries(papers))('%s', (name, paper) => {
  test.each(settings)(
    'on $columns columns looks as it did when somebody last looked at it',
    (paperSettings) => {
      const { columns, hasCutter } = paperSettings
      const { picture, cuts, pulses } = printOut(encodePaper(paper, paperSettings, false), columns)
      expect({ cuts, pulses }).toEqual({ cuts: hasCutter ? 1 : 0, pulses: 0 })
      // Only the widths that are usual have a picture; the third differs in its line breaks alone.
      if (columns === 42) return
      expectPicture(`${name}-${columns}`, picture)
    },
  )

  test('no amount is broken over two lines', () => {
    for (const paperSettings of settings) {
      const { lines } = printOut(encodePaper(paper, paperSettings, false), paperSettings.columns)
      for (const line of lines) expect(line).not.toMatch(/GMD\s*$|^\s*(kWh|%)/)
    }
  })
})

function expectPicture(name: string, picture: ReturnType<typeof readPng>): void {
  const file = (kind: string) => join(import.meta.dirname, 'papers', `${name}${kind}.png`)
  const isSame = (() => {
    try {
      return isSamePicture(picture, readPng(readFileSync(file(''))))
    } catch {
      return false
    }
  })()
  if (!isSame) writeFileSync(file('.new'), writePng(picture))
  expect(isSame, `the picture ${file('.new')} differs from the expected one`).toBe(true)
}
