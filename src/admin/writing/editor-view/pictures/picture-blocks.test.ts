import { expect, test } from 'vitest'
import { openText } from '../../../../../tests/support/text-state.ts'
import { blockAt } from './picture-blocks.ts'

const picture = '![a](/storage/v1/object/public/blog-media/a.webp)'

test('[WEEK-23] thousands of changes in one long line are read once', () => {
  const line = 'Wort '.repeat(200_000)
  const state = openText(`${picture}\n\n${line}`)
  const start = picture.length + 2
  const changes = Array.from({ length: 5000 }, (_, index) => ({ from: start + index * 200, insert: 'Satz ' }))
  expect(blockAt(state.update({ changes }).state, 0)).toMatchObject({ kind: 'pictures' })
})

test('[WEEK-23] changes before, in and behind pictures find each of them again', () => {
  const state = openText(`Vorn.\n\n${picture}\n\nMitte.\n\n${picture}\n\nHinten.\n`)
  const [first, second] = [7, 7 + picture.length + 10]
  const next = state.update({
    changes: [
      { from: 0, insert: 'Ganz ' },
      { from: second + 2, to: second + 3, insert: 'b' },
      { from: state.doc.length, insert: `\n${picture}\n` },
    ],
  }).state
  const starts = [first + 5, second + 5, next.doc.length - picture.length - 1]
  expect(starts.map((at) => next.sliceDoc(at, at + 2))).toEqual(['![', '![', '!['])
  expect(starts.map((at) => blockAt(next, at)?.from)).toEqual(starts)
})
