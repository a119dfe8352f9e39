// A small registry for tests: serves the packages that a test publishes, and keeps what was asked for.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Entry } from './packages.mjs'

export interface Registry {
  url: string
  /** The paths that were asked for. */
  asked: string[]
  /** A folder for the test's own files; it is removed at the end. */
  folder: string
  /** Returns the package's entry for the lock file. */
  publish(name: string, version: string, files?: Record<string, string>): Entry
  withdrawAll(): void
  close(): void
}

export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-registry-'))
  const tarballs = new Map<string, Buffer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const found = tarballs.get(request.url ?? '')
    response.writeHead(found ? 200 : 404, { 'content-length': found?.length ?? 0 }).end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    folder,
    publish(name, version, files = {}) {
      const content = pack(folder, { 'package.json': JSON.stringify({ name, version }), ...files })
      tarballs.set(`/${name}/-/${name.split('/').at(-1)}-${version}.tgz`, content)
      return { version, integrity: `sha512-${createHash('sha512').update(content).digest('base64')}` }
    },
    withdrawAll: () => tarballs.clear(),
    close() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function pack(folder: string, files: Record<string, string>): Buffer {
  const from = mkdtempSync(join(folder, 'package-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(from, 'package', path)), { recursive: true })
    writeFileSync(join(from, 'package', path), content)
  }
  return execFileSync('tar', ['-czf', '-', '-C', from, 'package'], { maxBuffer: 10_000_000 })
}
