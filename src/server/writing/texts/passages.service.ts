import { isDeepStrictEqual } from 'node:util'
import type { ChangeSet } from '@codemirror/state'
import { changesBetween, isGone, mapPieces, recount, type Piece } from '../../../rules/passages.ts'
import { isOutdated, mapParts, type Part } from '../../../rules/suggestions.ts'
import { lineEndsOf } from '../../../rules/text-steps.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/transaction.ts'
import * as queries from './passages.queries.ts'
import * as suggestions from './suggestions.queries.ts'
import type { TypedSteps } from './text-noun.ts'
import type { WrittenTables } from './written-tables.ts'

/**
 * Maps the passages of a locked text and its suggestions to its working text `content` (RUL-60, TEAM-6): over the single steps where they
 * are known, otherwise over the difference. A text that was written without this, by the former release, is noticed by its content.
 */
export async function followPassages(
  tx: Tx,
  tables: WrittenTables,
  id: string,
  { content, typed }: { content: string; typed?: TypedSteps },
): Promise<void> {
  const former = await queries.findPassageText(tx, id)
  // Steps may cut a passage and paste its words again: the text is the same then, and the passage gone.
  if (former === null || (former === content && !typed?.steps.length)) return
  const changes: ChangeSet[] = []
  let at = former
  const to = (text: string) => {
    if (text !== at) changes.push(...changesBetween(at, text))
    at = text
  }
  if (typed && typed.steps.length > 0) {
    const { before, after, lineEnds, steps } = typed
    to(before)
    changes.push(...recount(at, lineEndsOf(at), lineEnds), ...steps.map((step) => step.changes))
    at = after
    changes.push(...recount(at, lineEnds, lineEndsOf(at)))
  }
  to(content)
  let isAnyGone = false
  const moved = new Map<string, Piece[]>()
  for (const { id: remark, pieces, length } of await queries.listPieces(tx, tables, id)) {
    const mapped = changes.reduce<Piece[]>((known, change) => mapPieces(known, change), pieces)
    if (!isDeepStrictEqual(mapped, pieces)) moved.set(remark, mapped)
    isAnyGone ||= isGone(mapped, length) && !isGone(pieces, length)
  }
  await queries.setEach(tx, { table: 'remarks', column: 'pieces' }, moved)
  if (isAnyGone) await tellRemarks(tx, id)
  await followSuggestions(tx, tables, id, changes)
  await queries.putPassageText(tx, tables, id, content)
}

async function followSuggestions(
  tx: Tx,
  tables: WrittenTables,
  id: string,
  changes: readonly ChangeSet[],
): Promise<void> {
  let isAnyGone = false
  const moved = new Map<string, Part[]>()
  for (const { id: suggestion, parts, length } of await suggestions.listParts(tx, tables, id)) {
    const mapped = changes.reduce<Part[]>((known, change) => mapParts(known, change), parts)
    if (!isDeepStrictEqual(mapped, parts)) moved.set(suggestion, mapped)
    isAnyGone ||= isOutdated(mapped, length) && !isOutdated(parts, length)
  }
  await queries.setEach(tx, { table: 'suggestions', column: 'parts' }, moved)
  if (isAnyGone) await tellSuggestions(tx, id)
}

/** Begins to map passages of a locked text, whose working text is `content`. */
export async function beginPassages(tx: Tx, tables: WrittenTables, id: string, content: string): Promise<void> {
  if ((await queries.findPassageText(tx, id)) === null) await queries.putPassageText(tx, tables, id, content)
  else await followPassages(tx, tables, id, { content })
}

/** Tells clients that the remarks of a text have changed, or that a passage is gone. */
export function tellRemarks(tx: Tx, id: string): Promise<void> {
  return announce(tx, { noun: 'remarks', id, verb: 'updated', hidden: true })
}

/** Tells clients that the suggestions in a text have changed, or that the place of one is gone. */
export function tellSuggestions(tx: Tx, id: string): Promise<void> {
  return announce(tx, { noun: 'suggestions', id, verb: 'updated', hidden: true })
}
