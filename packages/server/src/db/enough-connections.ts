// Whether PostgreSQL lets our processes open as many connections as they may need. Too few are missed only in a rush,
// when sales are refused, so it is said at the start.
import { connect } from './connection.ts'

/** Of each of the two pools of a process (db.ts). */
export const POOL_CONNECTIONS = 10
/** Upkeep, presence, hints, readiness, and for a moment a backup or the check of a silent connection. */
const OTHERS_OF_A_PROCESS = 10
/** Commands of an operator, and whoever else looks at the database. */
const FOR_OTHERS = 20

export interface Processes {
  processes: number
  /** With a pooler in front, only what needs a session of its own goes to PostgreSQL itself (db.ts). */
  poolerUrl: string | null
}

/** How many connections to PostgreSQL itself these processes may have at most, with some for commands beside them. */
export const countConnections = ({ processes, poolerUrl }: Processes): number =>
  processes * ((poolerUrl === null ? 2 : 1) * POOL_CONNECTIONS + OTHERS_OF_A_PROCESS) + FOR_OTHERS

/** How many connections whoever signs in with this address may have. No limit holds for a superuser but the server's. */
export async function readMostConnections(url: string): Promise<number> {
  const connection = await connect(url, { application_name: 'flexpower' })
  try {
    const { rows } = await connection.query<{ most: number }>(
      `select case when rolsuper then server.most
           else least(server.most - server.reserved, nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) end as most
         from pg_roles, pg_database, (
           select current_setting('max_connections')::int as most,
             current_setting('superuser_reserved_connections')::int
               + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved) server
         where rolname = current_user and datname = current_database()`,
    )
    return rows[0]?.most ?? 0
  } finally {
    await connection.end()
  }
}

/** A sentence if there are too few; null if there are enough. */
export async function findMissingConnections(
  config: Processes & { databaseUrl: string },
): Promise<string | null> {
  const [needed, most] = [countConnections(config), await readMostConnections(config.databaseUrl)]
  if (most >= needed) return null
  const processes = config.processes === 1 ? 'this process' : `these ${config.processes} processes`
  return `PostgreSQL allows ${most} connections, and ${processes} may need ${needed}: sales will be refused when many come at once. Raise its max_connections, or the limit of the role or database, as docs/install.md describes, or start fewer processes (FLEXPOWER_PROCESSES).`
}
