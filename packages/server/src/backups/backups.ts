// What the rest of the server may ask of the backups.

/** Who asked for one. */
export interface Asker {
  /** The operator is no user. */
  caller: { userId: number | null; name: string }
  origin: { address: string }
}

export interface Begun {
  id: number
  finished: Promise<'verified' | 'failed'>
}

export interface Backups {
  /**
   * Null: one is being made already, here or in another process. A retry that also fails sends no message and leaves no
   * file, because there is one every hour.
   */
  make(asker: Asker | null, isRetry?: boolean): Promise<Begun | null>
  /** Marks what a process that died has left unfinished, and clears it away. */
  sweep(): Promise<void>
  /** Stops the running one, which is then recorded as failed. */
  stop(): Promise<void>
}
