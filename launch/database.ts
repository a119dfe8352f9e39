// The database of an installation, for a command that runs beside it: its own PostgreSQL, started if it is not running,
// or the one in DATABASE_URL.
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../packages/server/src/config/config.ts'
import { countConnections } from '../packages/server/src/db/enough-connections.ts'
import { hasCluster } from './postgres-cluster.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'

/** Of PostgreSQL, if nobody says otherwise. */
const USUAL_CONNECTIONS = 100

/** The command would work on something that nobody sells on: its settings are not those of the installation. */
export class NoInstallation extends Error {
  override name = 'NoInstallation'
  constructor(what: string) {
    super(
      `${what} Use the settings of the installation: export FLEXPOWER_ENV_FILE=/etc/flexpower/flexpower.env. Nothing was changed.`,
    )
  }
}

/** Whether `npm start` has made a database in this data folder. */
export const hasOwnDatabase = (dataDir = 'data'): Promise<boolean> =>
  hasCluster(join(resolve(dirname(import.meta.dirname), dataDir), 'postgres'))

/** Its own PostgreSQL, with room for all of its processes: whoever starts it, `npm start` may adopt it. */
export const startOwnPostgres = ({
  dataDir,
  processes,
}: Pick<Config, 'dataDir' | 'processes'>): Promise<RunningPostgres> => {
  const connections = Math.max(USUAL_CONNECTIONS, countConnections({ processes, poolerUrl: null }))
  return startPostgres({
    directory: join(dataDir, 'postgres'),
    settings: { max_connections: String(connections) },
  })
}

/** `creates`: makes a database where there is none. For every other command that would hide that it has wrong settings. */
export async function withDatabase<Result>(
  config: Config,
  work: (url: string) => Promise<Result>,
  { creates = false } = {},
): Promise<Result> {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  if (!creates && !(await hasOwnDatabase(config.dataDir)))
    throw new NoInstallation(`There is no installation in ${config.dataDir}, and DATABASE_URL is not set.`)
  const postgres = await startOwnPostgres(config)
  try {
    return await work(postgres.url)
  } finally {
    // One that was running already is not ours to stop.
    if (!postgres.adopted) await postgres.stop()
  }
}
