import { ChangeSet, Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { changesBetween, isGone, mapPieces, type Piece } from './passages.ts'
import { docOf, lineEndsOf } from './text-steps.ts'

const WORDS = ['Modell', 'sechs', 'Gigabyte', 'und', 'die', 'Bandbreite', 'genügt', 'für', 'flüssiges', 'Lesen']

/** A small generator, so that a failing seed can be run again. */
function randomOf(seed: number) {
  let state = seed * 2654435761 + 1
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9) | 0
    return ((state >>> 0) % 1000003) % below
  }
}

/** Where each character of the first text is in the last one, as the changes say it. */
function truthOf(steps: readonly ChangeSet[], length: number): (number | null)[] {
  return Array.from({ length }, (_, at) =>
    steps.reduce<number | null>((place, changes) => {
      if (place === null) return null
      let mapped: number | null = null
      changes.iterGaps((from, newFrom, kept) => {
        if (place >= from && place < from + kept) mapped = place - from + newFrom
      })
      return mapped
    }, at),
  )
}

/** 40 texts of lookalikes with eight remarks each; every text is changed forty times by writers who cut, move and type. */
test('[TEAM-5] 320 of 320 remarks are at their characters, or gone', () => {
  let [right, gone, wrong] = [0, 0, 0]
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = randomOf(seed)
    const words = (count: number) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(' ')
    const start = Array.from({ length: 12 }, () => words(12)).join('\n')
    const passages = Array.from({ length: 8 }, () => {
      const from = random(start.length - 30)
      return { from, to: from + 8 + random(20) }
    })
    let doc = Text.of(start.split('\n'))
    const steps: ChangeSet[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      const from = random(doc.length)
      const to = Math.min(doc.length, from + (random(3) === 0 ? random(60) : 0))
      const cut = doc.sliceString(from, to)
      const moved = random(doc.length)
      const isMove = cut !== '' && (moved < from || moved > to)
      const insert = Text.of((isMove ? cut : words(random(4))).split('\n'))
      const changes = isMove
        ? [
            { from, to },
            { from: moved, insert },
          ]
        : { from, to, insert }
      const step = ChangeSet.of(changes, doc.length)
      steps.push(step)
      doc = step.apply(doc)
    }
    const truth = truthOf(steps, start.length)
    for (const { from, to } of passages) {
      const pieces = steps.reduce<Piece[]>((known, step) => mapPieces(known, step), [[from, to]])
      const alive = truth.slice(from, to).filter((place) => place !== null)
      const known = pieces.flatMap(([begin, end]) => Array.from({ length: end - begin }, (_, at) => begin + at))
      if (JSON.stringify(known) !== JSON.stringify(alive)) wrong += 1
      else if (isGone(pieces, to - from)) gone += 1
      else right += 1
    }
  }
  expect([right + gone, wrong]).toEqual([320, 0])
  expect([right > 100, gone > 20]).toEqual([true, true])
})

/** What is left of a passage behind the save of a whole text. */
function behind(before: string, passage: string, after: string): string | null {
  const doc = docOf(before, lineEndsOf(before))
  const from = doc.toString().indexOf(passage)
  const pieces = changesBetween(before, after).reduce<Piece[]>(
    (known, step) => mapPieces(known, step),
    [[from, from + passage.length]],
  )
  if (isGone(pieces, passage.length)) return null
  const changed = docOf(after, lineEndsOf(after))
  return pieces.map(([begin, end]) => changed.sliceString(begin, end)).join('|')
}

describe('[TEAM-5] behind the save of a whole text a passage', () => {
  const text = 'Eins zwei drei.\nHier passen sechs Gigabyte in den Speicher, und das genügt.\nEnde.'
  test.each([
    [
      'stays between changes on both sides of its line',
      'passen sechs Gigabyte in den Speicher',
      'Eins!\nDort passen sechs Gigabyte in den Speicher, und mehr.\nEnde!',
      'passen sechs Gigabyte in den Speicher',
    ],
    ['goes with its line', 'sechs Gigabyte', 'Eins zwei drei.\nEnde.', null],
    ['does not land on a lookalike', 'sechs Gigabyte', 'Eins zwei drei.\nEnde.\nUnd sechs Gigabyte dort.', null],
    [
      'stays with other line ends',
      'sechs Gigabyte in den',
      `Neu.\r\n${text.replaceAll('\n', '\r\n')}`,
      'sechs Gigabyte in den',
    ],
    ['stays with mixed line ends', 'sechs Gigabyte in den', `Neu.\r\n${text}`, 'sechs Gigabyte in den'],
    [
      'keeps what lives',
      'passen sechs Gigabyte in den Speicher',
      'Eins zwei drei.\nHier passen sechs Gigabyte bequem in den Speicher, und das genügt.\nEnde.',
      'passen sechs Gigabyte |in den Speicher',
    ],
  ])('%s', (_what, passage, after, expected) => expect(behind(text, passage, after)).toBe(expected))

  test('comes back from mixed line ends', () => {
    expect(behind('a\r\nsechs Gigabyte\nb', 'sechs', 'a\nsechs Gigabyte\nb')).toBe('sechs')
  })
})
