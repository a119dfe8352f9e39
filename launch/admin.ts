// `npm run admin -- awa@example.gm "Awa Sanneh"`: makes an Admin from the machine itself: the first one of an
// installation, or one who has lost every other way in. Prints a link with which they choose a password.
import { systemClock } from '../packages/server/src/runtime/clock.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { letAdminIn } from '../packages/server/src/features/users/let-admin-in.ts'
import { withDatabase } from './database.ts'
import { readConfig } from './configuration.ts'
import { telling } from './tell.ts'

const [email = '', name = ''] = process.argv.slice(2)

await telling(async () => {
  const config = readConfig()
  await withDatabase(config, async (url) => {
    await migrate(url)
    const { db, close } = openDb({ url, onConnectionLost: () => {} })
    const link = await letAdminIn({ db, config, clock: systemClock }, { email, name }).finally(close)
    console.log(`Within 30 minutes, choose a password for ${email} here, once "npm start" runs:`)
    // The server may have another PORT, set in its own shell.
    if (!process.env['FLEXPOWER_PUBLIC_URL'])
      console.log(
        '(FLEXPOWER_PUBLIC_URL is not set, so the address is made of HOST and PORT as they are here. If the server has others, change them in the link.)',
      )
    console.log(link)
  })
})
