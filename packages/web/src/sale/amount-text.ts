// Amounts as they stand in a field.
import { type Bututs, bututs, parseHundredths } from '@flexpower/contract'

/** What a text says that the server takes for an amount; nothing for any other. */
export function amountIn(text: string): Bututs {
  const hundredths = parseHundredths(text)
  return bututs(typeof hundredths === 'number' ? Math.max(0, hundredths) : 0)
}
