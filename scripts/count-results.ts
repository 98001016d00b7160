import { existsSync, readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number; skipped: number }
/** `wobbly`: the tests that passed at a second attempt alone, by project, file and title; they count as passed. */
export type Results = Counts & { wobbly: string[] }

type Suite = {
  title: string
  specs: { title: string; file: string; tests: { projectName: string; status: string }[] }[]
  suites?: Suite[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: Suite[]
}
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/**
 * Passed, failed and skipped of a step that ended with `code`: the tests of its JSON report (vitest or Playwright), or one
 * for a check without report. A runner may fail without a failed test, because it crashed or something went wrong outside
 * of any test: that counts as one failed.
 */
export function countResults(code: number | null, reportFile?: string): Results {
  const none = { passed: 0, failed: 0, skipped: 0, wobbly: [] }
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
    const wobbly = report.suites.flatMap(flakyTests)
    return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, wobbly }
  }
  // A test file that does not even load has no tests to count.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    wobbly: [],
  }
}

function flakyTests({ specs, suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.flatMap(({ projectName, status }) =>
      status === 'flaky' ? `${[projectName, file].filter(Boolean).join(' ')} ${title}` : [],
    ),
  )
  return [...own, ...suites.flatMap(flakyTests)]
}
