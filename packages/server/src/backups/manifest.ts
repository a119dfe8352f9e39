// What a backup says about itself: first when it was made and of which schema, last the totals of every table. Parsed,
// because this program may not have written the file.
import { z } from 'zod'

const migration = z.object({ number: z.int(), name: z.string(), checksum: z.string() })

export const beginningNote = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  /** The schema, file by file. */
  migrations: z.array(migration),
})
export type Beginning = z.infer<typeof beginningNote>

export const tableNote = z.object({ table: z.string(), columns: z.array(z.string()) })

export const tableEnd = z.object({ rows: z.int(), sha256: z.string() })
export type TableEnd = z.infer<typeof tableEnd>

const sequenceNote = z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })
export type SequenceNote = z.infer<typeof sequenceNote>

export const manifestNote = beginningNote.extend({
  tables: z.array(tableEnd.extend({ name: z.string() })),
  sequences: z.array(sequenceNote),
})
export type Manifest = z.infer<typeof manifestNote>

export const rowsIn = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)
