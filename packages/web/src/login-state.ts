// Why the login page is shown. The page is a separate document without the router, so this is passed in the tab's
// session storage and kept in the history entry. So the URL stays plain `/login`, and a reload shows the same again.
import { paths } from './paths.ts'

export interface LoginState {
  /** The page that required the login. */
  from?: string
  /** The session has ended, here or on the server. */
  ended?: boolean
  /** The server's message to the form that led here. */
  said?: string
  /** An email with a link is on its way. */
  mailed?: boolean
}

export const LOGIN_STATE_KEY = 'login'

export function goToLogin(state: LoginState): void {
  window.sessionStorage.setItem(LOGIN_STATE_KEY, JSON.stringify(state))
  window.location.replace(paths.login)
}
