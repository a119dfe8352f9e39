// The only place in the browser's code that reads the clock.
export const now = (): Date => new Date()
