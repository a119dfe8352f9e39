// The command line of this package: `npm run sts -- vectors FILE` says how many published tokens are reproduced. The
// last line is the figure, and the exit code is 1 unless it is all of them.
import { readFile } from 'node:fs/promises'
import { checkVectors, parseVectors } from './vector-check.ts'

const USAGE = 'Usage: npm run sts -- vectors FILE'

process.exitCode = await run(process.argv.slice(2))

async function run(words: readonly string[]): Promise<0 | 1> {
  const [command, path, ...more] = words
  if (command !== 'vectors' || path === undefined || more.length > 0) return fail(USAGE)
  const file = await readFile(path, 'utf8').catch((error: unknown) => error as NodeJS.ErrnoException)
  if (typeof file !== 'string') {
    const why = file.code === 'ENOENT' ? 'does not exist' : `cannot be read (${file.code})`
    return fail(`The file ${path} ${why}.`)
  }
  const vectors = parseVectors(file)
  if (typeof vectors === 'string') return fail(`The file ${path} ${vectors}.`)
  const { total, failures } = checkVectors(vectors)
  for (const failure of failures) process.stdout.write(`${failure}\n`)
  process.stdout.write(`${total - failures.length} of ${total} tokens reproduced\n`)
  return failures.length === 0 ? 0 : 1
}

function fail(sentence: string): 1 {
  process.stderr.write(`${sentence}\n`)
  return 1
}
