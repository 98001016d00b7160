import { existsSync, readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number; skipped: number }

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
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
export function countResults(code: number | null, reportFile?: string): Counts {
  const none = { passed: 0, failed: 0, skipped: 0 }
  if (!reportFile) return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 }
  const written = existsSync(reportFile)
  const counted = written
    ? countReport(JSON.parse(readFileSync(reportFile, 'utf8')) as PlaywrightReport | VitestReport)
    : none
  return (code !== 0 || !written) && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

function countReport(report: PlaywrightReport | VitestReport): Counts {
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    // Passed at the second attempt (CI alone makes one): Playwright names each as flaky in its list.
    return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
  }
  // A test file that does not even load has no tests to count.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
