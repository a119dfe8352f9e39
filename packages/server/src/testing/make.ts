// Makes what a test needs to begin with, straight in the database; what a test is about goes through the contract.
import { randomBytes } from 'node:crypto'
import { bututs, type UserType } from '@flexpower/contract'
import type { Clock } from '../clock.ts'
import { type Db, inTransaction } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { hashPassword } from '../passwords.ts'
import { loadCredit } from '../ledger/credits.ts'

export interface UserTraits {
  type?: UserType
  name?: string
  email?: string
  location?: string
  mayTakePostpaid?: boolean
}

export interface MadeUser {
  id: number
  email: string
  password: string
  name: string
  type: UserType
}

export async function makeUser(db: Db, clock: Clock, traits: UserTraits = {}): Promise<MadeUser> {
  const type = traits.type ?? 'Cashier'
  const email = traits.email ?? `${randomBytes(6).toString('hex')}@example.gm`
  const password = `secret-${randomBytes(4).toString('hex')}`
  const name = traits.name ?? `${type} ${email.slice(0, 4)}`
  const { id } = await db
    .insertInto('users')
    .values({
      name,
      email,
      type,
      password_hash: await hashPassword(password),
      address: '1 Test Street',
      location: traits.location ?? 'Banjul',
      commission_percent: 0,
      may_take_postpaid: traits.mayTakePostpaid ?? false,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, password, name, type }
}

/** Pays in at the bank, under a slip of its own. */
export async function loadFloat(
  db: Db,
  clock: Clock,
  userId: number,
  amount: number,
  kind: FloatKind = 'electricity',
): Promise<void> {
  const slipReference = `slip ${randomBytes(8).toString('hex')}`
  await inTransaction(db, (tx) =>
    loadCredit(tx, {
      userId,
      kind,
      amount: bututs(amount),
      slipReference,
      loadedBy: userId,
      at: clock.now(),
    }),
  )
}
