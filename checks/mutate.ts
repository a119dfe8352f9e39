// `npm run mutate -- pricing`: changes the code of a module in every small way, one at a time, and checks whether a
// test notices. Prints the changes that no test noticed, and last the share that was noticed. Takes minutes to an hour,
// so it is not part of `npm test`.
import { Stryker } from '@stryker-mutator/core'

interface Module {
  mutate: string[]
  tests: string[]
  /** Kinds of changes that say nothing here. */
  without?: string[]
}

/** Most of their texts are SQL, and an empty statement always fails. */
const SQL_IS_TEXT = ['StringLiteral']

const modules: Record<string, Module> = {
  pricing: { mutate: ['sales/pricing.ts'], tests: ['sales/pricing.test.ts'] },
  access: {
    mutate: ['http/handle.ts', 'identity/claimed-id.ts'],
    tests: ['http/permissions.test.ts', 'http/handle.test.ts', 'http/server.test.ts'],
  },
  // The ledger, file by file: each has its own tests.
  lanes: { mutate: ['db/lanes.ts'], tests: ['db/lanes.test.ts'] },
  credits: { mutate: ['ledger/credits.ts'], tests: ['ledger/credits.test.ts'] },
  archive: { mutate: ['ledger/archive.ts'], tests: ['ledger/archive.test.ts'], without: SQL_IS_TEXT },
  audit: { mutate: ['ledger/audit.ts'], tests: ['ledger/audit.test.ts'], without: SQL_IS_TEXT },
  acts: { mutate: ['ledger/acts.ts'], tests: ['features/acts.test.ts'] },
  book: { mutate: ['ledger/book.ts'], tests: ['ledger/book.test.ts', 'sales/lost-commit.test.ts'] },
  vending: {
    mutate: ['sales/vending.ts'],
    tests: ['sales/vending.test.ts', 'sales/same-sale.test.ts'],
  },
  recover: { mutate: ['sales/recover.ts'], tests: ['sales/recovery-steps.test.ts'], without: SQL_IS_TEXT },
}

/** Of what could be noticed at all: a change that does not even load is not counted. */
const COUNTED = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage'])
const NOTICED = new Set(['Killed', 'Timeout'])

async function mutate(name: string, { mutate: files, tests, without = [] }: Module): Promise<string> {
  const results = await new Stryker({
    mutate: files.map(inServer),
    testFiles: tests.map(inServer),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutator: { excludedMutations: without },
    // For code that runs only while a file is loaded the runner is wrong: by hand such changes are noticed.
    ignoreStatic: true,
    // The tests have a separate PostgreSQL, and the machine has other work.
    concurrency: 1,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false },
    ignorePatterns: ['coverage', 'data', 'docs', 'e2e', 'bench', 'drills'],
    tempDirName: `coverage/mutation-${name}`,
    cleanTempDir: 'always',
    incremental: process.argv.includes('--only-changed'),
    incrementalFile: `coverage/mutation-${name}.json`,
  }).runMutationTest()
  const counted = results.filter(({ status }) => COUNTED.has(status))
  const noticed = counted.filter(({ status }) => NOTICED.has(status))
  const share = (100 * noticed.length) / counted.length
  return `${name}: ${noticed.length} of ${counted.length} changes noticed, ${share.toFixed(1)} %`
}

const inServer = (path: string) => path.replace(/^(!?)/, '$1packages/server/src/')

const [name = ''] = process.argv.slice(2)
const chosen = modules[name]
if (chosen) console.log(await mutate(name, chosen))
else {
  console.log(`Which one? npm run mutate -- ${Object.keys(modules).join(' | ')}`)
  process.exitCode = 1
}
