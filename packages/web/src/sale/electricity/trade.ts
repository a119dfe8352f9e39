// Cash power as the counter trades it.
import { electricity, type ElectricitySale } from '@flexpower/contract'
import { electricityEnding } from '../endings/electricity.ts'
import type { Trade } from '../trade.ts'
import { rememberMeter } from './known-meters.ts'

export const trade: Trade<ElectricitySale> = {
  ...electricityEnding,
  product: 'electricity',
  lists: [electricity.list, electricity.listOf],
  remember: ({ meter, customerName }, phone) => rememberMeter({ meter, name: customerName, phone }),
}
