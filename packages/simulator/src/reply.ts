// What a call of the utility answers, before it becomes bytes.
import type { Fault } from './faults.ts'

export interface Reply {
  status: number
  /** JSON by default. */
  type?: string
  body: unknown
  /** Answered like this instead, perhaps based on the real answer. */
  fault?: Fault
}

/** The documented error: one text for the user, one for the programmer. */
export const failure = (status: number, code: string, msgUser: string, msgDeveloper = msgUser): Reply => ({
  status,
  body: { code, msgUser, msgDeveloper },
})

/** The API manager (WSO2) has worded its errors in three ways. */
export type ManagerShape = 'since 4.0' | 'envelope' | 'xml'

/** The answer of the API manager in front of the utility: the utility has seen nothing. */
export function managerFailure(
  shape: ManagerShape,
  status: number,
  code: string,
  message: string,
  description: string,
): Reply {
  if (shape === 'since 4.0') return { status, body: { code, message, description } }
  if (shape === 'envelope') return { status, body: { fault: { code: Number(code), message, description } } }
  const parts = Object.entries({ code, message, description }).map(
    ([name, value]) => `<ams:${name}>${value}</ams:${name}>`,
  )
  const body = `<ams:fault xmlns:ams="http://wso2.org/apimanager/security">${parts.join('')}</ams:fault>`
  return { status, type: 'application/xml', body }
}
