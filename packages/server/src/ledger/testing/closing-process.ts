// The job that closes the floats, as a process of its own that a test can kill; it looks without a pause.
import { flushCompileCache } from 'node:module'
import { openDb } from '../../db/db.ts'
import { systemClock } from '../../runtime/clock.ts'
import { startClosing } from '../float-lines.ts'

// At its end it would be too late: it is killed, and the next one would compile everything again.
flushCompileCache()
const { db } = openDb({ url: process.env['DATABASE_URL'] ?? '', onConnectionLost: () => {} })
const fail = (detail: object, text: string) => process.stderr.write(`${text} ${JSON.stringify(detail)}\n`)
startClosing({ db, clock: systemClock, log: { warn: fail } }, 1)
