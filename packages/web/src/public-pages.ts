// The pages that a stranger may open, and how they are titled: in the browser, and where the server draws them.
import { paths } from './paths.ts'

export const publicPages = {
  home: { path: paths.home, title: 'Prepaid electricity and airtime' },
  about: { path: paths.about, title: 'About' },
  signup: { path: paths.signup, title: 'Become an agent' },
  login: { path: paths.login, title: 'Login' },
  forget: { path: paths.forget, title: 'Reset Password' },
} as const

export type PublicPage = (typeof publicPages)[keyof typeof publicPages]
