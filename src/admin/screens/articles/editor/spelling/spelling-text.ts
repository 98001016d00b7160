import type { OwnWord } from '../../../../../contract/words.ts'
import { measureReading, type TextMeasure } from '../../../../../rules/readability.ts'
import { outside, typographyOf, type Range } from '../../../../../rules/typography.ts'
import { protectedPieces, withoutPieces } from '../../../../writing/editor-view/markdown/protected-pieces.ts'

export type ProofInput = { text: string; flagged: Pick<OwnWord, 'word' | 'suggestion'>[] }

/** A position with a suggested change: typography, or a word of the dictionary. */
export type Proposal = Range & { insert: string; kind: string; before: string; after: string }
export type Proof = { measure: TextMeasure; proposals: Proposal[] }

const AROUND = 30
const WORD = /[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu
const KINDS = {
  quotes: 'Anführungszeichen',
  apostrophe: 'Apostroph',
  dash: 'Gedankenstrich',
  dots: 'Auslassung',
  space: 'Geschütztes Leerzeichen',
}

/** Runs all checks on a text, in a fixed number of passes. */
export function proofText({ text, flagged }: ProofInput): Proof {
  const { pieces, silent } = protectedPieces(text)
  const suggestions = new Map(flagged.map(({ word, suggestion }) => [word, suggestion]))
  const words =
    suggestions.size === 0
      ? []
      : [...text.matchAll(WORD)].flatMap(({ index: from, 0: word }) => {
          const insert = suggestions.get(word)
          return insert === undefined ? [] : [{ from, to: from + word.length, insert, kind: 'Wortliste' }]
        })
  const typography = typographyOf(text, pieces).map(({ kind, ...change }) => ({ ...change, kind: KINDS[kind] }))
  const proposals = [...typography, ...outside(words, pieces)].sort((a, b) => a.from - b.from)
  return {
    measure: measureReading(withoutPieces(text, silent)),
    proposals: proposals.map((one) => ({
      ...one,
      before: oneLine(text.slice(Math.max(0, one.from - AROUND), one.from)),
      after: oneLine(text.slice(one.to, one.to + AROUND)),
    })),
  }
}

function oneLine(text: string): string {
  return text.replace(/[\n\t]+/g, ' ')
}
