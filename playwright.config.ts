import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { ServerFixtureOptions } from './tests/support/e2e.ts'
import { CHROMIUM_FLAGS, findTestBrowser } from './tests/support/chromium.ts'

const WALKS = /(?:boxes|boxes-opened|kept-forms|accessibility|actions|tasks|planning)\.spec\.ts$/

export default defineConfig<ServerFixtureOptions, ServerFixtureOptions>({
  testDir: 'tests/e2e',
  // Beside the reports, not above them: Playwright empties this folder at every start.
  outputDir: 'test-results/browser-artifacts',
  reporter: [['list'], ['json', { outputFile: `test-results/${process.env.TEST_REPORT || 'browser'}.json` }]],
  globalSetup: './tests/support/browser-setup.ts',
  // Two more than cores: tests wait for drawn frames and for delays of the product.
  workers: availableParallelism() + 2,
  // On a crowded machine a browser may stall for seconds: CI tries once more and lists what needed it as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits end a test that hangs. They are no measure of speed: a busy machine may take minutes for what takes seconds elsewhere.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    // Motion is waited for at every click; what moves has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker in every new context would fetch all code in each: tests of it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace costs a good part of a test's time: only the second attempt pays for one.
    trace: 'on-first-retry',
    launchOptions: { executablePath: findTestBrowser() ?? undefined, args: CHROMIUM_FLAGS },
  },
  projects: [
    // What takes minutes, walks through every screen and through every task: begun last, it would leave the other cores idle at the end.
    { name: 'walks', use: { database: 'sqlite' }, testMatch: WALKS },
    // Everything on SQLite; on PostgreSQL also what API tests there cannot show, such as people who work together; dates also far from the site's time zone.
    { name: 'sqlite', use: { database: 'sqlite' }, testIgnore: WALKS },
    { name: 'postgres', use: { database: 'postgres' }, grep: /@postgres/ },
    { name: 'far-west', use: { database: 'sqlite', timezoneId: 'America/Los_Angeles' }, grep: /@timezones/ },
    { name: 'far-east', use: { database: 'sqlite', timezoneId: 'Pacific/Auckland' }, grep: /@timezones/ },
  ],
})
