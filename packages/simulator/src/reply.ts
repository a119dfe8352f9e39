// What a call of the utility answers, before it becomes bytes.
import type { Fault } from './faults.ts'

export interface Reply {
  status: number
  /** JSON unless told. */
  type?: string
  body: unknown
  /** Answered so instead, perhaps with the help of what would have been said. */
  fault?: Fault
}

export const ok = (data: unknown): Reply => ({ status: 200, body: { data } })

/** The documented error: one text for the person, one for the programmer. */
export const failure = (status: number, code: string, msgUser: string, msgDeveloper = msgUser): Reply => ({
  status,
  body: { code, msgUser, msgDeveloper },
})

/** What the API manager in front of the utility answers, in the shape of its version 4: the utility has seen nothing. */
export const managerFailure = (
  status: number,
  code: string,
  message: string,
  description: string,
): Reply => ({ status, body: { code, message, description } })
