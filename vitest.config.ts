import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,launch,checks,bench,drills}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
    globalSetup: ['packages/server/src/testing/setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
