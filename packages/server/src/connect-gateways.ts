// Our connections to the utility and to the airtime aggregator as configured, with the passwords and the access tokens
// that all processes share.
import type { Logger } from 'pino'
import type { UtilityAccess } from './config/access.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/db.ts'
import { createIncms } from './gateways/incms.ts'
import { createReloadly } from './gateways/reloadly.ts'
import { type Metrics, silent } from './metrics/metrics.ts'
import { shareAirtimeToken, shareUtilityToken } from './secrets/access-token-store.ts'
import { keptPasswords } from './secrets/vendor-password.ts'
import { noTraces, type Traces } from './traces/traces.ts'

interface Parts {
  db: Db
  config: Config & { utility: UtilityAccess }
  log: Logger
  metrics?: Pick<Metrics, 'observeExchange'>
  traces?: Traces
}

export function connectGateways({ db, config, log, metrics = silent, traces = noTraces }: Parts) {
  const utility = createIncms(config.utility, {
    traces,
    onExchange: (exchange) => metrics.observeExchange({ side: 'utility', ...exchange }),
    passwords: async () => [...(await keptPasswords({ db, config, log })), config.utility.password],
    tokens: shareUtilityToken({ db, config }, config.utility),
  })
  const airtime =
    config.airtime &&
    createReloadly(config.airtime, {
      traces,
      onExchange: (exchange) => metrics.observeExchange({ side: 'airtime', ...exchange }),
      tokens: shareAirtimeToken({ db, config }, config.airtime),
    })
  return {
    utility,
    airtime,
    close: async () => {
      await Promise.all([utility.close(), airtime?.close()])
    },
  }
}
