// The settings as an operator reads them: as they are in the environment, or their defaults. What is secret is hidden.
import { environment, variables } from './variables.ts'

export interface DescribedSetting {
  name: string
  value: string
  isSet: boolean
}

/** Also of an environment that is wrong: then the defaults of what is right are shown. */
export function describeSettings(env: Record<string, string | undefined>): DescribedSetting[] {
  return Object.keys(variables).map((name) => {
    const given = env[name] ?? ''
    return { name, isSet: given !== '', value: given === '' ? showDefault(name) : hide(name, given) }
  })
}

function showDefault(name: string): string {
  const { data } = environment.shape[name as keyof typeof variables].safeParse(undefined)
  if (data === undefined) return ''
  if (isSecret(name)) return 'hidden'
  return typeof data === 'object' ? JSON.stringify(data) : String(data)
}

/** As it may be shown. Of an address, where it leads is no secret; who goes there and what a query says may be one. */
export function hide(name: string, given: string): string {
  const parts = /^([a-z]+:\/\/)?([^?#]*@)?([^@?#]*)([?#][^@]*)?$/i.exec(given)
  const [, scheme, credentials, place = '', query] = parts ?? []
  // The query of a database's address may have its password; without a scheme, anything may be one.
  if (isSecret(name))
    return !name.endsWith('_URL') || scheme === undefined || query !== undefined
      ? 'hidden'
      : `${scheme}hidden@${place}`
  if (!/_(URL|ENDPOINT)$/.test(name) && !given.includes('://')) return given
  if (parts === null) return 'hidden'
  return `${scheme ?? ''}${credentials === undefined ? '' : 'hidden@'}${place}${query === undefined ? '' : `${query[0]}hidden`}`
}

/** Addresses of databases and of the mail server may have a password in them. */
export const isSecret = (name: string): boolean =>
  /DATABASE_(DIRECT_)?URL|REPLICA_URL|SMTP_URL|KEY|PASSWORD|CLIENT|TOKEN|SECRET/.test(name)
