// The settings as an operator reads them: as they are in the environment, or their defaults. What is secret is hidden.
import { isSecret } from './config.ts'
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

/** Of an address, only what comes before the host: where it leads is no secret. */
function hide(name: string, given: string): string {
  if (!isSecret(name)) return given
  const parts = /^([a-z]+:\/\/)(?:[^@]*@)?([^@?]*)$/.exec(given)
  return parts ? `${parts[1]}hidden@${parts[2]}` : 'hidden'
}
