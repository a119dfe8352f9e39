// PW-02: what both forms of the vendor's password say.
export const CHANGED = 'API Password changed successfully!'
export const FAILED = 'Failed'
export const NO_ANSWER =
  'The server did not answer. Look at the balance to see whether the account still answers, then try again.'
