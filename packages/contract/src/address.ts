// Where the calls are, and the headers that go with them. Apart from the codecs, so that knowing them loads nothing else.
export const API_BASE = '/flexpower/api/'
export const CLIENT_TOKEN_HEADER = 'client-access-token'
export const SESSION_TOKEN_HEADER = 'x-auth-token'
/** Names a sale, so that sending it twice sells once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
