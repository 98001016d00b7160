import { forgetApproval } from './approval.service.ts'
import type { Text } from '@codemirror/state'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import type { SavedSuggestions, SuggestionDecision, Suggestions } from '../../../contract/articles/suggestions.ts'
import { MOST_CHARACTERS } from '../../../rules/articles.ts'
import { LONGEST_QUOTE, MOST_SUGGESTIONS } from '../../../rules/limits.ts'
import { recount } from '../../../rules/passages.ts'
import { personName } from '../../../rules/person-name.ts'
import { changeOf, isOutdated, mapParts, partsBack, removedLength, type Part } from '../../../rules/suggestions.ts'
import { applyStep, docOf, lineEndsOf, tearsCharacter, textOfDoc } from '../../../rules/text-steps.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { cannotWrite } from '../../platform/transient.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { beginSteps, foldSteps } from './fold.service.ts'
import { lineEndsIn } from './heads.service.ts'
import { conflictOf, settled } from './locked-text.service.ts'
import { contentOf, lockPassages, logOf, stepsBehind } from './passage-lock.ts'
import { hasPassages } from './passages.queries.ts'
import { tellSuggestions } from './passages.service.ts'
import { insertStep, updateHead } from './steps.queries.ts'
import { refuseTyping } from './steps.service.ts'
import * as queries from './suggestions.queries.ts'
import type { SuggestionRow } from './suggestions.queries.ts'
import type { LockedText, TextNoun, TextTypes } from './text-noun.ts'
import { livingVersion, type WrittenTables } from './written-tables.ts'

/** A decision can be taken back for a day. */
const KEPT_MS = 86_400_000

/** The open suggestions of a text, with where its working text stands (TEAM-6). Error: 404. */
export async function listSuggestions<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  id: string,
): Promise<Suggestions> {
  const version = await livingVersion(db, noun.tables, id)
  if (version === null) throw new ApiError('not_found')
  if (!(await hasPassages(db, id))) return { version, log: await logOf(db, id), items: [] }
  return inTransaction(db, async (tx) => {
    await lockPassages(tx, noun, id)
    return listOf(tx, noun, id)
  }).catch(async (error: unknown) => {
    // While nothing can be written, places are as they were mapped last.
    if (!cannotWrite(error)) throw error
    return { version, log: null, items: await queries.listOpen(db, noun.tables, id) }
  })
}

async function listOf<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<Suggestions> {
  const version = found(await livingVersion(tx, noun.tables, id))
  return { version, log: await logOf(tx, id), items: await queries.listOpen(tx, noun.tables, id) }
}

/** Writes, changes and takes back own suggestions. Errors: those of the endpoint. */
export async function saveSuggestions<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, items, version, log }: SavedSuggestions,
  actor: Actor,
): Promise<Suggestions & { closed: string[] }> {
  return settled(db, noun, { id }, () =>
    inTransaction(db, async (tx) => {
      const locked = await lockPassages(tx, noun, id)
      const steps = log ? await stepsBehind(tx, id, log) : version === locked.row.version ? [] : null
      if (!steps) throw await conflictOf(tx, noun, id, 'Der Text ist inzwischen geändert worden.')
      const content = contentOf(locked)
      const doc = docOf(content, lineEndsOf(content))
      const length = steps[0]?.length ?? doc.length
      const known = await queries.findSuggestions(
        tx,
        noun.tables,
        id,
        items.map((item) => item.id),
      )
      await refuseOthers(tx, items, known, actor)
      const closed: string[] = []
      let isChanged = false
      for (const { id: suggestion, n, parts } of items) {
        const row = known.get(suggestion)
        if (row && (row.state === 'accepted' || row.state === 'refused')) closed.push(suggestion)
        else if (!row || n > row.n) {
          if ((parts.at(-1)?.[1] ?? 0) > length) throw invalidField('items', 'Diese Stelle gibt es im Text nicht')
          const mapped = steps.reduce<Part[]>((all, step) => mapParts(all, step), parts)
          await put(
            tx,
            noun.tables,
            { textId: id, id: suggestion, n, sent: parts, parts: mapped, doc, row: row ?? null },
            actor,
          )
          isChanged = true
        }
      }
      if (isChanged) {
        await refuseTooMany(tx, noun.tables, id)
        await tellSuggestions(tx, id)
      }
      return { ...(await listOf(tx, noun, id)), closed }
    }),
  )
}

