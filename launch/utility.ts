// `npm run utility -- check 04123456789 [amount]`: reports whether the configured utility is as FlexPower expects it,
// and which settings would change that, before anything is sold. Exits 1 if something that selling needs does not fit.
import { bututs, limits, parseHundredths } from '@flexpower/contract'
import { CHECK_AMOUNT, checkUtility } from '../packages/server/src/gateways/incms-check.ts'
import { Refusal } from '../packages/server/src/refusal.ts'
import { readConfig } from './configuration.ts'
import { telling } from './tell.ts'

const USAGE = 'npm run utility -- check 04123456789 100'
const [command, meter = null, amount = null, ...surplus] = process.argv.slice(2)

await telling(async () => {
  if (command !== 'check' || surplus.length > 0) throw new Refusal('invalid', `Say what to do: ${USAGE}`)
  const isMeter = meter === null || (/^\d+$/.test(meter) && meter.length <= limits.meterMost)
  if (!isMeter) throw new Refusal('invalid', `The meter number has only digits: ${USAGE}`)
  const given = amount === null ? CHECK_AMOUNT : parseHundredths(amount)
  if (typeof given !== 'number' || given <= 0)
    throw new Refusal('invalid', `The amount is in dalasi, above zero: ${USAGE}`)
  const { utility: access } = readConfig()
  if (access === null)
    throw new Refusal(
      'invalid',
      'No utility is configured: set FLEXPOWER_UTILITY_URL and the settings below it.',
    )
  const { fits } = await checkUtility({
    access,
    meter,
    amount: bututs(given),
    say: (line) => console.log(line),
  })
  process.exitCode = fits ? 0 : 1
})
