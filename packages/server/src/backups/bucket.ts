// A bucket of an S3-compatible store. Files go there and come back in parts, each signed, hashed and with a time limit of
// its own; a part that fails is sent again.
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Target } from '../config/backup-target.ts'
import { type BackupStore, TargetProblem } from './store.ts'

/** The store takes no less, except for the last one. */
const PART_BYTES = 8 * 1024 * 1024
const PART_WITHIN_MS = 5 * 60_000
const TRIES = 3

interface Request {
  method?: string
  query?: Record<string, string>
  body?: Buffer
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

type Send = (key: string, request?: Request) => Promise<Response>

export function openBucket(target: S3Target): BackupStore {
  const send = createSend(target)
  const findKey = (name: string) => `${target.prefix}${name}`
  const size = async (name: string) => {
    const { headers } = await send(findKey(name), { method: 'HEAD' })
    return Number(headers.get('content-length'))
  }
  return {
    size,
    async *open(name) {
      const bytes = await size(name)
      for (let from = 0; from < bytes; from += PART_BYTES) {
        const range = `bytes=${from}-${Math.min(bytes, from + PART_BYTES) - 1}`
        const answer = await send(findKey(name), { headers: { range } })
        yield Buffer.from(await answer.arrayBuffer())
      }
    },
    put: (file, name, signal) => put(send, file, findKey(name), signal),
    list: () => list(send, target.prefix),
    async remove(name) {
      await send(findKey(name), { method: 'DELETE' })
    },
  }
}

function createSend(target: S3Target): Send {
  const { endpoint, bucket, isPathStyle, keyId, secret, region } = target
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: TRIES - 1,
    initRetryMs: 500,
  })
  const base = new URL(endpoint)
  const root = base.pathname.replace(/\/$/, '')
  if (!isPathStyle) base.hostname = `${bucket}.${base.hostname}`
  return async (key, { method = 'GET', query = {}, body, headers, signal } = {}) => {
    const url = new URL(base)
    url.pathname = `${root}/${isPathStyle ? `${bucket}/` : ''}${key}`
    url.search = new URLSearchParams(query).toString()
    const late = AbortSignal.timeout(PART_WITHIN_MS)
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    let answer: Response
    try {
      answer = await client.fetch(url, {
        method,
        ...(body && { body: new Uint8Array(body) }),
        headers: { ...headers, 'x-amz-content-sha256': hash },
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new TargetProblem(explainSilence(error, base))
    }
    if (answer.ok) return answer
    const text = await answer.text()
    const isMissing = answer.status === 404 && readTag(text, 'Code') !== 'NoSuchBucket'
    throw new TargetProblem(explainRefusal(answer.status, text, target, key), isMissing)
  }
}

function explainSilence(error: unknown, { host }: URL): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const why = name === 'TimeoutError' ? 'it did not answer in time' : (cause?.code ?? 'no connection')
  return `The store at ${host} cannot be reached (${why}): check its address and the network.`
}

function explainRefusal(status: number, body: string, target: S3Target, key: string): string {
  const code = readTag(body, 'Code')
  if (code === 'NoSuchBucket')
    return `There is no bucket ${target.bucket} at ${target.endpoint}: create it, or correct FLEXPOWER_BACKUP_TARGET.`
  if (status === 404) return `There is no ${key} in the bucket ${target.bucket}.`
  if (status === 403 || status === 401)
    return `The store refused our access key for ${target.name}${code ? ` (${code})` : ''}: check FLEXPOWER_BACKUP_S3_KEY_ID, its secret and its rights.`
  return `The store answered ${status}${code ? ` (${code})` : ''} for ${target.name}.`
}

const readTag = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null

async function put(send: Send, file: string, key: string, signal: AbortSignal): Promise<void> {
  const { size } = await stat(file)
  if (size <= PART_BYTES) {
    for await (const body of readParts(file)) await send(key, { method: 'PUT', body, signal })
    return
  }
  const begun = await send(key, { method: 'POST', query: { uploads: '' }, signal })
  const uploadId = readTag(await begun.text(), 'UploadId')
  if (uploadId === null) throw new TargetProblem('The store did not begin the upload as S3 does.')
  try {
    const tags: string[] = []
    for await (const body of readParts(file)) {
      const partNumber = String(tags.length + 1)
      const sent = await send(key, { method: 'PUT', query: { partNumber, uploadId }, body, signal })
      tags.push(sent.headers.get('etag') ?? '')
    }
    await complete(send, key, uploadId, tags, signal)
  } catch (error) {
    // Its parts would be kept, and paid for, forever.
    await send(key, { method: 'DELETE', query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function complete(
  send: Send,
  key: string,
  uploadId: string,
  tags: string[],
  signal: AbortSignal,
): Promise<void> {
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const headers = { 'content-type': 'application/xml' }
  const ended = await send(key, { method: 'POST', query: { uploadId }, body, headers, signal })
  // This call may fail after it has answered 200.
  const code = readTag(await ended.text(), 'Code')
  if (code !== null) throw new TargetProblem(`The store could not put the parts together (${code}).`)
}

/** All of the file, one part at a time. */
async function* readParts(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file)
  try {
    for (;;) {
      const part = Buffer.alloc(PART_BYTES)
      const { bytesRead } = await handle.read(part, 0, PART_BYTES)
      if (bytesRead > 0) yield part.subarray(0, bytesRead)
      if (bytesRead < PART_BYTES) return
    }
  } finally {
    await handle.close()
  }
}

async function list(send: Send, prefix: string): Promise<string[]> {
  const names: string[] = []
  let token: string | null = null
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix,
      ...(token !== null && { 'continuation-token': token }),
    }
    const text = await (await send('', { query })).text()
    for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(key.slice(prefix.length))
    token = readTag(text, 'NextContinuationToken')
  } while (token !== null)
  return names
}
