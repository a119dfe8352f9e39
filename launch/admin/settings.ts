// Subcommands about the installation itself: its settings, without their secrets, and its version.
import { access, constants } from 'node:fs/promises'
import { sameDiskWarning } from '../../packages/server/src/backups/same-disk.ts'
import { ConfigError } from '../../packages/server/src/config/config.ts'
import { describeSettings } from '../../packages/server/src/config/describe.ts'
import { readDatabaseSchema, readSchemaNumber, VERSION } from '../../packages/server/src/version.ts'
import { openDb } from '../../packages/server/src/db/db.ts'
import { readConfig, readEnvironment } from '../configuration.ts'
import { hasOwnDatabase, withDatabase } from '../database.ts'
import type { Command } from './command.ts'

const show: Command = {
  name: 'config show',
  parameters: '',
  takes: [0, 0],
  does: 'shows every setting; secrets are hidden',
  run: async () => {
    for (const { name, value, isSet } of describeSettings(readEnvironment()))
      console.log(`${name}=${value}${isSet ? '' : ' (default)'}`)
    return 0
  },
}

const check: Command = {
  name: 'config check',
  parameters: '',
  takes: [0, 0],
  does: 'names everything that is wrong with the settings; exits with 1 if something is',
  // What is wrong is reported by whoever reports any other obstacle.
  run: async () => {
    const { FLEXPOWER_MODE: set, FLEXPOWER_DATA_DIR: dataDir } = readEnvironment()
    // In production a server runs by itself (main.ts), unless "npm start" has made its database.
    const isAlone = set === 'production' && !(await hasOwnDatabase(dataDir))
    const config = readConfig({ isAlone })
    // Only here: a disk that is not mounted must not keep a server from selling.
    const { target } = config.backups
    if (target?.kind === 'folder') await requireWritable(target.folder)
    const warning = await sameDiskWarning(config)
    if (warning !== null) console.log(warning)
    console.log(`The settings are right, for ${config.mode === 'demo' ? 'a demo' : 'production'}.`)
    return 0
  },
}

const requireWritable = (folder: string): Promise<void> =>
  access(folder, constants.W_OK).catch(() => {
    throw new ConfigError(
      `FLEXPOWER_BACKUP_TARGET names ${folder}, and this user cannot write there: mount the disk, create the folder, or let the user write first.`,
    )
  })

const version: Command = {
  name: 'version',
  parameters: '',
  takes: [0, 0],
  does: 'shows the version of the program, and of the database',
  run: async () => {
    console.log(`FlexPower ${VERSION}, schema ${await readSchemaNumber()}`)
    await withDatabase(readConfig(), async (url) => {
      const { db, close } = openDb({ url, connections: 1, onConnectionLost: () => {} })
      console.log(`The database is at schema ${await readDatabaseSchema(db).finally(close)}.`)
    })
    return 0
  },
}

export const settingCommands: readonly Command[] = [show, check, version]
