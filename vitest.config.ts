import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,launch,checks,bench,drills}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
    globalSetup: ['packages/server/src/testing/setup.ts'],
    // Vitest would leave a core idle, and much of the time is the database's: 254 s instead of 431 on two cores.
    maxWorkers: '100%',
    // Only for a test that hangs: a busy machine is no fault of the product.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
  },
})