/** 400 for an id that is somebody else's, or of another text. */
async function refuseOthers(
  tx: Tx,
  items: SavedSuggestions['items'],
  known: ReadonlyMap<string, SuggestionRow>,
  { caller }: Actor,
): Promise<void> {
  const isOthers = [...known.values()].some((row) => row.author_id !== caller.userId)
  const unknown = items.map(({ id }) => id).filter((one) => !known.has(one))
  if (isOthers || new Set(items.map(({ id }) => id)).size < items.length || (await queries.isTaken(tx, unknown)))
    throw invalidField('items', 'Diese Kennung ist vergeben')
}

async function refuseTooMany(tx: Tx, tables: WrittenTables, id: string): Promise<void> {
  const { count, characters } = await queries.sizeOfOpen(tx, tables, id)
  if (count > MOST_SUGGESTIONS || characters > MOST_CHARACTERS)
    throw new ApiError('payload_too_large', {
      message: `Ein Text nimmt höchstens ${MOST_SUGGESTIONS} offene Vorschläge auf. Bitte zuerst einige entscheiden.`,
    })
  await queries.thinDecided(tx, tables, id, MOST_SUGGESTIONS)
}

/** `parts`: what is left of the sent ones in the text of now; none where others have deleted their place meanwhile. */
type Put = { textId: string; id: string; n: number; sent: Part[]; parts: Part[]; doc: Text; row: SuggestionRow | null }

async function put(
  tx: Tx,
  tables: WrittenTables,
  { textId, id, n, sent, parts, doc, row }: Put,
  { caller, now }: Actor,
): Promise<void> {
  const at = now.toISOString()
  const withdrawn = { decided_at: at, decided_by: caller.userId, state: 'withdrawn' } as const
  const isEmpty = sent.every(([from, to, insert]) => from === to && insert === '')
  // What it was stays, so that taking it back can be taken back.
  if (isEmpty && row) return queries.updateSuggestion(tx, id, { n, ...withdrawn })
  if (isEmpty) return
  if (tearsCharacter(changeOf(parts, doc.length), doc))
    throw invalidField('items', 'Der Vorschlag zerteilt ein Zeichen')
  const columns = {
    n,
    parts: JSON.stringify(parts),
    length: removedLength(sent),
    removed: beginning(parts.map(([from, to]) => doc.sliceString(from, Math.min(to, from + LONGEST_QUOTE)))),
    // Its words stay, also without their place.
    inserted: beginning(sent.map(([, , insert]) => insert)),
    state: 'open',
    decided_at: null,
    decided_by: null,
    changed_at: at,
  } as const
  if (row) return queries.updateSuggestion(tx, id, columns)
  const owner = { article_id: null, page_id: null, [tables.owner]: textId }
  await queries.insertSuggestion(tx, { id, ...owner, author_id: caller.userId, created_at: at, ...columns })
}

/** A cut may leave half a character. */
const beginning = (words: readonly string[]) =>
  words
    .join(' … ')
    .slice(0, LONGEST_QUOTE)
    .replaceAll(/\p{Surrogate}/gu, '')

