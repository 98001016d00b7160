import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const api = ['src/server/**/*.test.ts', 'tests/api/**/*.test.ts']
/**
 * The slower ones whose facts no database decides, and the demo blog, whose rows builders.test.ts puts into both: once is
 * enough.
 */
export const WITHOUT_DATABASE = [
  'src/server/platform/workers/worker-pool.test.ts',
  'src/server/platform/fetch-remote.test.ts',
  'src/server/platform/http/german-faults.test.ts',
  'src/server/files/pictures/queue.test.ts',
  'src/server/readers/site/machine-readable/absolute-text.test.ts',
  'src/server/desk/inbox/page-title.test.ts',
  'src/server/desk/subscriptions/hostile-feeds.test.ts',
  'src/server/transfer/imports/unpacked-sources.test.ts',
  'src/server/readers/site/style-budget.test.ts',
  'src/server/bodies.test.ts',
  'src/server/head.test.ts',
  'src/server/people/auth/protocol/wording.test.ts',
  'src/server/readers/site/text/long-texts.test.ts',
  'src/server/readers/site/valid-html.test.ts',
  'src/server/system/api-docs/api-docs.test.ts',
  'src/server/writing/media/hostile-uploads.test.ts',
  'tests/api/cut-off-bodies.test.ts',
  'tests/api/own-address.test.ts',
  'tests/api/seed.test.ts',
]

export default defineConfig({
  test: {
    // One file per runner, so that `npm test` can add them up; alone it is test-results/vitest.json.
    reporters: ['default', ['json', { outputFile: `test-results/${process.env.TEST_REPORT ?? 'vitest'}.json` }]],
    // A limit ends a test that hangs. It is no measure of speed: a busy machine may take minutes for what takes seconds elsewhere.
    hookTimeout: 300_000,
    testTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Loading the server for each file took more time than the tests themselves; no file leaves anything behind.
    isolate: false,
    // One more than cores: while one waits for its database, another works.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: ['src/server/**'],
        },
      },
      { test: { name: 'boundaries', include: ['tests/boundaries/**/*.test.ts'] } },
      { test: { name: 'torture', include: ['tests/torture/**/*.test.ts'] } },
      {
        test: {
          name: 'api-sqlite',
          include: api,
          env: { TEST_DIALECT: 'sqlite' },
          globalSetup: 'tests/support/sqlite-setup.ts',
        },
      },
      {
        test: {
          name: 'api-postgres',
          include: api,
          exclude: WITHOUT_DATABASE,
          env: { TEST_DIALECT: 'postgres' },
          globalSetup: 'tests/support/postgres-setup.ts',
        },
      },
    ],
  },
})
