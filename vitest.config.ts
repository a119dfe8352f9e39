import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ProgramsFirst } from './checks/programs-first.ts'
import { nodeEnvironment } from './launch/node-flags.ts'

export default defineConfig({
  test: {
    include: ['{packages,launch,checks,bench,drills,deploy}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
    globalSetup: ['packages/server/src/testing/setup.ts'],
    // More than there are cores: with as many the processors are idle for half of the time, because tests wait for the
    // database and for each other's processes.
    maxWorkers: 2 * availableParallelism(),
    // Modules are loaded once for each worker instead of once for each file, which halves the processor time. So a test
    // that changes what a module or a global remembers puts it back.
    isolate: false,
    sequence: { sequencer: ProgramsFirst },
    // Programs that tests start keep their compiled code: stripping the types takes most of their start.
    env: nodeEnvironment,
    reporters: ['default', './checks/slowest-tests.ts'],
    // Only for a test that hangs: a busy machine is no fault of the product.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
  },
})
