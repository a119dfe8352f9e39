// The token as a message, and the links that put it into an SMS or a WhatsApp chat with the customer.
import { type ElectricitySale, formatGmd, formatToken, formatUnits } from '@flexpower/contract'
import { site } from '../../../api/site.ts'
import { nameToken } from './receipt-lines.ts'

type Shared = Pick<
  ElectricitySale,
  'tokens' | 'tokenNames' | 'meter' | 'units' | 'tendered' | 'receiptNumber'
>

export function writeTokenMessage(sale: Shared): string {
  const { tokens, meter, units, tendered, receiptNumber } = sale
  const numbered = tokens.map((token, index) =>
    tokens.length === 1
      ? formatToken(token)
      : `${index + 1}. ${nameToken(sale, index)}: ${formatToken(token)}`,
  )
  const order = tokens.length > 1 ? ['Key in all of them, in this order:'] : []
  return [
    `${site.productName}, meter ${meter}`,
    ...order,
    ...numbered,
    `${formatUnits(units)} for ${formatGmd(tendered)}, receipt ${receiptNumber}`,
  ].join('\n')
}

/** A local number has seven digits; WhatsApp needs the country code before it. */
const COUNTRY_CODE = '220'
const withCountryCode = (phone: string): string => (phone.length === 7 ? COUNTRY_CODE + phone : phone)

/** Without a phone, the sender picks a contact. */
export const linkToSms = (phone: string, message: string): string =>
  `sms:${phone}?body=${encodeURIComponent(message)}`

export const linkToWhatsApp = (phone: string, message: string): string =>
  `https://wa.me/${phone === '' ? '' : withCountryCode(phone)}?text=${encodeURIComponent(message)}`
