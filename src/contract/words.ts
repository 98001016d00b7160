import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line } from './fields.ts'

const WORD_MISSING = 'Bitte geben Sie ein Wort ein'
export const wordKind = z.enum(['accepted', 'flagged'], 'accepted oder flagged')

/** A word of the blog's own list: accepted, whatever a dictionary says of it, or flagged, with what is written instead. */
export const ownWord = z.object({ id, word: z.string(), kind: wordKind, suggestion: z.string() })
export type OwnWord = z.infer<typeof ownWord>

/** Most words of a list. */
export const MOST_WORDS = 2000

const putInput = z.object({
  word: line(100, WORD_MISSING).refine((value) => value !== '', WORD_MISSING),
  kind: wordKind,
  suggestion: line(200).default(''),
})
export type PutWord = z.infer<typeof putInput>

export const words = {
  /** All of them, from A to Z. */
  list: endpoint('GET', '/words', 'approved').output(z.object({ items: z.array(ownWord) })),
  /** Puts a word on the list; one that is there is replaced. 400 at `word` where the list is full. */
  put: endpoint('POST', '/words', 'approved').input(putInput).output(ownWord),
  remove: endpoint('DELETE', '/words/{id}', 'approved', 204).input(byId).output(z.void()),
}
