import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ADMIN = join(import.meta.dirname, '..')
const sources = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, lines: readFileSync(join(ADMIN, path), 'utf8').split('\n') }))

/** The element that begins in a line, to the end of the one that closes it. */
function element(lines: readonly string[], from: number): string {
  if (lines[from]?.endsWith('/>')) return lines[from]
  const indent = lines[from]?.search(/\S/) ?? 0
  const end = lines.findIndex(
    (line, index) => index > from && line.search(/\S/) === indent && line.trim().startsWith('/>'),
  )
  return lines.slice(from, end + 1).join('\n')
}

test('every empty screen says what it is for, and offers one next action', () => {
  const states = sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      line.includes('<ScreenState') ? [{ place: `${path}:${index + 1}`, text: element(lines, index) }] : [],
    ),
  )
  expect(states.length).toBeGreaterThan(25)
  const wanting = (what: string) =>
    states.filter(({ text }) => !new RegExp(`\\s${what}=`).test(text)).map(({ place }) => place)
  expect(wanting('sentence')).toEqual([])
  expect(wanting('action')).toEqual([])
})
