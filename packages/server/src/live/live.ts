// Screens that follow what happens: what the rest of the server knows of it.
import type { Readable } from 'node:stream'
import type { LiveKind } from '@flexpower/contract'
import type { StreamOwner } from './streams.ts'

export interface Live {
  /** Something of this kind changed for this user; Admins are told too. Costs nothing now: it is told in a moment. */
  hint(kind: LiveKind, userId: number): void
  /** A stream of events for this user, after the last one that they have seen. */
  open(owner: StreamOwner, last: number | null): Promise<Readable>
  /** Says goodbye to everybody, so that no stream delays the end of the server. */
  endAll(): void
  close(): Promise<void>
}
