// What the rest of the server may ask of the backups.

/** Who asked for one. */
export interface Asker {
  caller: { userId: number; name: string }
  origin: { address: string }
}

export interface Begun {
  id: number
  finished: Promise<'verified' | 'failed'>
}

export interface Backups {
  /**
   * Null: one is being made already, here or in another process. A retry that fails as well is not told again and leaves no
   * file, for it comes every hour.
   */
  make(asker: Asker | null, isRetry?: boolean): Promise<Begun | null>
  /** Marks what a process that died has left unfinished, and clears it away. */
  sweep(): Promise<void>
  /** Breaks off the one under way, which is then written down as failed. */
  stop(): Promise<void>
}
