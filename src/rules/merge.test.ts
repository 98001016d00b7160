import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedLines, mergeSet, mergeText, mergeValue, settle, type Choice } from './merge.ts'

const merged = (base: string, mine: string, theirs: string, choices?: Choice[]) =>
  settle(mergeText(base, mine, theirs), choices)

describe('[RUL-14] merging two texts that came of one', () => {
  test.each([
    ['one side alone', 'a\nb', 'a\nb', 'a\nB', 'a\nB'],
    ['both, on lines apart', 'a\n\nb\n\nc', 'A\n\nb\n\nc', 'a\n\nb\n\nC', 'A\n\nb\n\nC'],
    ['both alike', 'a\nb', 'a\nx', 'a\nx', 'a\nx'],
    ['a line after an unfinished last one', 'a', 'a\n\nb', 'X\na', 'X\na\n\nb'],
    ['a final line end given and a first line changed', 'a\n\nb', 'a\n\nb\n', 'A\n\nb', 'A\n\nb\n'],
    ['Windows line ends', 'a\r\n\r\nb', 'A\r\n\r\nb', 'a\r\n\r\nb\r\nc', 'A\r\n\r\nb\r\nc'],
    ['removed here, written there', 'a\n\nb\n\nc\n', 'a\n\nc\n', 'a\n\nb\n\nc\n\nd\n', 'a\n\nc\n\nd\n'],
    ['from nothing', '', 'a', '', 'a'],
  ])('%s', (_name, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toBe(expected)
    expect(merged(base, theirs, mine)).toBe(expected)
  })

  test('the same line on both sides waits for a choice; each gives what it says', () => {
    const texts = ['eins\nzwei\ndrei', 'eins\nZWEI\ndrei', 'eins\n2\ndrei'] as const
    expect(merged(...texts)).toBeNull()
    expect(merged(...texts, ['mine'])).toBe('eins\nZWEI\ndrei')
    expect(merged(...texts, ['theirs'])).toBe('eins\n2\ndrei')
    expect(merged(...texts, ['both'])).toBe('eins\nZWEI\n2\ndrei')
  })

  test('of one writer the longer text is taken where it begins with the other, and of two people neither', () => {
    const own = (...texts: [string, string, string]) => settle(mergeText(...texts, { sameWriter: true }))
    const [base, short, long] = ['eins, z\n\nEnde', 'eins, zw\n\nEnde', 'eins, zwei\nund drei\n\nEnde'] as const
    expect(own(base, short, long)).toBe(long)
    expect(own(base, long, short)).toBe(long)
    expect(merged(base, short, long)).toBeNull()
    // What one took away is no beginning of what the other wrote.
    expect(own('eins zwei', 'eins', 'eins zwei drei')).toBeNull()
    expect(own('eins', '', 'eins zwei')).toBeNull()
    expect(own('eins', 'eins zwei', 'eins drei')).toBeNull()
  })

  test('thirty thousand equal lines take no time and break nothing', () => {
    const base = 'x\n\n'.repeat(15_000)
    expect(merged(base, `oben\n${base}`, `${base}unten\n`)).toBe(`oben\n${base}unten\n`)
  })

  test('fields and lists', () => {
    expect(mergeValue('a', 'a', 'b')).toBe('b')
    expect(mergeValue('a', 'c', 'b')).toBeUndefined()
    expect(mergeSet(['a', 'b'], ['b', 'x'], ['a', 'b', 'y'])).toEqual(['b', 'x', 'y'])
    expect(mergeSet(['a'], ['a'], [])).toEqual([])
  })
})

describe('[RUL-14] whatever is typed', () => {
  const eol = fc.constantFrom('\n', '\r\n')
  /** Texts of few different lines, so that many are alike and move about. */
  const line = fc.constantFrom('', 'Absatz', 'Noch einer', '- Punkt', '🦊', '\tTab', 'Ende  ', 'constructor')
  const text = fc.tuple(fc.array(line, { maxLength: 9 }), eol, fc.boolean()).map(([lines, end, ended]) => {
    return lines.join(end) + (ended ? end : '')
  })
  const linesIn = (value: string) => value.split(/\r\n|\r|\n/)
  const count = (lines: string[]) => {
    const counts = new Map<string, number>()
    for (const item of lines) counts.set(item, (counts.get(item) ?? 0) + 1)
    return counts
  }

  test('no line that either side typed vanishes: it is in the merged text or in a conflict', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const { parts } = mergeText(base, mine, theirs)
        const there = count(
          parts.flatMap((part) => (part.kind === 'settled' ? linesIn(part.text) : linesIn(part.mine + part.theirs))),
        )
        const before = count(linesIn(base))
        for (const side of [mine, theirs]) {
          for (const [typed, times] of count(linesIn(side))) {
            if (typed === '' || times <= (before.get(typed) ?? 0)) continue
            expect(there.get(typed) ?? 0).toBeGreaterThan(0)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('lines apart merge cleanly and both changes are in the result, byte for byte', () => {
    const unique = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(unique, eol, fc.nat(), fc.nat(), (lines, end, first, second) => {
        const at = first % lines.length
        const other = second % lines.length
        fc.pre(Math.abs(at - other) > 1)
        const replaced = (changes: Record<number, string>) =>
          lines.map((value, index) => changes[index] ?? value).join(end)
        const result = merged(replaced({}), replaced({ [at]: 'MEINS' }), replaced({ [other]: 'DEINS' }))
        expect(result).toBe(replaced({ [at]: 'MEINS', [other]: 'DEINS' }))
      }),
    )
  })

  test('one side alone is taken to the byte, and choosing a side everywhere keeps all its lines', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(merged(base, base, theirs)).toBe(theirs)
        expect(merged(base, mine, base)).toBe(mine)
        const merge = mergeText(base, mine, theirs)
        const choices = merge.parts.filter((part) => part.kind === 'conflict').map((): Choice => 'both')
        expect(settle(merge, choices)).not.toBeNull()
      }),
    )
  })

  test('changed lines turn one list into the other', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const result = [...before]
        for (const { from, to, newFrom, newTo } of changedLines(before, after).toReversed())
          result.splice(from, to - from, ...after.slice(newFrom, newTo))
        expect(result).toEqual(after)
      }),
    )
  })
})
