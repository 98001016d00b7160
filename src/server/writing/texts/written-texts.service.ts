import { refuseUnapproved } from './approval.service.ts'
import { found, invalidField } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Actor, AnyActor } from '../../platform/caller.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { followText } from './heads.service.ts'
import { lockText, mustLockTexts, refuseKnownId, settled } from './locked-text.service.ts'
import { setOrigin, writeWorking, type Origin } from './origin.service.ts'
import { isDiscussed } from './passages.queries.ts'
import { refuseByRole } from './permission.ts'
import { undoChange } from './publication-undo.service.ts'
import { binOf, trashText } from './removal.service.ts'
import { keepRevision } from './revisions.service.ts'
import { kindOf, savesWith } from './save-marks.ts'
import { findSlug, refuseMove } from './slugs.service.ts'
import {
  changeOf,
  isPublic,
  type LockedText,
  type NewText,
  type SaveMarks,
  type TextChange,
  type TextNoun,
  type TextTypes,
} from './text-noun.ts'
import { deleteWorkingCopy, insertRow, updateRow, changeAuthor } from './text-rows.queries.ts'
import { rememberBefore } from './undos.service.ts'
import { changeText, writeText } from './write-text.service.ts'
import type { WrittenTables } from './written-tables.ts'

type Current = { id: string; version: number }
/** A save, live at once. Content null puts what is being written live. */
type UpdateInput<T extends TextTypes> = Omit<TextChange<T>, 'content_markdown'> &
  Current & { content_markdown?: string | null | undefined }

/** A save of the working text. Content null leaves it as it is being written. */
type WorkingCopyInput<T extends TextTypes> = Omit<Partial<T['changes']>, 'content_markdown'> &
  SaveMarks &
  Current & { title: string; slug: string; content_markdown: string | null }

/** A save for `settled`: one of the content is that of a whole text. */
const savedBy = (id: string, besideSteps: boolean, { caller, now }: AnyActor) =>
  besideSteps ? { id } : { id, saver: caller.userId, now }

