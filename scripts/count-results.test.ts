import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countResults, secondAttempts } from './count-results.ts'

const root = join(import.meta.dirname, '..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blog-cms-count-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a real runner over the files of the folder and counts what it reported. */
function run(runner: string, args: string[], files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { VITEST: _vitest, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, ...env } = process.env
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', runner), ...args], {
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json') },
  })
  return countResults(status, join(folder, 'report.json'))
}

const body = `
test('passes', () => expect(1).toBe(1))
test('fails', () => expect(1).toBe(2))
test.skip('is skipped', () => {})
`

test('counts the tests of vitest, and a file that does not load as one failed', () => {
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${join(folder, 'report.json')}`]
  const files = { 'a.test.js': `import { expect, test } from 'vitest'\n${body}`, 'b.test.js': `import './nowhere.js'` }
  expect(run('vitest/vitest.mjs', args, files)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      'a.test.js fails: AssertionError: expected 1 to be 2 // Object.is equality',
      expect.stringMatching(/^b\.test\.js: .*nowhere/),
    ],
    wobbly: [],
  })
})

test('counts the tests of Playwright', () => {
  const files = { 'a.spec.js': `import { expect, test } from '@playwright/test'\n${body}` }
  expect(run('@playwright/test/cli.js', ['test', '--reporter=json'], files)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: ['a.spec.js fails: Error: expect(received).toBe(expected) // Object.is equality'],
    wobbly: [],
  })
})

test('a test that passes at its second attempt is counted as passed and named', () => {
  const wobbles = `test('wobbles', () => expect(test.info().retry).toBe(1))`
  const files = {
    'a.spec.js': `import { expect, test } from '@playwright/test'
test('passes', () => {})
test.describe('a group', () => { ${wobbles} })`,
  }
  const results = run('@playwright/test/cli.js', ['test', '--reporter=json', '--retries=1'], files)
  expect(results).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [], wobbly: ['a.spec.js wobbles'] })
  expect(secondAttempts(results.wobbly)).toBe('1 second attempt: a.spec.js wobbles')
  expect(secondAttempts([])).toBe('0 second attempts')
  expect(secondAttempts(['sqlite a.spec.ts one', 'postgres b.spec.ts two'])).toBe(
    '2 second attempts: sqlite a.spec.ts one; postgres b.spec.ts two',
  )
})

test('so is one of vitest, with what went wrong at the first', () => {
  const once = `let attempts = 0
test('wobbles', () => expect(++attempts).toBe(2))
test('passes', () => {})`
  const args = ['run', '--root', folder, '--retry=1', '--reporter=json', `--outputFile=${join(folder, 'report.json')}`]
  expect(run('vitest/vitest.mjs', args, { 'a.test.js': `import { expect, test } from 'vitest'\n${once}` })).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: [],
    wobbly: ['a.test.js wobbles: AssertionError: expected 1 to be 2 // Object.is equality'],
  })
})

test('a runner that fails without a failed test counts as one failed', () => {
  const passing = { 'a.spec.js': `import { test } from '@playwright/test'\ntest('passes', () => {})` }
  expect(run('@playwright/test/cli.js', ['test', '--reporter=json'], passing)).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    failures: [],
    wobbly: [],
  })
  expect(countResults(1, join(folder, 'report.json'))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [],
    wobbly: [],
  })
  expect(countResults(0, join(folder, 'no-report.json'))).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [],
    wobbly: [],
  })
})

test('a check counts as one', () => {
  expect(countResults(0, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [], wobbly: [] })
  expect(countResults(2, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [], wobbly: [] })
})
