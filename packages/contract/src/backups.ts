// Snapshots of the books.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fields, instant, nothing, within } from './wire.ts'

export const backup = fields({ at: ['created_at', instant], file: ['location', z.string()] })
export type Backup = z.output<typeof backup>

export const backups = {
  list: endpoint({
    method: 'GET',
    path: 'backups',
    access: 'admin',
    request: nothing,
    response: within('data', z.array(backup)),
  }),
}