/** Accepts or refuses suggestions. Errors: those of the endpoint. */
export async function decideSuggestions<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, decision, items }: SuggestionDecision,
  actor: Actor,
): Promise<Suggestions & { left: string[] }> {
  return inTransaction(db, async (tx) => {
    const locked = await lockPassages(tx, noun, id)
    await refuseTyping(tx, noun, id, actor.caller)
    const rows = await mustFind(
      tx,
      noun.tables,
      id,
      items.map((item) => item.id),
    )
    const state = decision === 'accept' ? 'accepted' : 'refused'
    const due: SuggestionRow[] = []
    // Sent again, since the response was lost.
    const isDone = ({ id: suggestion, n }: { id: string; n: number }) => {
      const row = rows.get(suggestion)!
      return row.state === state && row.decided_by === actor.caller.userId && row.n === n
    }
    const isRepeated = items.some(isDone)
    for (const item of items) {
      if (isDone(item)) continue
      const row = rows.get(item.id)!
      await refuseUndecidable(tx, row, item.n)
      // The first request has left behind those whose place went with another one.
      if (state === 'accepted' && isOutdated(row.parts, row.length) && !isRepeated)
        throw refusal('Die Stelle gibt es im Text nicht mehr.')
      due.push(row)
    }
    const left = state === 'accepted' ? await apply(tx, noun, locked, due, actor) : []
    const decided = due.filter((row) => !left.includes(row.id))
    const columns = { state, decided_at: actor.now.toISOString(), decided_by: actor.caller.userId } as const
    for (const row of decided) await queries.updateSuggestion(tx, row.id, columns)
    if (decided.length > 0) {
      await tellSuggestions(tx, id)
      await notifyAuthors(tx, { noun: noun.tables.texts, id, title: locked.row.title }, decided, state, actor)
    }
    return { ...(await listOf(tx, noun, id)), left }
  })
}

async function mustFind(tx: Tx, tables: WrittenTables, textId: string, ids: readonly string[]) {
  const rows = await queries.findSuggestions(tx, tables, textId, ids)
  if (ids.some((one) => !rows.has(one))) throw new ApiError('not_found')
  return rows
}

const refusal = (message: string) => new ApiError('suggestion_state', { message })

/** 409 `suggestion_state` with what happened to it instead. */
async function refuseUndecidable(tx: Tx, row: SuggestionRow, n: number): Promise<void> {
  const who = async (id: string | null) => {
    const select = tx
      .selectFrom('users')
      .select(['email', 'display_name'])
      .where('id', '=', id ?? '')
    const person = await select.executeTakeFirst()
    return person ? personName(person) : 'Jemand'
  }
  if (row.state === 'withdrawn') throw refusal('Dieser Vorschlag ist zurückgezogen.')
  if (row.state !== 'open') {
    const done = row.state === 'accepted' ? 'angenommen' : 'abgelehnt'
    throw refusal(`${await who(row.decided_by)} hat diesen Vorschlag schon ${done}.`)
  }
  if (row.n !== n)
    throw refusal(`${await who(row.author_id)} hat diesen Vorschlag eben geändert. Bitte sehen Sie ihn noch einmal an.`)
}

/**
 * Writes suggestions into a locked text, each as a step of the actor that names its author, and leaves in their rows what takes them back.
 * Returns the ids of those whose place went with another one. Error: 413.
 */
