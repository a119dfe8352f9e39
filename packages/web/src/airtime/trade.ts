// Air power as the counter trades it.
import { airtime, type AirtimeSale } from '@flexpower/contract'
import { airtimeEnding } from '../counter/endings/airtime.ts'
import type { Trade } from '../counter/trade.ts'

export const trade: Trade<AirtimeSale> = { ...airtimeEnding, product: 'airtime', lists: [airtime.list] }
