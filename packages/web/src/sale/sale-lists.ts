// The lists and figures in which a sale shows, whichever product it is: read again when an Admin has ended one.
import { airtime, electricity, postpaid, sales } from '@flexpower/contract'

export const saleLists = [
  sales.open,
  electricity.list,
  electricity.listOf,
  electricity.counter,
  airtime.list,
  postpaid.list,
]
