// Signing out: the one call of a session that every signed-in page has at hand, so it stands apart from the forms of the others.
import { endpoint } from './endpoint.ts'
import { done, nothing } from './wire.ts'

export const logout = endpoint({
  method: 'POST',
  path: 'logout',
  access: 'staff',
  request: nothing,
  response: done,
})
