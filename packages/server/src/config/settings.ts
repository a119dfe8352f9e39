// The kinds of values that settings have, each with the text for a malformed one.
import { z } from 'zod'
import { readPlaces } from '../db/address.ts'
import { isProfileName, type Profile, type ProfileName, readProfileFile } from '../gateways/incms-profile.ts'

const SECRET_KEY_BYTES = 32

export const text = z.string().trim().min(1)
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be at most 65535')
export const secretKey = z.string().transform((written, context): Buffer => {
  const encoding = /^[\da-f]{64}$/i.test(written) ? 'hex' : 'base64'
  const key = /^[\da-z+/]+={0,2}$/i.test(written) ? Buffer.from(written, encoding) : Buffer.alloc(0)
  if (key.length !== SECRET_KEY_BYTES)
    context.addIssue({
      code: 'custom',
      message: 'must be 32 random bytes, as 64 hexadecimal digits or in base64',
    })
  return key
})
export const databaseUrl = z.string().superRefine((written, context) => {
  try {
    readPlaces(written)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
/** What is found on one of several need not be on the next. */
export const replicaUrl = databaseUrl.refine(
  (written) => !URL.canParse(written) || readPlaces(written).length === 1,
  'must be one address, because one of several may be behind another',
)
/** An address that is used as it is. What fetch would refuse or leave out is refused here, at the start. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(
    (written) => !hasCredentials(written),
    'must have no user or password before an @: they are not sent with an address',
  )
  .refine((written) => !written.includes('#'), 'must have no fragment after a #: it is not sent')

/** One that our paths are put after. */
export const baseUrl = httpUrl.refine(
  (written) => !written.includes('?'),
  'must have no query after a ?: paths are put after the address',
)

function hasCredentials(written: string): boolean {
  const { username = '', password = '' } = URL.parse(written) ?? {}
  return `${username}${password}` !== ''
}

/** Where this installation is reached, in a canonical form: `HTTPS://Vend.example.gm/` is `https://vend.example.gm`. */
export const ownOrigin = baseUrl.transform((address) => new URL(address).origin)

export const profileSetting = z.string().transform((written, context): ProfileName | Profile => {
  if (isProfileName(written)) return written
  if (written.endsWith('.json'))
    try {
      return readProfileFile(written)
    } catch (error) {
      context.addIssue({ code: 'custom', message: `cannot be used: ${(error as Error).message}` })
      return z.NEVER
    }
  context.addIssue({ code: 'custom', message: 'must be nawec, edsa, ekedc or the path of a .json file' })
  return z.NEVER
})
