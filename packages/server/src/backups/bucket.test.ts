// What a bucket is asked, byte for byte; how it is used is in copy-away.test.ts.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from './bucket.ts'

const SECRET = 'the secret of our key'

/** As the store computes it, from what really arrived (AWS Signature Version 4). */
function sign({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const [, date = '', region, names = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  const { pathname, searchParams } = new URL(url ?? '', 'http://here')
  searchParams.sort()
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  expect(headers['x-amz-content-sha256']).toBe(hash(body))
  const canonical = [
    method,
    pathname,
    [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash(body),
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  let key: Buffer = Buffer.from(`AWS4${SECRET}`)
  for (const part of [...scope.split('/'), text]) key = createHmac('sha256', key).update(part).digest()
  return key.toString('hex')
}

test('every request to a bucket is signed as the standard says', async () => {
  const wrong: string[] = []
  let asked = 0
  const checking = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked += 1
      const given = /Signature=([\da-f]+)/.exec(request.headers.authorization ?? '')?.[1]
      if (given !== sign(request, Buffer.concat(parts))) wrong.push(`${request.method} ${request.url}`)
      response.setHeader('etag', '"1"').setHeader('content-length', request.method === 'HEAD' ? '3' : '0')
      response.end()
    })
  })
  await once(checking.listen(0, '127.0.0.1'), 'listening')
  const { port } = checking.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-signed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'signed')
  await writeFile(file, 'abc')
  const store = openBucket({
    kind: 's3',
    name: 's3://vend-backups/banjul/',
    bucket: 'vend-backups',
    prefix: 'banjul/',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    keyId: 'ours',
    secret: SECRET,
    isPathStyle: true,
  })
  await store.put(file, 'signed one.backup', new AbortController().signal)
  expect(await store.size('signed one.backup')).toBe(3)
  await store.list()
  await store.remove('x')
  checking.close()
  expect({ asked, wrong }).toEqual({ asked: 4, wrong: [] })
})
