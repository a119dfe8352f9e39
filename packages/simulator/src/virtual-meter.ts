// A meter on a wall that exists only here: it takes a token or says why not, and remembers both its credit and every
// token it has taken, as a real one does.
import { decodeAmount, decodeToken, joinKeyChange, type KeyChangeSection } from '@flexpower/sts'
import type { Books, MeterMemory } from './books.ts'
import { customerOf } from './customers.ts'
import { keyOf, revisionAfter } from './mint.ts'

export interface Keyed {
  kind: 'accepted' | 'refused'
  message: string
}

export const kwhOf = (tenths: number): string => `${(tenths / 10).toFixed(1)} kWh`

export async function keyIn(books: Books, meter: string, written: string): Promise<Keyed> {
  if (customerOf(meter) === null) return refused('There is no such meter.')
  const token = written.replaceAll(/[\s-]/g, '')
  const memory = books.memory(meter)
  const decoded = decodeToken(token, keyOf(meter, memory.keyRevision))
  if (!decoded.ok) return refused(reasonOf(decoded.reason, token, meter, memory))
  const { content } = decoded
  if (content.kind === 'credit') return takeCredit(books, meter, memory, content)
  if (content.kind === 'keyChange') return takeSection(books, meter, memory, token, content)
  return refused('This meter takes credit and key-change tokens only.')
}

async function takeCredit(
  books: Books,
  meter: string,
  memory: MeterMemory,
  { tokenId, amountField }: { tokenId: number; amountField: number },
): Promise<Keyed> {
  if (memory.usedTokenIds.includes(tokenId)) return refused('This token has been used already.')
  const added = decodeAmount(amountField)
  const credit = memory.credit + added
  const usedTokenIds = [...memory.usedTokenIds, tokenId]
  await books.record({ kind: 'meter', meter, memory: { ...memory, credit, usedTokenIds } })
  return { kind: 'accepted', message: `Accepted: ${kwhOf(added)} added.` }
}

async function takeSection(
  books: Books,
  meter: string,
  memory: MeterMemory,
  token: string,
  section: KeyChangeSection,
): Promise<Keyed> {
  const other = memory.halfKeyChange === null ? null : sectionIn(memory.halfKeyChange, meter, memory)
  const change = joinKeyChange(other ? [other, section] : [section], 'EA07')
  if (change === null) {
    await books.record({ kind: 'meter', meter, memory: { ...memory, halfKeyChange: token } })
    return { kind: 'accepted', message: 'Key-change token accepted: now enter the other one.' }
  }
  const { keyRevision } = change
  if (change.newKey.bits !== keyOf(meter, keyRevision).bits)
    return refused('The two key-change tokens do not belong together.')
  await books.record({ kind: 'meter', meter, memory: { ...memory, keyRevision, halfKeyChange: null } })
  return { kind: 'accepted', message: 'The meter has its new key: now enter the credit token.' }
}

function sectionIn(token: string, meter: string, { keyRevision }: MeterMemory): KeyChangeSection | null {
  const decoded = decodeToken(token, keyOf(meter, keyRevision))
  return decoded.ok && decoded.content.kind === 'keyChange' ? decoded.content : null
}

function reasonOf(reason: string, token: string, meter: string, { keyRevision }: MeterMemory): string {
  if (reason === 'notTwentyDigits') return 'A token has 20 digits.'
  if (reason !== 'wrongKeyOrDamaged') return 'These digits are not a token: check them against the receipt.'
  const isForNextKey = decodeToken(token, keyOf(meter, revisionAfter(keyRevision))).ok
  return isForNextKey
    ? 'Enter the two key-change tokens first: this credit is for the new key.'
    : 'This token is mistyped, for another meter, or for an earlier key.'
}

const refused = (message: string): Keyed => ({ kind: 'refused', message })
