import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGES } from './exact-words.ts'

// Every file under fixtures/ stands where a real one would stand. `// fails: <message or rule>` says what lint reports about the
// next line, `// fails anywhere: …` what it reports about the file.
const root = join(import.meta.dirname, '..', '..')
const fixtures = join(import.meta.dirname, 'fixtures')
const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(fixtures, join(entry.parentPath, entry.name)))
  .sort()

type Diagnostic = {
  code: string
  message: string
  help?: string
  filename: string
  labels: { span: { line: number } }[]
}
const words = (one: Diagnostic) => `${one.code} ${one.message} ${one.help ?? ''}`

const lineOf = ({ labels }: Diagnostic) => labels[0]?.span.line ?? 0

let project: string
let diagnostics: Diagnostic[]

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'blog-cms-boundaries-'))
  cpSync(fixtures, project, { recursive: true })
  for (const file of [
    'oxlint.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.browser.json',
    'tsconfig.server.json',
    'tsconfig.tests.json',
    'tests/boundaries/exact-words.ts',
    'tests/boundaries/literals.ts',
  ]) {
    cpSync(join(root, file), join(project, file))
  }
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  // It exits with an error, as it should.
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--format=json', 'src', 'tests'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error)
  diagnostics = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('lint', () => {
  test.each(files)('reports what %s says', (file) => {
    const lines = readFileSync(join(fixtures, file), 'utf8').split('\n')
    const expected = lines.flatMap((line, index) => {
      const [, anywhere, report] = /^\s*\/\/ fails( anywhere)?: (.+)$/.exec(line) ?? []
      return report === undefined ? [] : [{ line: anywhere ? 0 : index + 2, report }]
    })
    const found = diagnostics
      .filter((one) => one.filename === file)
      .toSorted((one, other) => lineOf(one) - lineOf(other))
      .map((one) => ({ line: lineOf(one), report: words(one) }))
    expect(found).toEqual(
      expected.map(({ line, report }) => ({
        line: line === 0 ? expect.any(Number) : line,
        report: expect.stringContaining(report),
      })),
    )
  })

  test('has a line that fails for every message of oxlint.config.ts', () => {
    const config = readFileSync(join(root, 'oxlint.config.ts'), 'utf8')
    const messages = [
      ...[...config.matchAll(/noCalls\(\s*'([^']+)'|message: '([^']+)'/g)].map(([, call, one]) => call ?? one ?? ''),
      ...Object.values(MESSAGES),
    ]
    expect(messages.length).toBeGreaterThan(5)
    const shown = diagnostics.map(words).join('\n')
    expect(messages.filter((message) => !shown.includes(message))).toEqual([])
  })
})
