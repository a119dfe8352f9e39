// The pages that a stranger may open, as the world outside sees them: their titles, and what each says of itself to search
// engines and to whoever is sent a link.
import { paths } from './paths.ts'

export interface PublicPage {
  path: string
  title: string
  /** Null: of use to nobody who searches. */
  description: string | null
}

export const publicPages = {
  home: {
    path: paths.home,
    title: 'Prepaid electricity and airtime',
    description:
      'Prepaid electricity, airtime and bill payments in The Gambia: pay at a counter near you and leave with your token.',
  },
  about: {
    path: paths.about,
    title: 'About',
    description:
      'A nationwide vendor of prepaid electricity in The Gambia, with offices from Banjul to Basse that are open all day, every day.',
  },
  signup: {
    path: paths.signup,
    title: 'Become an agent',
    description:
      'Sell prepaid electricity, airtime and bill payments from your own counter in The Gambia, and keep a share of every fee.',
  },
  login: {
    path: paths.login,
    title: 'Login',
    description: 'Where cashiers and administrators sign in to sell prepaid electricity and airtime.',
  },
  forget: { path: paths.forget, title: 'Reset Password', description: null },
} as const satisfies Record<string, PublicPage>
