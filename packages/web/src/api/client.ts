// The one way to the server: sends a call of the contract with the two tokens (S-09) and answers its decoded value.
// When the server no longer knows the session, it is ended here as well. Screens name a noun of the contract
// (`session.login`), never the whole `api`: a page then loads the calls that it makes and no others.
import {
  CLIENT_TOKEN_HEADER,
  type Endpoint,
  type FileAnswer,
  readAnswer,
  buildRequest,
  SESSION_TOKEN_HEADER,
} from '@flexpower/contract'
import { readMeta } from './site.ts'
import { endSession, readHint, readToken } from './session.ts'

interface CallOptions {
  signal?: AbortSignal
  /** Beside the two tokens: what names a sale, for instance. */
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
  const body = await readJson(answer)
  endIfOver(token, answer.status)
  return readAnswer(endpoint, answer.status, body)
}

/** What the call answers is a file: the browser keeps it on disk when it is large. Throws as `call` does. */
export async function callForFile<In>(endpoint: Endpoint<In, FileAnswer>, input: In): Promise<Blob> {
  const token = readToken()
  const answer = await send(endpoint, input, { token })
  endIfOver(token, answer.status)
  if (!answer.ok) readAnswer(endpoint, answer.status, await readJson(answer))
  return answer.blob()
}

function send<In, Out>(
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
 * Whoever called hears the refusal first, so that the end of the session finds the screen knowing what was refused. A sign-in
 * or sign-out that happened meanwhile has another token: this answer says nothing about it.
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
 * 403 counts only without the user_type hint: the browser was closed without Remember Me, the token stayed, and a
 * cashier is taken for an admin until the server says otherwise.
 */
const meansSessionOver = (status: number): boolean =>
  status === 401 || (status === 403 && readHint('user_type') === null)

/** Null for what is not JSON, such as the page of a proxy that is down: the status then says enough. */
async function readJson(answer: Response): Promise<unknown> {
  try {
    return (await answer.json()) as unknown
  } catch {
    return null
  }
}
