import { ChangeSet, Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { growsTooFast } from '../../tests/support/growth.ts'
import {
  applyStep,
  applySteps,
  docOf,
  hashOfText,
  lineEndsOf,
  readStep,
  stepBetween,
  tearsCharacter,
  textOfDoc,
  widen,
} from './text-steps.ts'

const step = (length: number, ...changes: { from: number; to?: number; insert?: string }[]) =>
  ChangeSet.of(
    changes.map(({ from, to, insert = '' }) => ({ from, to: to ?? from, insert: Text.of(insert.split('\n')) })),
    length,
  )

test.each(['', 'a', '\uFEFFa\nb', 'a\r\nb\r\n', 'a\rb', 'a\r\nb\nc', 'a\n\r\nb', '\n', '\r\n'])(
  'a text is the same byte for byte after it was counted: %j',
  (text) => expect(textOfDoc(docOf(text, lineEndsOf(text)), lineEndsOf(text))).toBe(text),
)

describe('[TEAM-15] no change tears a character', () => {
  const doc = Text.of(['a😀b'])
  test.each([
    ['deletes the first half', step(4, { from: 1, to: 2 }), 'ab'],
    ['deletes the second half', step(4, { from: 2, to: 3 }), 'ab'],
    ['replaces the second half by that of a neighbour', step(4, { from: 2, to: 3, insert: '\ude01' }), 'a😁b'],
    ['types between the halves', step(4, { from: 2, insert: 'x' }), 'axb'],
    ['deletes from within', step(4, { from: 2, to: 4 }), 'a'],
    ['touches both halves in two changes', step(4, { from: 1, to: 2, insert: 'x' }, { from: 2, to: 3 }), 'axb'],
  ])('%s', (_what, changes, expected) => {
    expect(tearsCharacter(changes, doc)).toBe(true)
    const wide = widen(changes, doc)
    expect(tearsCharacter(wide, doc)).toBe(false)
    expect(wide.apply(doc).toString()).toBe(expected)
  })

  test('a change of whole characters stays the same object', () => {
    const changes = step(4, { from: 1, to: 3, insert: '🦊' })
    expect(widen(changes, doc)).toBe(changes)
  })
})

test.each([
  ['', 'a'],
  ['a\nb\nc', 'a\nx\nc'],
  ['a\nb', 'a'],
  ['a', 'a\nb\n'],
  ['a\nb\nc\n', 'c\n'],
  ['a\n😀\nb', 'a\n😁\nb'],
  ['👨‍👩‍👧 da', '👨‍👩‍👦 da'],
  ['x😀', 'x😁'],
  ['a\nb', 'b\na'],
  ['eins\nzwei\ndrei', 'eins\nzwo\n\ndrei\nvier'],
])('the step between two texts leads from one to the other without torn characters: %j, %j', (before, after) => {
  const [from, to] = [docOf(before, 'lf'), docOf(after, 'lf')]
  const changes = stepBetween(from, to)
  expect(changes.apply(from).toString()).toBe(after)
  expect(tearsCharacter(changes, from)).toBe(false)
})

test('a step from the wire is refused unless it fits the text', () => {
  expect(
    readStep([1, [0, 'x'], 2], 3)
      ?.apply(Text.of(['abc']))
      .toString(),
  ).toBe('axbc')
  for (const json of [[1], [4], 'x', null, [[1, 'a\nb'], 2], [[-1], 4], [1.5, [0, 'x'], 1.5], [{}], [3, [0, 1]]])
    expect(readStep(json, 3), JSON.stringify(json)).toBeNull()
})

test('texts that differ in one character have different hashes', () => {
  const hashes = new Set(['', 'a', 'b', 'ab', 'ba', 'a\n', 'a\r\n', '😀', '😁'].map(hashOfText))
  expect(hashes.size).toBe(9)
})

describe('a step of many changes', () => {
  const many = (line: string, count: number) =>
    step(
      line.length * count,
      ...Array.from({ length: count }, (_, at) => ({
        from: at * line.length,
        to: at * line.length + (at % 3),
        insert: at % 2 ? 'x' : 'zwei\nZeilen',
      })),
    )

  test('is applied as its changes one by one', () => {
    for (const line of ['wort ', 'a\r\nb\n', '\n\n\n', '😀😀'])
      for (const count of [1, 19, 20, 21, 300]) {
        const doc = Text.of(line.repeat(count).split('\n'))
        const changes = many(line, count)
        const after = applyStep(changes, doc)
        expect(after.eq(changes.apply(doc))).toBe(true)
        expect(after.lines).toBe(changes.apply(doc).lines)
      }
  })

  test('costs as much as the text is long, also in one long line', () => {
    const apply = (count: number) =>
      void applyStep(many('wort '.repeat(40), count), docOf('wort '.repeat(40 * count), 'lf'))
    expect(growsTooFast(4000, apply)).toBeNull()
  })
})

describe('a text behind several steps', () => {
  test('is the same as behind each of them by itself', () => {
    let state = 1
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let round = 0; round < 200; round += 1) {
      const doc = docOf('ab\ncd '.repeat(random(30)), 'lf')
      const steps: ChangeSet[] = []
      let after = doc
      for (let count = random(40); count > 0; count -= 1) {
        const from = random(after.length + 1)
        const to = Math.min(after.length, from + random(4))
        steps.push(step(after.length, { from, to, insert: ['', 'x', 'y\nz'][random(3)]! }))
        after = steps.at(-1)!.apply(after)
      }
      const known = applySteps(steps, doc)
      expect(known.eq(after)).toBe(true)
      expect(known.lines).toBe(after.lines)
    }
  })

  test('costs as much as the text is long, also in one long line', () => {
    const apply = (count: number) => {
      const length = 800 * count
      const steps = Array.from({ length: count }, (_, index) =>
        step(length + index, { from: 801 * index, insert: 'x' }),
      )
      applySteps(steps, docOf('x'.repeat(length), 'lf'))
    }
    expect(growsTooFast(2000, apply)).toBeNull()
  })
})
