// How Node runs the server, the same as `npm start` in package.json; everything else that starts a server takes it from
// here.
import { resolve } from 'node:path'

// The young generation is small: a list of a million rows passes through in pieces, and more room would only fill with
// what is already sent (docs/performance.md, B6). And the heap grows in small steps: what waited in a queue is soon
// garbage, and V8 would let hundreds of megabytes of it lie (docs/decisions/0019).
export const nodeFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50']

/** One pool of memory for all threads instead of eight (20 MB less), and compiled code: stripping types takes 40 MB. */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../node_modules/.cache/compiled'),
}
