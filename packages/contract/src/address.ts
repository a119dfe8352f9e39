// The base path of the calls, and their headers. Separate from the codecs, so that importing them loads nothing else.
export const API_BASE = '/flexpower/api/'
export const CLIENT_TOKEN_HEADER = 'client-access-token'
export const SESSION_TOKEN_HEADER = 'x-auth-token'
/** Identifies a sale, so that sending it twice sells once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
