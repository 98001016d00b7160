import type { ChangeSet } from '@codemirror/state'
import type { PassageInput, Remarks } from '../../contract/articles/remarks.ts'
import { LONGEST_QUOTE } from '../../rules/limits.ts'
import { changesBetween, mapPieces, type Piece } from '../../rules/passages.ts'
import { docOf, lineEndsOf } from '../../rules/text-steps.ts'
import type { OpenArticle } from './open-article.ts'

/**
 * The changes from the server's text to the one that is seen here, each to be mapped over by itself; null while the two cannot be
 * compared: the server's is ahead, or has another history.
 */
export function changesHere(
  article: OpenArticle,
  text: string,
  { version, log }: Pick<Remarks, 'version' | 'log'>,
): ChangeSet[] | null {
  const { written } = article
  const { shared } = written
  if (shared) return log?.epoch === shared.epoch ? shared.since(log.seq) : null
  if (written.getSnapshot().base?.version !== version) return null
  return changesBetween(written.savedText().content_markdown, text)
}

/** How pieces of the server's text are placed in the text that is seen here; null while the two cannot be compared. */
export function placedHere(
  article: OpenArticle,
  text: string,
  at: Pick<Remarks, 'version' | 'log'>,
): ((pieces: readonly Piece[]) => Piece[]) | null {
  const changes = changesHere(article, text, at)
  return changes && ((pieces) => changes.reduce<Piece[]>((known, change) => mapPieces(known, change), [...pieces]))
}

/**
 * A range of the text that is seen here, as the server knows it: call it once everything was sent. Null where the server does not
 * have these characters.
 */
export function passageOnServer(
  article: OpenArticle,
  text: string,
  { from, to }: { from: number; to: number },
): PassageInput | null {
  const { written } = article
  const { shared } = written
  const { base } = written.getSnapshot()
  const saved = written.savedText().content_markdown
  const back = shared ? [] : changesBetween(text, saved)
  const onServer = (at: number) =>
    shared ? shared.placeOnServer(at) : back.reduce((place, change) => change.mapPos(place), at)
  const place = { from: onServer(from), to: onServer(to) }
  const quote = docOf(saved, shared?.lineEnds ?? lineEndsOf(saved)).sliceString(place.from, place.to)
  if (quote === '' || !base) return null
  const named = { ...place, quote: quote.slice(0, LONGEST_QUOTE) }
  return shared ? { ...named, log: { epoch: shared.epoch, seq: shared.seq } } : { ...named, version: base.version }
}
