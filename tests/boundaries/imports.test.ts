import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGES } from './exact-words.ts'

// Every file under fixtures/ stands where a real one would stand and says in its first line what lint must make of it:
// `// must fail: <message or rule>` or `// must pass`.
const root = join(import.meta.dirname, '..', '..')
const fixtures = join(import.meta.dirname, 'fixtures')
const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(fixtures, join(entry.parentPath, entry.name)))
  .sort()

type Diagnostic = { code: string; message: string; help?: string; filename: string }
const words = (one: Diagnostic) => `${one.code} ${one.message} ${one.help ?? ''}`

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

describe('boundaries', () => {
  test.each(files)('%s', (file) => {
    const [, verdict, expected] =
      /^\/\/ must (fail|pass)(?:: (.+))?\n/.exec(readFileSync(join(fixtures, file), 'utf8')) ?? []
    const found = diagnostics.filter((one) => one.filename === file).map(words)
    if (verdict === 'pass') expect(found).toEqual([])
    else expect(found).toEqual([expect.stringContaining(expected ?? 'a first line that says what must happen')])
  })

  test('every restriction of oxlint.config.ts has a fixture that fails', () => {
    const config = readFileSync(join(root, 'oxlint.config.ts'), 'utf8')
    const messages = [
      ...[...config.matchAll(/(?:forbid|upwards|noCalls)\(\s*'([^']+)'/g)].map((match) => match[1]),
      ...Object.values(MESSAGES),
    ]
    expect(messages.length).toBeGreaterThan(15)
    const shown = diagnostics.map(words).join('\n')
    expect(messages.filter((message) => !shown.includes(message ?? ''))).toEqual([])
  })
})
