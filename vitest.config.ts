import { defineConfig } from 'vitest/config'

/**
 * When a test gives up. No test measures time by these: they are far above what the slowest machine needs, as a run has
 * been met on which everything took four times as long.
 */
const WAITING_MS = 60_000
const TEST_MS = 240_000

const WAITING = { poll: { timeout: WAITING_MS, interval: 20 } }

/** Each look at a page is work of its renderer. */
const WAITING_FOR_PAGES = { poll: { ...WAITING.poll, interval: 100 } }

/** One project per kind of test; `scripts/lib/stages.mjs` says which run at the same time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: WAITING,
          // Shared modules are imported once per worker instead of once per file.
          isolate: false,
          // On two cores vitest would take one worker; these tests are bound by the processor, which lint shares with them.
          maxWorkers: 2,
          testTimeout: TEST_MS,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/console/{build,src}/**/*.test.ts',
            'apps/simulator/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'component',
          expect: WAITING,
          // One environment for all: a file with another one would make its worker import React and antd again.
          environment: 'happy-dom',
          isolate: false,
          maxWorkers: 2,
          testTimeout: TEST_MS,
          include: ['packages/ui/src/**/*.test.tsx', 'apps/console/src/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'server',
          expect: WAITING,
          // The whole server is imported once per worker instead of once per file, and its nodes are reused.
          isolate: false,
          // Two on a machine of two cores, where vitest would take one; no more on larger ones: all share one database.
          maxWorkers: 2,
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          expect: WAITING_FOR_PAGES,
          include: ['e2e/journeys/*.test.ts'],
          globalSetup: ['e2e/support/shared-product.ts'],
          // Agents of the shared product have one session at a time.
          fileParallelism: false,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: 'e2e-own',
          isolate: false,
          expect: WAITING_FOR_PAGES,
          include: ['e2e/journeys/own-product/*.test.ts'],
          globalSetup: ['e2e/support/stopped-product.ts'],
          fileParallelism: false,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: 'cluster',
          expect: WAITING,
          include: ['e2e/cluster/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
    ],
  },
})
