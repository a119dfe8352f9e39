// What brings somebody to the login page. It is a document of its own, without the router: what it has to say is handed over in the
// tab's storage and kept in the page's history entry, so that the address stays plain `/login` and a reload says the same again.
import { paths } from './paths.ts'

export interface LoginState {
  /** The page that asked for the login. */
  from?: string
  /** The session was over, here or on the server. */
  ended?: boolean
  /** What the server said to the form that led here. */
  said?: string
  /** An email with a link is on its way. */
  mailed?: boolean
}

export const LOGIN_STATE_KEY = 'login'

export function goToLogin(state: LoginState): void {
  window.sessionStorage.setItem(LOGIN_STATE_KEY, JSON.stringify(state))
  window.location.replace(paths.login)
}
