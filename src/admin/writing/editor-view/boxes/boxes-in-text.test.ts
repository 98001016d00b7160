import { ensureSyntaxTree } from '@codemirror/language'
import { expect, test } from 'vitest'
import { openText } from '../../../../../tests/support/text-state.ts'
import { boxesOf } from './boxes-in-text.ts'

function boxesIn(text: string) {
  const state = openText(text)
  ensureSyntaxTree(state, state.doc.length, 60_000)
  // A state has the tree of its creation; the next one has all that was parsed.
  return boxesOf(state.update({}).state)
}

const opening = '<details>\n<summary>Mehr</summary>\n\n'
const closing = '</details>\n\n'

test('[WEEK-23] a foldable part ends at its own closing tag', () => {
  const { details } = boxesIn(`${opening}Außen.\n\n${opening}Innen.\n\n${closing}Wieder außen.\n\n${closing}`)
  expect(details.map(({ tags }) => tags.length)).toEqual([4, 4])
  expect(details[1]!.from).toBe(0)
  expect(details[1]!.to).toBeGreaterThan(details[0]!.to)
})

test('[WEEK-23] of foldable parts in each other the outer eight are boxes', () => {
  const { details } = boxesIn(opening.repeat(2000) + closing.repeat(2000))
  expect(details.length).toBe(8)
})
