// The entry point of the token codec of IEC 62055-41 (STS): 20-digit tokens for prepayment meters, made and read back
// bit for bit. It knows nothing about FlexPower, keeps no state and reads no clock.
export { AMOUNT_MOST, decodeAmount, encodeAmount, countTenths } from './amount.ts'
export { TOKEN_MOST, type TokenClass } from './block.ts'
export type { CipherName, DecoderKey } from './cipher.ts'
export type {
  Content,
  CreditContent,
  KeyChangeSection,
  Management,
  ManagementAction,
  MeterTest,
  Service,
} from './content.ts'
export { deriveKey02, deriveKey04, type KeyTerms } from './key.ts'
export { joinKeyChange, type KeyChange, splitKeyChange } from './key-change.ts'
export { hasLuhnDigit, luhnDigit, buildMeterPan } from './meter-number.ts'
export {
  type Decoded,
  decodeToken,
  encodeToken,
  type Inspected,
  inspectToken,
  type TokenRefusal,
} from './token.ts'
export { type BaseDate, readInstant, isReservedTokenId, nextTokenId, tokenIdAt } from './token-id.ts'
