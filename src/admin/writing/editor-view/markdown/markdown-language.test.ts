import { TreeFragment, type Tree } from '@lezer/common'
import type { MarkdownParser } from '@lezer/markdown'
import { expect, test } from 'vitest'
import { articleLanguage, DEEPEST, LONGEST_PARAGRAPH } from './markdown-language.ts'

/** Our grammar, with a counter of the positions at which it looks for inline marks. */
function counting() {
  const counted = { steps: 0 }
  const parser = (articleLanguage.parser as MarkdownParser).configure({
    parseInline: [
      {
        name: 'Count',
        before: 'FootnoteReference',
        parse: () => {
          counted.steps += 1
          return -1
        },
      },
    ],
  })
  return { parser, counted }
}

/** Number of positions visited for one character typed in the middle of a text. */
function costOfALetter(text: string): number {
  const { parser, counted } = counting()
  const tree = parser.parse(text)
  const at = text.length / 2
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(tree), [
    { fromA: at, toA: at, fromB: at, toB: at + 1 },
  ])
  counted.steps = 0
  parser.parse(`${text.slice(0, at)}x${text.slice(at)}`, fragments)
  return counted.steps
}

function depthOf(tree: Tree): number {
  let [deepest, depth] = [0, 0]
  tree.iterate({ enter: () => void (deepest = Math.max(deepest, (depth += 1))), leave: () => void (depth -= 1) })
  return deepest
}

const SENTENCE = 'Ein Satz mit **fetten** Worten, [einem Verweis](https://example.org/a) und `Code`. '

test('the cost of a character depends on its paragraph, not on the length of the text', () => {
  const paragraph = SENTENCE.repeat(10)
  const short = costOfALetter(`${paragraph}\n\n`.repeat(10))
  expect(short).toBeGreaterThan(0)
  expect(costOfALetter(`${paragraph}\n\n`.repeat(1000))).toBeLessThan(4 * paragraph.length)
})

test('in a very long paragraph the cost of a character does not grow with its length', () => {
  expect(costOfALetter(SENTENCE.repeat(400))).toBeLessThan(LONGEST_PARAGRAPH)
  expect(costOfALetter(SENTENCE.repeat(20_000))).toBeLessThan(10)
})

test.each([
  ['in a line', '- '.repeat(4000)],
  ['in quotes', '> '.repeat(4000)],
  ['by numbers', '1. '.repeat(4000)],
])('lists %s are parsed down to the maximum depth', (_where, marks) => {
  const tree = articleLanguage.parser.parse(`${marks}Wort\n\nAbsatz **danach**.`)
  expect(depthOf(tree)).toBeLessThan(3 * DEEPEST)
  expect(tree.toString()).toContain('StrongEmphasis')
})
