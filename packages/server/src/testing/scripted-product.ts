// A product whose other side answers what the test says, and a seller of it; the books are real.
import { randomUUID } from 'node:crypto'
import { bututs } from '@flexpower/contract'
import { accepted, type Contradiction, type Outcome, type Refused, unknown } from '../gateways/outcome.ts'
import type { Delivery, Orderable } from '../sales/product.ts'
import type { Terms } from '../sales/terms.ts'
import { Refusal } from '../refusal.ts'
import type { SaleEnd, SaleRequest } from '../sales/vending.ts'
import { loadFloat, makeUser } from './make.ts'
import type { World } from './world.ts'

export const delivery: Delivery = { customerName: 'Mariama Bah', tokens: [], details: { kind: 'test' } }
export const refused: Refused = { kind: 'refused', code: 'NO', message: 'Not now.', detail: 'x' }
export const terms: Terms = {
  fee: bututs(500),
  vended: bututs(9_500),
  commission: bututs(150),
  chargeId: null,
  quote: { customerName: 'Mariama Bah' },
}

export interface ScriptedSide {
  product: Orderable
  /** What it was sent, `<subject> <reference>` each, and the references that were looked up. */
  sent: string[]
  asked: string[]
  onOrder: () => Promise<Outcome<Delivery>>
  onQuestion: (subject: string) => Promise<Outcome<Delivery | Refused | Contradiction | null>>
  /** As at the beginning: it delivers, and does not answer look-ups. */
  reset(): void
}

export function openOtherSide(): ScriptedSide {
  const side: ScriptedSide = {
    product: {
      name: 'electricity',
      floatKind: 'electricity',
      payee: 'utility',
      counterpart: 'NAWEC',
      subjectName: 'meter',
      send: ({ subject, reference }) => {
        side.sent.push(`${subject} ${reference}`)
        return side.onOrder()
      },
      find: ({ subject, reference }) => {
        side.asked.push(reference)
        return side.onQuestion(subject)
      },
      lateSms: ({ subject }) => `Token for ${subject}`,
    },
    sent: [],
    asked: [],
    onOrder: async () => accepted(delivery),
    onQuestion: async () => unknown('no answer in time'),
    reset: () => {
      side.sent = []
      side.asked = []
      side.onOrder = async () => accepted(delivery)
      side.onQuestion = async () => unknown('no answer in time')
    },
  }
  return side
}

let serial = 0
export const newSubject = (): string => `meter-${(serial += 1)}`

/** A user with a float, and requests of theirs. */
export async function openSeller({ db, clock }: World, { product }: ScriptedSide) {
  const user = await makeUser(db, clock, { name: 'Fatou Ceesay', location: 'Serekunda' })
  await loadFloat(db, clock, user.id, 1_000_000)
  const seller = { userId: user.id, name: 'Fatou', location: 'Banjul', sellsOnTheHouse: false }
  const buildRequest = (traits: Partial<SaleRequest> = {}): SaleRequest => ({
    seller,
    key: randomUUID(),
    product,
    subject: newSubject(),
    phone: '7712345',
    tendered: bututs(10_000),
    terms,
    ...traits,
  })
  const readVend = (subject: string) =>
    db
      .selectFrom('vend')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  return { user, seller, requestOf: buildRequest, vendOf: readVend }
}

/** The refusal; anything else fails the test. */
export const catchRefusal = (selling: Promise<SaleEnd>): Promise<Refusal> =>
  selling.then(
    () => Promise.reject(new Error('it was sold')),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return error
    },
  )
