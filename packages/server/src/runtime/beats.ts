// Who has stopped giving signs of life. The clock is the watcher's own beat: while the machine sleeps, or is so busy that
// the watcher hardly runs either, nobody is missed.

export interface Beats<Watched> {
  /** The first one begins the watch. */
  hear(watched: Watched): void
  forget(watched: Watched): void
  /** A beat of the watcher. Returns those that were not heard for `most` of them; each is returned once. */
  pass(): Watched[]
}

export function createBeats<Watched>(most: number): Beats<Watched> {
  const missed = new Map<Watched, number>()
  return {
    hear: (watched) => void missed.set(watched, 0),
    forget: (watched) => void missed.delete(watched),
    pass() {
      for (const [watched, beats] of missed) missed.set(watched, beats + 1)
      const silent = [...missed].filter(([, beats]) => beats > most).map(([watched]) => watched)
      for (const watched of silent) missed.delete(watched)
      return silent
    },
  }
}
