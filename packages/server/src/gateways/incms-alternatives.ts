// What another installation of InCMS is known or likely to use instead of a setting: the profiles that a check tries
// when an answer does not fit, and the settings that turn the fitting profile into a configuration.
import {
  type Profile,
  type ProfileName,
  type ProfileSettings,
  profiles,
  resolveProfile,
} from './incms-profile.ts'

type PathName = keyof Profile['paths']

const VERSIONS = ['1.0.0', '1.0.1', '1.0.2', '1.1.0', '2.0.0']
const CODES = ['MY001', 'MY002', 'MY003', 'MY004', 'MY005']
const CRITERIA_TYPES = ['codType', 'criteriaType']
const known = Object.values(profiles)

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The fewest changes first: the first that fits is the likeliest. */
const nearest = (from: Profile, others: readonly Profile[]): Profile[] =>
  others
    .map((profile) => ({ profile, changes: listChanges(from, profile).length }))
    .filter(({ changes }) => changes > 0)
    .toSorted((a, b) => a.changes - b.changes)
    .map(({ profile }) => profile)

export const listScopes = (from: Profile): Profile[] =>
  unique([...known.map(({ scope }) => scope), '']).flatMap((scope) =>
    scope === from.scope ? [] : [{ ...from, scope }],
  )

/** Other tenants, versions and ways to ask, in every combination. */
export function listPlaces(from: Profile): Profile[] {
  const styles = [from, ...known.filter(({ style }, place) => isFirst(style, place) && style !== from.style)]
  const tenants = unique([from.tenant, '', ...known.map(({ tenant }) => tenant)])
  return nearest(
    from,
    styles.flatMap((style) =>
      tenants.flatMap((tenant) =>
        unique([from.version, ...VERSIONS]).map((version) => ({
          ...style,
          tenant,
          version,
          scope: from.scope,
          fields: from.fields,
        })),
      ),
    ),
  )
}

const isFirst = (style: Profile['style'], place: number): boolean =>
  known.findIndex((each) => each.style === style) === place

/** A price, a sale and a look-up are one service: if it is elsewhere, all three are. */
const listTogether = (name: PathName): PathName[] =>
  name === 'preview' ? ['preview', 'sell', 'transaction'] : [name]

/** Other spellings, other versions, with and without a slash at the end. */
export function listPaths(from: Profile, name: PathName): Profile[] {
  const moved = listTogether(name)
  const change = (paths: Profile['paths'], write: (path: string) => string = (path) => path): Profile => ({
    ...from,
    paths: { ...from.paths, ...Object.fromEntries(moved.map((each) => [each, write(paths[each])])) },
  })
  const spellings = [from, ...known.filter(({ style }) => style === from.style || name === 'shiftEnquiry')]
  const turnSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
  const put = (version: string) => (path: string) =>
    path.replace(/\{version\}|\d{1,4}(\.\d{1,4}){1,4}/, version)
  return nearest(from, [
    ...spellings.map(({ paths }) => change(paths)),
    ...[turnSlash, ...VERSIONS.map(put)].flatMap((write) =>
      spellings.map(({ paths }) => change(paths, write)),
    ),
  ])
}

export const listCriteria = (from: Profile, kind: 'meter' | 'account'): Profile[] =>
  nearest(
    from,
    unique([from.criteria.type, ...CRITERIA_TYPES]).flatMap((type) =>
      unique([from.criteria[kind], ...CODES]).map((code) => ({
        ...from,
        criteria: { ...from.criteria, type, [kind]: code },
      })),
    ),
  )

const variables = {
  tenant: 'FLEXPOWER_UTILITY_TENANT',
  scope: 'FLEXPOWER_UTILITY_SCOPE',
  version: 'FLEXPOWER_UTILITY_VERSION',
} as const
const named = Object.keys(variables) as (keyof typeof variables)[]

/** Each setting that is different, as an instruction. */
export function listChanges(from: Profile, to: Profile): string[] {
  const differs = differenceTo(from, to)
  const settings = named
    .filter((name) => to[name] !== from[name])
    .map((name) => `set ${variables[name]}=${to[name]}`)
  if (to.style !== from.style)
    return [...settings, `set style to "${to.style}", with the paths of that style (profile ${nameLike(to)})`]
  const { paths = {}, criteria = {}, fields = {}, ...rest } = differs
  const nested = { paths, criteria, fields }
  return [
    ...settings,
    ...Object.entries(nested).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => `set ${group}.${name} to ${JSON.stringify(value)}`),
    ),
    ...Object.entries(rest).map(([name, value]) => `set ${name} to ${JSON.stringify(value)}`),
  ]
}

/** What a profile file says, besides what it is `like`. */
type Difference = Partial<
  Pick<Profile, 'style' | 'orderFields' | 'pageSize' | 'fields'> & {
    paths: Partial<Profile['paths']>
    criteria: Partial<Profile['criteria']>
  }
>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Everything but what the environment sets. */
function differenceTo(base: Profile, profile: Profile): Difference {
  const { tenant: _tenant, scope: _scope, version: _version, ...rest } = profile
  const nested = new Set(['paths', 'criteria', 'fields'])
  return Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]): [string, unknown][] => {
      const before: unknown = base[key as keyof Profile]
      if (isSame(before, value)) return []
      if (!nested.has(key)) return [[key, value]]
      const old = new Map(Object.entries(before as object))
      const changed = Object.entries(value as object).filter(([name, each]) => !isSame(old.get(name), each))
      return [[key, Object.fromEntries(changed)]]
    }),
  )
}

/** Changes for a file come before changes for the environment. */
const distance = (one: Profile, other: Profile): number =>
  JSON.stringify(differenceTo(one, other)).length * named.length +
  named.filter((name) => one[name] !== other[name]).length

function nameLike(profile: Profile, preferred?: ProfileName): ProfileName {
  const names = unique([...(preferred ? [preferred] : []), ...(Object.keys(profiles) as ProfileName[])])
  const far = (name: ProfileName) => distance(profiles[name], profile)
  return names.reduce((best, name) => (far(name) < far(best) ? name : best))
}

export interface Proposal {
  /** Lines of the environment, except for a profile file, whose path only the installer knows. */
  env: Record<string, string>
  /** The content of a profile file; null: none is needed. */
  file: object | null
}

/** Null: the configuration is right as it is. */
export function proposeSettings(configured: ProfileSettings, found: Profile): Proposal | null {
  const now = resolveProfile(configured)
  if (isSame(now, found)) return null
  const isOnlyNamed = isSame(differenceTo(now, found), {})
  const name = typeof configured.profile === 'string' ? configured.profile : undefined
  const like = nameLike(found, name)
  const difference = differenceTo(profiles[like], found)
  const isNamed = isSame(difference, {})
  const base = isOnlyNamed ? resolveProfile({ profile: configured.profile }) : profiles[like]
  const env: Record<string, string> = {}
  if (!isOnlyNamed && isNamed && like !== name) env['FLEXPOWER_UTILITY_PROFILE'] = like
  for (const key of named) if (found[key] !== (configured[key] ?? base[key])) env[variables[key]] = found[key]
  return { env, file: isOnlyNamed || isNamed ? null : { like, ...difference } }
}
