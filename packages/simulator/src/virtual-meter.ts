// A virtual meter: it accepts a token or says why not, and remembers what a real one does: its credit, its key and
// until when it is valid, the accepted tokens, and what management tokens have set.
import {
  type Content,
  decodeAmount,
  decodeToken,
  joinKeyChange,
  type KeyChange,
  type KeyChangeSection,
  type Management,
  type TokenRefusal,
} from '@flexpower/sts'
import type { Books } from './books.ts'
import { findCustomer } from './customers.ts'
import { isExpiredFor, listNextKeys, type MeterMemory, readMeter, TOKEN_IDS_KEPT } from './meters.ts'
import { baseAfter, deriveMeterKey, type MeterKey } from './mint.ts'

export interface Keyed {
  kind: 'accepted' | 'refused'
  message: string
}

/** What a token does to a meter: the memory afterwards, or why it is refused. */
type Effect = { memory: MeterMemory; message: string } | { refused: string }

export const readKwh = (tenths: number): string => `${(tenths / 10).toFixed(1)} kWh`

export async function keyIn(books: Books, meter: string, written: string): Promise<Keyed> {
  const customer = findCustomer(meter)
  if (customer === null) return { kind: 'refused', message: 'There is no such meter.' }
  const effect = tryToken(meter, readMeter(books, customer), written.replaceAll(/[\s-]/g, ''))
  if ('refused' in effect) return { kind: 'refused', message: effect.refused }
  await books.record({ kind: 'meter', meter, memory: effect.memory })
  return { kind: 'accepted', message: effect.message }
}

function tryToken(meter: string, memory: MeterMemory, token: string): Effect {
  const decoded = decodeToken(token, deriveMeterKey(meter, memory))
  if (!decoded.ok) return { refused: explainRefusal(decoded.reason, token, meter, memory) }
  const { content } = decoded
  if (content.kind === 'keyChange') return takeSection(meter, memory, token)
  if (content.kind === 'test') return { memory, message: 'Test token understood: it changes nothing here.' }
  const stale = refuseTokenId(content.tokenId, memory)
  if (stale !== null) return { refused: stale }
  const effect = content.kind === 'credit' ? addCredit(memory, content) : manage(memory, content)
  if ('refused' in effect) return effect
  return { ...effect, memory: { ...effect.memory, usedTokenIds: keepTokenId(memory, content.tokenId) } }
}

/** Each token once, none older than the oldest that is remembered, and none beyond the key's validity. */
function refuseTokenId(tokenId: number, memory: MeterMemory): string | null {
  const { usedTokenIds } = memory
  if (isExpiredFor(tokenId, memory))
    return 'The key of this meter has expired: it needs key-change tokens before it takes any other.'
  if (usedTokenIds.includes(tokenId)) return 'This token has been used already.'
  if (usedTokenIds.length >= TOKEN_IDS_KEPT && tokenId < Math.min(...usedTokenIds))
    return 'This token is too old: the meter has taken newer ones since.'
  return null
}

const keepTokenId = ({ usedTokenIds }: MeterMemory, tokenId: number): number[] =>
  [...usedTokenIds, tokenId].toSorted((a, b) => a - b).slice(-TOKEN_IDS_KEPT)

function addCredit(memory: MeterMemory, content: Extract<Content, { kind: 'credit' }>): Effect {
  if (content.service !== 'electricity')
    return { refused: `This token is for ${content.service}: this is an electricity meter.` }
  const added = decodeAmount(content.amountField)
  return {
    memory: { ...memory, credit: memory.credit + added },
    message: `Accepted: ${readKwh(added)} added.`,
  }
}

const ELECTRICITY_REGISTER = 0
const EVERY_REGISTER = 0xffff

function manage(memory: MeterMemory, { action, value }: Management): Effect {
  switch (action) {
    case 'maximumPower': {
      const powerLimit = decodeAmount(value)
      return {
        memory: { ...memory, powerLimit },
        message: `Accepted: the power limit is ${formatWatts(powerLimit)}.`,
      }
    }
    case 'phaseUnbalance': {
      const phaseLimit = decodeAmount(value)
      return {
        memory: { ...memory, phaseLimit },
        message: `Accepted: two phases may differ by ${formatWatts(phaseLimit)}.`,
      }
    }
    case 'clearCredit':
      return value === ELECTRICITY_REGISTER || value === EVERY_REGISTER
        ? { memory: { ...memory, credit: 0 }, message: 'Accepted: the credit is cleared.' }
        : { refused: 'This token clears a credit that this meter does not have.' }
    case 'clearTamper':
      return { memory: { ...memory, isTampered: false }, message: 'Accepted: the tamper state is cleared.' }
    case 'tariffRate':
    case 'waterFactor':
      return { refused: 'This token sets something that this meter does not have.' }
    default:
      return action satisfies never
  }
}

export const formatWatts = (watts: number): string => `${watts.toLocaleString('en')} W`

/** In any order, and only under the meter's current key: under another one a token cannot even be read. */
function takeSection(meter: string, memory: MeterMemory, token: string): Effect {
  const keyChangeTokens = [...memory.keyChangeTokens.filter((each) => each !== token), token]
  const sections = keyChangeTokens.flatMap((each) => readSection(each, meter, memory))
  const change = joinKeyChange(sections, memory.cipher)
  if (change === null)
    return {
      memory: { ...memory, keyChangeTokens },
      message: 'Key-change token accepted: now enter the rest.',
    }
  const key = learnKey(memory, change)
  // A real meter cannot know; ours can, and says so instead of locking its owner out.
  if (change.newKey.bits !== deriveMeterKey(meter, key).bits)
    return { refused: 'These key-change tokens do not belong together.' }
  const usedTokenIds = change.rollOver ? [] : memory.usedTokenIds
  return {
    memory: { ...memory, ...key, usedTokenIds, keyChangeTokens: [] },
    message: change.rollOver
      ? 'The meter has its new key and counts its tokens from the beginning: now enter the credit token.'
      : 'The meter has its new key: now enter the credit token.',
  }
}

const learnKey = (memory: MeterMemory, change: KeyChange): MeterKey => ({
  cipher: memory.cipher,
  supplyGroup: change.supplyGroup ?? memory.supplyGroup,
  keyRevision: change.keyRevision,
  base: change.rollOver ? baseAfter(memory.base) : memory.base,
  keyExpiry: change.expiry,
})

function readSection(token: string, meter: string, memory: MeterMemory): KeyChangeSection[] {
  const decoded = decodeToken(token, deriveMeterKey(meter, memory))
  return decoded.ok && decoded.content.kind === 'keyChange' ? [decoded.content] : []
}

function explainRefusal(reason: TokenRefusal, token: string, meter: string, memory: MeterMemory): string {
  if (reason === 'notTwentyDigits') return 'A token has 20 digits.'
  if (reason === 'unknownSubclass') return 'This token asks for something that no meter here does.'
  if (reason !== 'wrongKeyOrDamaged') return 'These digits are not a token: check them against the receipt.'
  const isForNextKey = Object.values(listNextKeys(memory)).some(
    (next) => decodeToken(token, deriveMeterKey(meter, next)).ok,
  )
  return isForNextKey
    ? 'Enter the key-change tokens first: this token is for the new key.'
    : 'This token is mistyped, for another meter, or for an earlier key.'
}