/** The verbs that the texts of every noun have. Each is a transaction of its own or joins the caller's. */
export function writtenTexts<T extends TextTypes>(noun: TextNoun<T>) {
  const { tables } = noun
  const bin = binOf(noun)
  const current = async (tx: Tx, id: string): Promise<T['record']> => found(await noun.read(tx, id))

  /**
   * Adds a text. The slug is the typed one (409 `slug_taken`) or derived from the title with a free suffix (RUL-5). A text that
   * was written elsewhere has the dates and unpublished changes of its `origin`, and `wantedSlug` instead of the title.
   * Errors: 400 for an unknown reference or what does not go with the status; 409 `version_conflict` with `current` for an id
   * that exists, which is this very creation sent again.
   */
  async function create(
    db: Db,
    input: NewText<T>,
    { caller, now }: AnyActor,
    origin?: Origin<T> & { wantedSlug: string },
  ): Promise<T['record']> {
    const actor = { caller, now: origin ? new Date(origin.created_at) : now }
    return inTransaction(db, async (tx) => {
      await noun.hold(tx)
      await noun.check(tx, input, [])
      const id = input.id ?? newId()
      if (input.id) {
        // One creation of it at a time, so that the second of two at once finds the first.
        await lockFor(tx, `${noun.lock}-id:${id}`)
        await refuseKnownId(tx, noun, id)
      }
      const at = actor.now.toISOString()
      const { status } = input
      refuseByRole({ row: { author_id: caller.userId, status: 'draft' }, working: null }, actor, { status })
      const { text, columns } = await noun.begin(tx, input, at)
      await refuseUnapproved(tx, noun, { before: null, id, status, text, isBack: false })
      const title = origin?.wantedSlug ?? (columns.title as string)
      const slug = await findSlug(tx, noun, { typed: input.slug, title, id })
      const live: T['text'] = { ...text, slug }
      const row: T['row'] = {
        ...columns,
        id,
        slug,
        slug_is_custom: input.slug || origin ? 1 : 0,
        status,
        first_published_at: origin?.first_published_at ?? (isPublic({ status }) ? at : null),
        author_id: actor.caller.userId,
        version: 1,
        recent_saves: savesWith('[]', input.save_id),
        created_at: at,
        updated_at: origin?.updated_at ?? at,
        deleted_at: null,
        trashed_slug: null,
      }
      await insertRow(tx, tables, row)
      await noun.beside(tx, id, null, live)
      const kind = kindOf(input, isPublic({ status }))
      await keepRevision(tx, tables, { id, version: 1, kind, text: noun.revised(live) }, actor)
      if (status !== 'draft')
        await rememberBefore(tx, tables, { id, version: 1, before: await noun.former(tx, null) }, actor)
      const made: LockedText<T> = { row, live, working: null }
      const by = actor.caller.userId
      await announce(tx, { noun: tables.texts, id, verb: 'created', by, ...changeOf(noun, null, made) })
      if (origin?.working) await writeWorking(tx, noun, id, origin.working, actor)
      return current(tx, id)
    })
  }

  /**
   * Changes a text, live at once (RUL-27): `changeText`. Errors: 404, 409 `version_conflict` with `current`, 409 `slug_taken` with
   * `proposal`, 400 for an unknown reference or what does not go with the status.
   */
  async function update(db: Db, { id, version, ...input }: UpdateInput<T>, actor: AnyActor): Promise<T['record']> {
    const { content_markdown } = input
    const besideSteps = typeof content_markdown !== 'string'
    return settled(db, noun, savedBy(id, besideSteps, actor), () =>
      inTransaction(db, async (tx) => {
        const locked = await mustLockTexts(tx, noun, id, version, { besideSteps })
        const written = locked.working ?? locked.live
        const change = { ...input, ...(content_markdown === null && { content_markdown: written.content_markdown }) }
        await noun.check(tx, { ...(change as Partial<T['changes']>), id }, [locked.live, locked.working])
        await changeText(tx, noun, locked, change as unknown as TextChange<T>, actor)
        return current(tx, id)
      }),
    )
  }

  /**
   * Saves the working text of a published text; readers keep the live one (RUL-27). Errors: those of `update`, and 400 when it is
   * not published (it has one text then).
   */
  async function saveWorkingCopy(db: Db, input: WorkingCopyInput<T>, actor: AnyActor): Promise<T['record']> {
    const { id, version, save_id, autosave, kept, slug: asked, content_markdown, ...rest } = input
    const besideSteps = content_markdown === null
    return settled(db, noun, savedBy(id, besideSteps, actor), () =>
      inTransaction(db, async (tx) => {
        const changes = { ...rest, ...(!besideSteps && { content_markdown }) } as unknown as Partial<T['changes']>
        const locked = await mustLockTexts(tx, noun, id, version, { besideSteps })
        const { row, live, working: former } = locked
        if (!isPublic(row)) throw invalidField('status', noun.words.notPublished)
        await noun.check(tx, { ...changes, id }, [live, former])
        const slug = asked === live.slug ? asked : await findSlug(tx, noun, { typed: asked, title: input.title, id })
        refuseMove(noun, live.slug, slug)
        const working = { ...noun.changed(former ?? live, changes), slug }
        const save = { save_id, autosave, kept }
        await writeText(tx, noun, locked, { live: null, working, isUndoable: false, save }, actor)
        return current(tx, id)
      }),
    )
  }

  /**
   * Drops the working text: the live one is what editors see again (`Verwerfen`, RUL-27). Errors: 404, 409 `version_conflict`:
   * what was written since is not dropped unseen.
   */
  async function discardWorkingCopy(db: Db, { id, version }: Current, actor: AnyActor): Promise<T['record']> {
    return settled(db, noun, { id }, () =>
      inTransaction(db, async (tx) => {
        const locked = await mustLockTexts(tx, noun, id, version)
        refuseByRole(locked, actor, { status: null })
        const { row, live } = locked
        await deleteWorkingCopy(tx, tables, id)
        const next = row.version + 1
        await updateRow(tx, tables, id, { version: next })
        await followText(tx, { id, content: live.content_markdown, version: next }, actor)
        await announce(tx, { noun: tables.texts, id, verb: 'updated', hidden: true, done: 'discarded' })
        return current(tx, id)
      }),
    )
  }

  /** Takes a change back that readers saw: `undoChange`. */
  async function undo(db: Db, change: Current, actor: Actor): Promise<T['record']> {
    return settled(db, noun, { id: change.id }, () =>
      inTransaction(db, async (tx) => {
        await undoChange(tx, noun, change, actor)
        return current(tx, change.id)
      }),
    )
  }

  /** The living text with its row locked until the transaction ends, in the trash too; null where it is not there. */
  async function hold(tx: Tx, id: string): Promise<T['record'] | null> {
    await lockText(tx, noun, id)
    return noun.read(tx, id)
  }

  /** Moves a text to the trash: `trashText`. */
  const trash = (db: Db, id: string, by: AnyActor): Promise<void> => trashText(db, noun, id, by)

  /** Removes a text for good, whether it lies in the trash or not. */
  async function drop(tx: Tx, id: string, runtime: Pick<Runtime, 'clock' | 'files' | 'db'>): Promise<void> {
    if (await noun.read(tx, id)) await trash(tx, id, { caller: { userId: null }, now: runtime.clock() })
    await bin.purge(runtime, tx, id)
  }

  return {
    find: noun.read,
    create,
    update,
    saveWorkingCopy,
    discardWorkingCopy,
    undo,
    hold,
    isDiscussed: (tx: Tx, id: string): Promise<boolean> => isDiscussed(tx, tables, id),
    trash,
    bin,
    drop,
    setOrigin: async (tx: Tx, id: string, origin: Origin<T>, by: Pick<AnyActor, 'caller'>): Promise<T['record']> => {
      await setOrigin(tx, noun, id, origin, by)
      return current(tx, id)
    },
  }
}

/**
 * Gives the texts of an account to another one, or to none, in the transaction that removes it. Texts, dates and versions stay
 * as they are: readers never see an account (RUL-39). Returns how many texts there were.
 */
export async function handOver(tx: Tx, tables: WrittenTables, from: string, to: string | null): Promise<number> {
  return changeAuthor(tx, tables, from, to)
}

export { countBy } from './text-rows.queries.ts'
