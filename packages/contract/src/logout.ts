// Signing out. Every signed-in page needs this call, so it is separate from the forms of the other session calls.
import { endpoint } from './endpoint.ts'
import { done, nothing } from './wire.ts'

export const logout = endpoint({
  method: 'POST',
  path: 'logout',
  access: 'staff',
  request: nothing,
  response: done,
})
