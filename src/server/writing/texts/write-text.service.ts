import type { Tx } from '../../platform/db/db.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { forgetApproval, hashOf, refuseUnapproved } from './approval.service.ts'
import { announce } from '../../platform/db/transaction.ts'
import { followText } from './heads.service.ts'
import { followPassages } from './passages.service.ts'
import { refuseByRole } from './permission.ts'
import { keepRevisions } from './revisions.service.ts'
import { editorOf, isOfOneEditor, kindOf, nextVersion, savesWith } from './save-marks.ts'
import { changeSlug, slugOutOfSight } from './slugs.service.ts'
import {
  changeOf,
  isPublic,
  type LockedText,
  type Next,
  type NextText,
  type TextChange,
  type TextNoun,
  type TextTypes,
} from './text-noun.ts'
import { deleteWorkingCopy, putWorkingCopy, updateRow } from './text-rows.queries.ts'
import { followChange, rememberBefore } from './undos.service.ts'

/**
 * Saves a locked text, live at once (RUL-27). With a status, what is being written goes live with it (EDIT-10). Without one, the
 * working text keeps what is not given. Errors: 409 `slug_taken` with `proposal`, 400 for what does not go with the status.
 */
export async function changeText<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  { status, slug, save_id, autosave, kept, typed, ...rest }: TextChange<T>,
  by: AnyActor,
): Promise<void> {
  const { row, live, working } = locked
  const changes = rest as Partial<T['changes']>
  const written = status ? (working ?? live) : live
  const pending =
    status && working && !isPublic({ status }) ? await slugOutOfSight(tx, noun, row, working.slug) : working?.slug
  const columns = noun.columns(row, { ...changes, status }, by.now.toISOString())
  const next: Next<T> = {
    live: {
      text: { ...noun.changed(written, changes), slug: slug ?? (status && pending) },
      status: status ?? row.status,
      columns,
    },
    working:
      status || !working
        ? null
        : { ...noun.changed(working, changes), slug: slug === undefined ? working.slug : undefined },
    isUndoable: status !== undefined || (isPublic(row) && noun.isSeen(live, { ...changes, slug })),
    save: { save_id, autosave, kept, ...(typed && { typed }) },
  }
  await writeText(tx, noun, locked, next, by)
}

/**
 * Writes the next state of a locked text, with address, revisions, the data for undo, and the announcement. No other code
 * writes a text. Errors: 409 `slug_taken` with `proposal`, 403 `role_forbidden`, 409 `approval_required`.
 */
export async function writeText<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  next: Next<T>,
  by: AnyActor,
): Promise<void> {
  const { tables } = noun
  const { row, live, working } = locked
  refuseByRole(locked, by, { status: next.live?.status ?? null })
  const { id } = row
  const { save_id, kept, typed } = next.save
  const editors = typed ? typed.steps.map(({ editor }) => editor) : save_id ? [editorOf(save_id)] : []
  const version = nextVersion(row, kept)
  const shown = next.live && (await nextLive(tx, noun, locked, next.live, by.now.toISOString()))
  if (shown && next.live)
    await refuseUnapproved(tx, noun, {
      before: locked,
      id,
      status: next.live.status,
      text: shown.text,
      isBack: next.live.isBack ?? false,
    })
  const columns = { ...shown?.columns, version, recent_saves: savesWith(row.recent_saves, save_id) } as Partial<
    T['row']
  >
  const after: LockedText<T> = { row: { ...row, ...columns }, live: shown?.text ?? live, working: null }
  const written = next.working && withSlug<T>(next.working, next.working.slug ?? after.live.slug)

  if (next.isUndoable) await rememberBefore(tx, tables, { id, version, before: await noun.former(tx, locked) }, by)
  else await followChange(tx, tables, { stored: row, version }, by)
  await updateRow(tx, tables, id, columns)
  if (shown) await noun.beside(tx, id, live, shown.text)
  if (written || working) await storeWorkingText(tx, noun, after, written, by)
  const isWritten = hashOf(noun, working ?? live) !== hashOf(noun, written ?? after.live)
  // What was approved is not what is written any more.
  if (isWritten) await forgetApproval(tx, noun, id)
  const appears = isPublic(after.row) && !isPublic(row)
  const [former, text] = shown ? [live, shown.text] : [working ?? live, written ?? live]
  const revisions = { former: noun.revised(former), text: noun.revised(text), kept: kept && noun.revised(kept) }
  const kind = kindOf(next.save, shown !== null && isPublic(after.row))
  const ofOneEditor = isOfOneEditor(row.recent_saves, editors)
  const saved = { kind, ...revisions, evenTheSame: !shown || appears, ofOneEditor, typed, isWritten }
  await keepRevisions(tx, tables, row, saved, by)
  const content = (written ?? after.live).content_markdown
  await followText(tx, { id, content, version }, by)
  if (content !== (working ?? live).content_markdown) await followPassages(tx, tables, id, { content })
  const change = changeOf(noun, locked, after)
  const hidden = !shown && { hidden: true }
  await announce(tx, { noun: tables.texts, id, verb: 'updated', by: by.caller.userId, ...change, ...hidden })
}

/** Stores the working text. Null, or a text equal to the live one, deletes it. */
export async function storeWorkingText<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  { row, live }: Pick<LockedText<T>, 'row' | 'live'>,
  text: T['text'] | null,
  { caller, now }: AnyActor,
): Promise<void> {
  if (!text || (text.slug === live.slug && !noun.differ(text, live))) return deleteWorkingCopy(tx, noun.tables, row.id)
  const by = { author_id: caller.userId, updated_at: now.toISOString() }
  await putWorkingCopy(tx, noun.tables, row.id, { ...noun.stored(text), slug: text.slug, ...by })
}

/** The next live text with its address, and the columns that change with it. */
async function nextLive<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  { text: asked, status, columns }: NonNullable<Next<T>['live']>,
  at: string,
): Promise<{ text: T['text']; columns: Partial<T['row']> }> {
  const { row } = locked
  const address = await changeSlug(tx, noun, row, { slug: asked.slug, title: asked.title, at })
  const text = withSlug<T>(asked, address.slug)
  const first_published_at = row.first_published_at ?? (isPublic({ status }) ? at : null)
  const its = { ...address, ...columns, status, first_published_at }
  return { text, columns: { ...its, ...noun.textColumns(locked, { text, status }, at) } }
}

function withSlug<T extends TextTypes>(text: NextText<T>, slug: string): T['text'] {
  return { ...text, slug }
}

export { updateRow } from './text-rows.queries.ts'