async function apply<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  { row: text }: LockedText<T>,
  rows: readonly SuggestionRow[],
  { caller, now }: Actor,
): Promise<string[]> {
  if (rows.length === 0) return []
  const head = await beginSteps(tx, noun, text, now)
  const ends = lineEndsIn(head.line_ends)
  const at = now.toISOString()
  let doc = docOf(head.content, ends)
  let seq = head.seq
  const left: string[] = []
  const back = new Map<string, Part[]>()
  let waiting = rows.toSorted((a, b) => (a.parts[0]?.[0] ?? 0) - (b.parts[0]?.[0] ?? 0))
  while (waiting.length > 0) {
    const [{ id, parts, length, author_id, state }, ...rest] = waiting as [SuggestionRow, ...SuggestionRow[]]
    waiting = rest
    if (isOutdated(parts, length)) {
      left.push(id)
      continue
    }
    const step = changeOf(parts, doc.length)
    seq += 1
    await insertStep(tx, {
      text_id: text.id,
      epoch: head.epoch,
      seq,
      editor_id: newId(),
      n: 0,
      author_id: caller.userId,
      changes: JSON.stringify(step),
      created_at: at,
      suggested_by: state === 'open' ? author_id : null,
    })
    for (const [other, known] of back) back.set(other, mapParts(known, step))
    back.set(id, partsBack(step, doc))
    waiting = waiting.map((other) => ({ ...other, parts: mapParts(other.parts, step) }))
    doc = applyStep(step, doc)
  }
  if (back.size === 0) return left
  const content = textOfDoc(doc, ends)
  if (content.length > MOST_CHARACTERS) throw new ApiError('payload_too_large', { message: 'Der Text wäre zu lang.' })
  // The fold maps the others over these steps; what takes these back is over the text behind them already.
  for (const id of back.keys()) await queries.updateSuggestion(tx, id, { parts: '[]' })
  await forgetApproval(tx, noun, text.id)
  await updateHead(tx, text.id, { seq, first_at: at, last_at: at })
  await foldSteps(tx, noun, text)
  const counted = recount(content, ends, lineEndsOf(content))
  for (const [id, parts] of back) {
    const mapped = counted.reduce<Part[]>((all, change) => mapParts(all, change), parts)
    await queries.updateSuggestion(tx, id, { parts: JSON.stringify(mapped), length: removedLength(mapped) })
  }
  return left
}

/** Takes decisions back: what was accepted goes out of the text again. Errors: those of the endpoint. */
export async function reopenSuggestions<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, ids }: { id: string; ids: string[] },
  actor: Actor,
): Promise<Suggestions> {
  return inTransaction(db, async (tx) => {
    const locked = await lockPassages(tx, noun, id)
    await refuseTyping(tx, noun, id, actor.caller)
    const rows = [...(await mustFind(tx, noun.tables, id, ids)).values()].filter(({ state }) => state !== 'open')
    if (rows.some(({ state, author_id }) => state === 'withdrawn' && author_id !== actor.caller.userId))
      throw refusal('Dieser Vorschlag ist zurückgezogen.')
    const accepted = rows.filter(({ state }) => state === 'accepted')
    if (accepted.some(({ parts, length }) => isOutdated(parts, length)))
      throw refusal('Der Text ist dort inzwischen geändert worden.')
    const left = await apply(tx, noun, locked, accepted, actor)
    if (left.length > 0) throw refusal('Der Text ist dort inzwischen geändert worden.')
    for (const row of rows)
      await queries.updateSuggestion(tx, row.id, { state: 'open', decided_at: null, decided_by: null })
    await refuseTooMany(tx, noun.tables, id)
    if (rows.length > 0) await tellSuggestions(tx, id)
    return listOf(tx, noun, id)
  })
}

/** Notifies each author once of what became of their suggestions. */
async function notifyAuthors(
  tx: Tx,
  thing: { noun: string; id: string; title: string },
  rows: readonly SuggestionRow[],
  state: 'accepted' | 'refused',
  { caller, now }: Actor,
): Promise<void> {
  for (const [author, own] of Map.groupBy(rows, ({ author_id }) => author_id)) {
    if (author === null) continue
    const many = own.length === 1 ? 'Ein Vorschlag' : `${own.length} Vorschläge`
    const reason = `${many} ${state === 'accepted' ? 'angenommen' : 'abgelehnt'}`
    await notify(tx, {
      kind: 'suggestion_decided',
      things: [{ ...thing, reason }],
      to: [author],
      by: caller.userId,
      at: now,
      group: thing.id,
    })
  }
}

/** Deletes decided suggestions that cannot be reopened any more. */
export async function forgetSuggestions({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  await queries.deleteDecided(db, new Date(clock().getTime() - KEPT_MS).toISOString())
}
