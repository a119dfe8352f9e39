// Where the database is, from DATABASE_URL: one address, or several separated by commas as in libpq
// (postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write), of which the one that accepts
// writes is used.

export interface DatabasePlace {
  host: string
  port: number
  /** This place alone, in the form for node-postgres. */
  url: string
}

const WRITING = new Set(['read-write', 'primary'])

/** Throws a sentence about the address, which never repeats its password. */
export function readPlaces(url: string): DatabasePlace[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url)
  if (!parts) throw new TypeError('must be a postgres:// address')
  const [, before = '', hosts = '', after = ''] = parts
  const places = hosts.split(',').map((host) => readPlace(before + host + after))
  const wanted = new URL(`postgres://h${after}`).searchParams.get('target_session_attrs')
  if (wanted !== null && !WRITING.has(wanted))
    throw new TypeError('must have read-write or primary as target_session_attrs, if it has any')
  return places
}

/** The same place or places, another database there. */
export const inDatabase = (url: string, name: string): string =>
  url.replace(/^(\w+:\/\/[^/?#]*)(\/[^?#]*)?/, (_, server: string) => `${server}/${encodeURIComponent(name)}`)

export const readDatabaseName = (url: string): string =>
  decodeURIComponent(new URL(readPlaces(url)[0]?.url ?? url).pathname.slice(1))

function readPlace(url: string): DatabasePlace {
  if (!URL.canParse(url)) throw new TypeError('must be a postgres:// address')
  const read = new URL(url)
  return {
    host: read.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(read.port || 5432),
    url,
  }
}

/** For a person: where it is, without credentials. */
export const showPlaces = (places: readonly DatabasePlace[]): string =>
  places.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ')
