// Our own account at the utility, read from the utility each time: the balance there is the truth, not a copy of ours.
import type { Api, VendorBalance } from '@flexpower/contract'
import type { Context } from '../context.ts'
import type { Handler } from '../http/handle.ts'
import { Refusal } from '../refusal.ts'

type Calls = Api['vendor']

export const info: Handler<Calls['info']> = async ({ context }) => ({
  balance: (await readVendor(context)).balance,
})

export const nawecBalance: Handler<Calls['nawecBalance']> = ({ context }) => readVendor(context)

export const balance: Handler<Calls['balance']> = ({ context }) => readVendor(context)

async function readVendor({ utility, config, log }: Context): Promise<VendorBalance> {
  const outcome = await utility.vendorInfo()
  switch (outcome.kind) {
    case 'accepted':
      return outcome.value
    case 'refused':
      log.warn({ detail: outcome.detail }, 'the utility refused to tell the vendor balance')
      throw new Refusal(
        'refused',
        `${config.site.utilityName} refused to tell the balance: ${outcome.message}`,
        {
          apiError: outcome.message,
        },
      )
    case 'unknown':
      log.warn({ reason: outcome.reason }, 'the utility did not tell the vendor balance')
      throw new Refusal(
        'unavailable',
        `${config.site.utilityName} does not answer at the moment. No sale is affected.`,
        {
          retryAfter: 10,
        },
      )
  }
}
