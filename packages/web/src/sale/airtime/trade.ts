// Air power as the counter trades it.
import { airtime, type AirtimeSale } from '@flexpower/contract'
import { airtimeEnding } from '../endings/airtime.ts'
import type { Trade } from '../trade.ts'

export const trade: Trade<AirtimeSale> = { ...airtimeEnding, product: 'airtime', lists: [airtime.list] }
