// What the aggregator answers when it does not do what was asked.
import type { Reply } from '../reply.ts'

export type { Reply } from '../reply.ts'

/** The documented error. */
export const failure = (status: number, errorCode: string, message: string, path = '/topups'): Reply => ({
  status,
  body: { timeStamp: '', message, path, errorCode, infoLink: null, details: [] },
})
