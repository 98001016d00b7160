import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { v7 as uuid } from 'uuid'
import type { Article, ArticleStatus } from '../../../../../contract/articles.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { TITLE_MISSING } from '../../../../../rules/articles.ts'
import { FarewellContext } from '../../../../data/farewell.ts'
import { faultSentence, fieldFaults, UnreachableError } from '../../../../lib/faults.ts'
import { toastDone, toastFault, type ToastOptions } from '../../../../ui/toast.tsx'
import { EMPTY_TEXT, textOf, type ArticleText } from '../../../../writing/text/article-text.ts'
import type { PageFacts } from '../../../../writing/sync/pages-as-articles.ts'
import { publicationToast } from './publication-toast.tsx'
import { ArticleSync } from '../../../../writing/sync/article-sync.ts'
import type { Outcome } from '../../../../writing/sync/sync-snapshot.ts'
import { DraftKeeper, draftKey, dropDraft, type FoundDraft } from '../../../../writing/local/local-copies.ts'
import type { Resolution } from '../../../../writing/text/merge-articles.ts'
import type { SaveKind } from '../../../../writing/sync/saving.ts'
import { keepPlace, keepUnderway } from '../../../../writing/local/kept-place.ts'
import { followPage } from '../../../../writing/page-events.ts'
import type { MarkdownEditorHandle } from '../markdown-editor.tsx'
import type { Place } from '../../../../writing/surface/place.ts'
import { useWrittenNoun } from './written-noun.ts'

type Options = {
  userId: string
  article: Article | null
  found: FoundDraft | null
  body: RefObject<MarkdownEditorHandle | null>
  onCreated: (id: string) => void
  onLeave: () => void
  onTitleMissing: () => void
}

const FAILED_STATUS = 'Fehler beim Aktualisieren des Status'
const NOT_TAKEN_BACK = 'Nicht rückgängig gemacht'

type ToastSettings = ToastOptions | ((now: Article) => ToastOptions)

