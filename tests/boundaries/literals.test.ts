import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LITERALS } from './literals.ts'

const specs = join(import.meta.dirname, '..', 'e2e')

/** The tests of a spec file, each with what the file says before the first one. */
function testsOf(file: string): string[] {
  const [head = '', ...tests] = readFileSync(join(specs, file), 'utf8').split(/^ {0,4}(?=(?:test|withEditor)\()/m)
  return tests.map((body) => body + head)
}
const tests = readdirSync(specs)
  .filter((file) => file.endsWith('.spec.ts'))
  .flatMap(testsOf)
const titleOf = (body: string) => /^\w+\(\s*['`](.*)/.exec(body)?.[1] ?? ''

/** Whether a test names the literal in quotes or at the head of a pattern, whole or with what differs behind it. */
function names(body: string, literal: string): boolean {
  const parts = literal.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\\?\$&`))
  const anything = String.raw`[^'"\n]+`
  return new RegExp(`(?:['\`]|/\\^?)${parts.join(anything)}(?:['\`]|[ $\\\\])`).test(body)
}

// How it is matched is seen to by lint (words/exact): in its place, whole, with its capitals.
describe.each(Object.entries(LITERALS))('%s', (row, literals) => {
  const ofRow = tests.filter((body) => titleOf(body).includes(`[${row}]`))

  test.each(literals)('a browser test of this row names `%s`', (literal) => {
    expect(ofRow.length, 'tests with the id of the row').toBeGreaterThan(0)
    expect(ofRow.some((body) => names(body, literal))).toBe(true)
  })
})
