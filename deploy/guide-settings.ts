// The settings of docs/install.md, for the tests of what an operator copies from there.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnvFile } from '../packages/server/src/config/env-file.ts'

const guide = readFileSync(join(import.meta.dirname, '..', 'docs/install.md'), 'utf8')

/** With values for what its shell fills in. */
export function readGuideSettings(): Record<string, string> {
  const [, block = ''] = /flexpower\.env\) <<END\n([^]*?)\nEND/.exec(guide) ?? []
  const filled = block
    .replaceAll(/\$\(openssl rand -hex (\d+)\)/g, (_, bytes: string) =>
      randomBytes(Number(bytes)).toString('hex'),
    )
    .replaceAll('$NAME', 'vend.example.gm')
    .replaceAll('$DATABASE_PASSWORD', randomBytes(16).toString('hex'))
  return parseEnvFile(filled)
}