/** An open article on the screen: what `ArticleSync` does, with the copy on this machine, words and ways out. */
export function useArticleEditing({ userId, article, found, body, onCreated, onLeave, onTitleMissing }: Options) {
  const { server, refresh, ownerOf, words, ...written } = useWrittenNoun()
  const client = useQueryClient()
  const farewell = use(FarewellContext)
  const [restored, setRestored] = useState(found?.draft.savedAt ?? null)
  const [comparing, setComparing] = useState(false)
  const keeper = useRef<DraftKeeper>(null)
  // The save that met the conflict: it goes on once that is settled.
  const interrupted = useRef<{ kind: SaveKind; leave: boolean } | null>(null)
  // The handle outlives the editor's view: the last letter is still to be read when the screen closes.
  const lastBody = useRef<MarkdownEditorHandle>(null)
  const surface = (): MarkdownEditorHandle | null => (lastBody.current = body.current ?? lastBody.current)
  // Set when the screen closes: late answers lead nowhere any more, and the view has no place any more to ask for.
  const gone = useRef<{ place: Place | null }>(null)
  const place = (): Place | null => (gone.current ? gone.current.place : (surface()?.place() ?? null))
  // Until a button has saved it, an article begun here is a new one, whether its first title has created it by now or not.
  const begunHere = useRef(article === null)
  const created = useRef(onCreated)
  useEffect(() => {
    created.current = onCreated
  })

  const [sync] = useState(() => {
    const initial =
      found?.draft.text.content_markdown ?? article?.working_copy?.content_markdown ?? article?.content_markdown
    const editor = uuid()
    return new ArticleSync({
      api: server,
      userId,
      editor,
      newId: uuid(),
      article,
      found,
      surface: {
        read: () => surface()?.getText() ?? initial ?? '',
        merge: (next, options) => surface()?.mergeText(next, options),
        replace: (text) => surface()?.replaceText(text),
      },
      keep: () => keeper.current?.touch() ?? Promise.resolve(false),
      onCreated: (id) => {
        void keeper.current?.moveTo(draftKey(ownerOf(userId), id, editor))
        setRestored(null)
        if (!gone.current) created.current(id)
      },
      onAccepted: () => void refresh(client),
    })
  })
  const snapshot = useSyncExternalStore(sync.written.subscribe, sync.written.getSnapshot)
  const { base, fields, conflict } = snapshot

  useLayoutEffect(() => {
    gone.current = null
    return () => {
      // The last moment at which the text is on the page.
      gone.current = { place: place() }
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for the whole life of the open article
  }, [])

  useEffect(() => {
    const isNew = () => sync.written.getSnapshot().base === null
    const unsavedNow = () => {
      const unsaved = sync.written.unsaved(new Date())
      return unsaved && { ...unsaved, draft: { ...unsaved.draft, place: place() } }
    }
    const own = new DraftKeeper(
      draftKey(ownerOf(userId), isNew() ? null : sync.written.articleId, sync.editor),
      unsavedNow,
      (state) => sync.written.note({ unprotected: state === 'unprotected' }),
    )
    keeper.current = own
    // What was found goes on under this editor's key before the former copy is dropped.
    if (found) void own.touch().then((kept) => (kept ? dropDraft(found.key) : undefined))
    sync.open()
    const unfollow = followPage({
      online: (online) => sync.online(online),
      flush: () => void sync.flush(),
      leave: () => {
        const copy = unsavedNow()
        keepUnderway({ editor: sync.editor, copy: copy && { key: own.key, ...copy } })
        const last = sync.farewell()
        if (last) farewell?.(written.farewell(last))
        keepPlace(sync.written.articleId, place())
      },
    })
    return () => {
      unfollow()
      keepPlace(sync.written.articleId, place())
      const sent = sync.close()
      // An article being created is not the next new one's text.
      own.close(isNew() ? sent : undefined)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one keeper per open article
  }, [])

  const titleMissing = (): boolean => {
    if (fields.title.trim() !== '') return false
    toastFault(TITLE_MISSING, { id: 'article-fault' })
    onTitleMissing()
    return true
  }

  const refuse = (error: unknown, fallback: string) => {
    const [reason] = Object.values(fieldFaults(error))
    toastFault(isApiError(error) ? (reason ?? faultSentence(error, fallback)) : fallback, {
      id: 'article-fault',
      description:
        error instanceof UnreachableError
          ? `Der Server antwortet nicht.${sync.written.getSnapshot().sync === 'unprotected' ? '' : ' Ihr Text ist auf diesem Gerät gesichert.'}`
          : undefined,
    })
  }

  /** A conflict is settled: the save that met it goes on. */
  const goOn = async (): Promise<void> => {
    setComparing(false)
    const { kind, leave } = interrupted.current ?? { kind: 'save' as const, leave: false }
    interrupted.current = null
    await save(kind, { leave })
  }

  /** Opens the comparison, of the text as it is now, or closes it: what met the conflict then happens no more. */
  const compare = (open: boolean) => {
    setComparing(open)
    if (!open) interrupted.current = null
    else
      void sync.written.poseAnew().then(
        (settled) => (settled ? goOn() : undefined),
        // Merging is fetched when needed; without a network the choice stays as it was posed.
        () => undefined,
      )
  }

  /** Ends a conflict as chosen. False where the choice is to be made anew. */
  const resolve = async (chosen: Resolution): Promise<boolean> => {
    const settled = await sync.written.resolve(chosen)
    if (settled) await goOn()
    return settled
  }

  /** Says how something asked for went; true when it is done. */
  const told = (outcome: Outcome, done: string, failed: string, settings: ToastSettings = {}): boolean => {
    if ('done' in outcome) {
      setRestored(null)
      toastDone(done, typeof settings === 'function' ? settings(outcome.done) : settings)
      return true
    }
    if ('conflict' in outcome) {
      compare(true)
      if (failed !== words.notSaved) toastFault(failed, { description: 'Bitte wählen Sie erst, welche Fassung gilt.' })
    } else if (failed === words.notSaved) refuse(outcome.error, failed)
    else toastFault(failed, isApiError(outcome.error) ? { description: faultSentence(outcome.error, '') } : undefined)
    return false
  }

  /** What a toast says of the readers; what it made them see can be taken back, also from the list (RUL-67). */
  const aboutReaders = (now: Article, kind: 'save' | 'status' | 'update'): ToastOptions => {
    const act = { before: base, kind, address: written.address(now.slug) }
    return publicationToast(client, now, act, kind === 'save' ? undefined : () => void takeBack(now))
  }

  /** Where no editor has it open any more. */
  const takeBackOutside = async (change: { id: string; version: number }): Promise<Outcome> => {
    try {
      const done = await server.undo(change)
      await refresh(client)
      return { done, created: false }
    } catch (error) {
      return { error }
    }
  }

  const takeBack = async (act: Article): Promise<void> => {
    const { id, version } = act
    const outcome = gone.current ? await takeBackOutside({ id, version }) : await sync.undo(version)
    if ('done' in outcome) {
      const { status } = outcome.done
      const state = { draft: 'ein Entwurf', scheduled: 'geplant', published: 'wie zuvor veröffentlicht' }[status]
      const before = status === 'published' ? act : null
      toastDone(
        `Wieder ${state}`,
        publicationToast(client, outcome.done, { before, kind: 'undo', address: written.address(act.slug) }),
      )
    } else if ('conflict' in outcome) told(outcome, '', NOT_TAKEN_BACK)
    else toastFault(NOT_TAKEN_BACK, { description: faultSentence(outcome.error, '') })
  }

  /**
   * Saves (EDIT-3, 4, 5). `leave` is for the buttons: they lead to the list; Strg+S stays (RUL-13). A new article is created
   * and stays open, also when the autosave was quicker than the first publishing (RUL-29).
   */
  const save = async (kind: SaveKind, { leave }: { leave: boolean }): Promise<void> => {
    if (titleMissing()) return
    const isNew = base === null
    const outcome = await sync.save(kind)
    if ('conflict' in outcome) interrupted.current = { kind, leave }
    const saved = isNew && kind === 'save' ? words.created : words.saved
    const done = told(outcome, kind === 'publish' ? words.published : saved, words.notSaved, (now) => ({
      id: 'article-saved',
      ...aboutReaders(now, kind === 'publish' ? 'status' : kind),
    }))
    const stays = isNew || (kind === 'publish' && begunHere.current)
    if (done) begunHere.current = false
    if (done && leave && !stays && !gone.current && sync.written.isSaved()) onLeave()
  }

  const changeStatus = async (status: ArticleStatus): Promise<void> => {
    if (titleMissing()) return
    const isNew = base === null
    const outcome = await sync.changeStatus(status)
    const settings = (now: Article) => aboutReaders(now, 'status')
    if (isNew) told(outcome, words.created, words.notCreated, settings)
    else told(outcome, 'Status aktualisiert!', FAILED_STATUS, settings)
  }

  /** The second save of RUL-3: the moment a scheduled article appears, null for none. */
  const changeDate = async (publishedAt: string | null): Promise<void> => {
    const done = publishedAt ? 'Termin gespeichert' : 'Termin entfernt'
    told(await sync.changeDates({ published_at: publishedAt }), done, FAILED_STATUS)
  }

  /** When readers see a published article no longer, null for never (RUL-3). */
  const changeTakeDown = async (unpublishAt: string | null): Promise<void> => {
    const done = unpublishAt ? 'Zurückziehen geplant' : 'Wird nicht zurückgezogen'
    told(await sync.changeDates({ unpublish_at: unpublishAt }), done, FAILED_STATUS)
  }

  /** Where a page stands, or whether search engines find it: at once, its text stays. */
  const changePage = async (facts: Partial<PageFacts>): Promise<void> => {
    told(await sync.changePage(facts), 'Seite aktualisiert!', 'Fehler beim Aktualisieren der Seite')
  }

  /**
   * `Verwerfen` of the working version (RUL-27). True where somebody has written on since: that came here, nothing was dropped.
   */
  const discardWorkingCopy = async (): Promise<boolean> => {
    const mine = sync.written.text()
    const outcome = await sync.discardWorkingCopy()
    if ('done' in outcome) toastDone('Änderungen verworfen', { undo: () => sync.written.replaceText(mine) })
    else if ('conflict' in outcome) compare(true)
    else if (isApiError(outcome.error, 'version_conflict')) return true
    else refuse(outcome.error, 'Verwerfen fehlgeschlagen')
    return false
  }

  /** Drops what was brought back from this machine: the text before it again, or an empty page. */
  const discardRestored = () => {
    const mine = sync.written.text()
    if (article) sync.written.replaceText(textOf(article))
    else sync.startOver(EMPTY_TEXT)
    setRestored(null)
    toastDone('Lokale Änderungen verworfen', { undo: () => sync.written.replaceText(mine) })
  }

  return {
    ...snapshot,
    machine: sync,
    restored,
    comparing: comparing && conflict !== null,
    compare,
    change: (changed: Partial<ArticleText>) => {
      setRestored(null)
      sync.written.change(changed)
    },
    bodyChanged: () => {
      // Called for each letter: React would look at the screen for a state that stays.
      if (restored !== null) setRestored(null)
      sync.written.typed()
    },
    currentText: () => sync.written.text(),
    /** Resolves when the text as it is now is on this machine, or the server has it; false where neither is so. */
    keepText: () => keeper.current?.touch() ?? Promise.resolve(false),
    replaceText: (text: ArticleText) => sync.written.replaceText(text),
    save,
    changeStatus,
    changeDate,
    changeTakeDown,
    changePage,
    discardWorkingCopy,
    discardRestored,
    resolve,
  }
}

export type ArticleEditing = ReturnType<typeof useArticleEditing>
