// The only way to the server: sends a call of the contract with the two tokens (S-09) and returns its decoded value.
// When the server no longer knows the session, it also ends here. Screens import a noun of the contract
// (`session.login`), never the whole `api`, so that a page loads only the calls it makes.
import {
  CLIENT_TOKEN_HEADER,
  type Endpoint,
  type FileAnswer,
  readAnswer,
  buildRequest,
  saysFailed,
  SESSION_TOKEN_HEADER,
  UnreadableAnswer,
} from '@flexpower/contract'
import { readMeta } from './site.ts'
import { endSession, readHint, readToken } from './session.ts'

interface CallOptions {
  signal?: AbortSignal
  /** In addition to the two tokens: the key of a sale, for instance. */
  headers?: Readonly<Record<string, string>>
}

/** Throws CallRefused or UnreadableAnswer (see the contract), or the browser's own error when the network fails. */
export async function call<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  options: CallOptions = {},
): Promise<Out> {
  const token = readToken()
  const answer = await send(endpoint, input, { ...options, token })
  return readAnswer(endpoint, answer.status, await readBody(token, answer))
}

/** For a call that answers with a file: the browser keeps it on disk when it is large. Throws as `call` does. */
export async function callForFile<In>(endpoint: Endpoint<In, FileAnswer>, input: In): Promise<Blob> {
  const token = readToken()
  const answer = await send(endpoint, input, { token })
  if (!answer.ok) readAnswer(endpoint, answer.status, await readBody(token, answer))
  return answer.blob()
}

/** The answer as it comes, for a call that goes on. */
export function send<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  { token, signal, headers }: CallOptions & { token: string | null },
): Promise<Response> {
  const { method, url, body } = buildRequest(endpoint, input)
  return fetch(url, {
    method,
    headers: { ...buildHeaders(token, body !== null), ...headers },
    ...(body !== null && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

/**
 * Only our server refuses, in one of its shapes. A 4xx of anybody between us, such as a proxy or the sign-in page of a
 * Wi-Fi network, says nothing about the call or the session; a 5xx never does.
 */
async function readBody(token: string | null, answer: Response): Promise<unknown> {
  const { status } = answer
  const body = await readJson(answer)
  if (status >= 400 && status < 500 && !saysFailed(body))
    throw new UnreadableAnswer(`Foreign answer ${status}`)
  endIfOver(token, status)
  return body
}

/**
 * The caller gets the refusal first, so that the screen knows what was refused when the session ends. After a sign-in
 * or sign-out in the meantime the token is another one, and this answer says nothing about it.
 */
function endIfOver(token: string | null, status: number): void {
  if (token === null || !meansSessionOver(status)) return
  setTimeout(() => {
    if (token === readToken()) endSession()
  })
}

function buildHeaders(token: string | null, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    [CLIENT_TOKEN_HEADER]: readMeta('client-access-token') ?? '',
    ...(token !== null && { [SESSION_TOKEN_HEADER]: token }),
    ...(hasBody && { 'content-type': 'application/json' }),
  }
}

/**
 * 403 counts only without the user_type hint. That happens when the browser was closed without Remember Me: the token
 * stayed, and a cashier looks like an admin until the server says otherwise.
 */
const meansSessionOver = (status: number): boolean =>
  status === 401 || (status === 403 && readHint('user_type') === null)

/** Null for anything that is not JSON, such as the error page of a proxy: the status then says enough. */
async function readJson(answer: Response): Promise<unknown> {
  try {
    return (await answer.json()) as unknown
  } catch {
    return null
  }
}
