import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type Counts = { passed: number; failed: number; skipped: number }
/**
 * `failures`: the tests that failed, by project, file and title, each with the first line of what went wrong. `wobbly`: those that
 * passed at a second attempt alone; they count as passed.
 */
export type Results = Counts & { failures: string[]; wobbly: string[] }

type PlaywrightTest = {
  projectName: string
  status: string
  results: { error?: { message?: string } }[]
}
type Suite = {
  title: string
  specs: { title: string; file: string; tests: PlaywrightTest[] }[]
  suites?: Suite[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * Passed, failed and skipped of a step that ended with `code`: the tests of its JSON report (vitest or Playwright), or one
 * for a check without report. A runner may fail without a failed test, because it crashed or something went wrong outside
 * of any test: that counts as one failed.
 */
export function countResults(code: number | null, reportFile?: string): Results {
  const none = { passed: 0, failed: 0, skipped: 0, failures: [], wobbly: [] }
  if (!reportFile) return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 }
  const written = existsSync(reportFile)
  const counted = written
    ? countReport(JSON.parse(readFileSync(reportFile, 'utf8')) as PlaywrightReport | VitestReport)
    : none
  return (code !== 0 || !written) && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

/** The line before the last one of `npm test`: how many tests needed a second attempt, and which. */
export function secondAttempts(wobbly: string[]): string {
  const count = wobbly.length === 1 ? '1 second attempt' : `${wobbly.length} second attempts`
  return wobbly.length === 0 ? count : `${count}: ${wobbly.join('; ')}`
}

function countReport(report: PlaywrightReport | VitestReport): Results {
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    // CI alone makes a second attempt; what passed at it is flaky to Playwright.
    const wobbly = report.suites.flatMap((suite) => testsOf(suite, 'flaky')).map(({ name }) => name)
    const failures = [
      ...report.suites.flatMap((suite) => testsOf(suite, 'unexpected')).map(({ name, error }) => named(name, error)),
      ...report.errors.map(({ message }) => named('outside of any test', message)),
    ]
    return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, failures, wobbly }
  }
  // A test file that does not even load has no tests to count.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = basename(name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (broken.some((one) => one.name === name)) return named(file, message)
      return failed.map(({ fullName, failureMessages }) => named(`${file} ${fullName}`, failureMessages[0]))
    }),
    // What went wrong at the first attempt stands there, also where the second went right.
    wobbly: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => named(`${basename(name)} ${fullName}`, failureMessages[0])),
    ),
  }
}

const MOST_SIGNS = 300
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[\d+m/g

/** A failed test and why, in one line. */
function named(name: string, message = ''): string {
  const [reason = ''] = message.replace(COLOURS, '').trim().split('\n')
  return reason ? `${name}: ${reason.slice(0, MOST_SIGNS)}` : name
}

type Found = { name: string; error?: string }

function testsOf({ specs, suites = [] }: Suite, wanted: 'flaky' | 'unexpected'): Found[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => ({
        name: `${[projectName, file].filter(Boolean).join(' ')} ${title}`,
        error: results.at(-1)?.error?.message,
      })),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, wanted))]
}
