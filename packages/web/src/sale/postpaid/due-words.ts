// What an account owes, in words. One that was paid ahead has credit, which is not a negative debt.
import { type Bututs, bututs, formatGmd } from '@flexpower/contract'

export const nameDue = (name: string, due: Bututs): [name: string, amount: string] =>
  due < 0 ? ['Credit on this account', formatGmd(bututs(0 - due))] : [name, formatGmd(due)]
