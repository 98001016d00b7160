import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Article, ArticleStatus } from '../../../../contract/articles.ts'
import { isApiError } from '../../../../contract/errors.ts'
import { TITLE_MISSING } from '../../../../rules/articles.ts'
import { useApi } from '../../../data/api-context.tsx'
import { refreshArticles } from '../../../data/articles.ts'
import { faultSentence, fieldFaults, UnreachableError } from '../../../lib/faults.ts'
import { toastDone, toastFault } from '../../../ui/toast.tsx'
import { EMPTY_TEXT, sameText, textOf, type ArticleText } from './article-text.ts'
import { DraftKeeper, draftKey, dropDraft, type FoundDraft } from './local-drafts.ts'
import { createArticle, saveText, type SaveKind } from './saving.ts'
import type { MarkdownEditorHandle } from './text/markdown-editor.tsx'

/** What the chip beside the back link says. */
export type SyncState = 'fresh' | 'saved' | 'saving' | 'local' | 'unprotected'

/** A save that met a newer version: both texts, and how to go on (R14). */
export type Conflict = { theirs: Article; mine: ArticleText; kind: SaveKind; leave: boolean }

type Options = {
  userId: string
  article: Article | null
  found: FoundDraft | null
  body: RefObject<MarkdownEditorHandle | null>
  onCreated: (id: string) => void
  onLeave: () => void
  onTitleMissing: () => void
}

const FAILED_SAVE = 'Fehler beim Speichern des Artikels'

/**
 * The life of one open article: what is typed, what the server has, and every way between them. Answers of the server
 * never touch text typed since; each keystroke is kept on this machine until the server has it.
 */
export function useArticleEditing({ userId, article, found, body, onCreated, onLeave, onTitleMissing }: Options) {
  const api = useApi()
  const client = useQueryClient()
  const [base, setBase] = useState(article)
  const [fields, setFields] = useState(() => found?.draft.text ?? (article ? textOf(article) : EMPTY_TEXT))
  const [sync, setSync] = useState<SyncState>(() => (found ? 'local' : article ? 'saved' : 'fresh'))
  const [busy, setBusy] = useState<SaveKind | 'status' | null>(null)
  const [restored, setRestored] = useState(() => found?.draft.savedAt ?? null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [slugFault, setSlugFault] = useState<{ message: string; proposal?: string | undefined } | null>(null)

  // Callbacks outlive renders (a save waits for the network), so they read the present through these.
  const present = useRef({ base: staleBase(article, found), fields, server: article ? textOf(article) : EMPTY_TEXT })
  const running = useRef(false)
  const keeper = useRef<DraftKeeper>(null)
  const editorId = useRef(crypto.randomUUID())

  // The handle outlives the editor's view: the last letter is still to be read when the screen closes.
  const lastBody = useRef<MarkdownEditorHandle>(null)
  const currentText = (): ArticleText => {
    lastBody.current = body.current ?? lastBody.current
    const text = present.current.fields
    return { ...text, content_markdown: lastBody.current?.getText() ?? text.content_markdown }
  }

  useEffect(() => {
    const own = new DraftKeeper(
      draftKey(userId, present.current.base?.id ?? null, editorId.current),
      () => {
        const text = currentText()
        if (sameText(text, present.current.server)) return null
        return { text, baseVersion: present.current.base?.version ?? null, savedAt: new Date().toISOString() }
      },
      (state) => {
        if (running.current) return
        setSync(state === 'kept' ? 'local' : state === 'unprotected' ? state : present.current.base ? 'saved' : 'fresh')
      },
    )
    keeper.current = own
    // What was found goes on under this editor's key before the former copy is dropped.
    if (found) void own.touch().then((kept) => (kept ? dropDraft(found.key) : undefined))
    return () => own.close()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one keeper per open article
  }, [])

  const change = (changed: Partial<ArticleText>) => {
    const next = { ...present.current.fields, ...changed }
    present.current.fields = next
    setFields(next)
    if ('slug' in changed) setSlugFault(null)
    void keeper.current?.touch()
  }

  /** Takes the server's record as the new base; text typed since `sent` stays as it is. */
  const accept = (answer: Article, sent: ArticleText) => {
    const confirmed = textOf(answer)
    const server = { ...sent, slug: confirmed.slug, slugIsOwn: confirmed.slugIsOwn }
    present.current.base = answer
    present.current.server = server
    if (present.current.fields.slug === sent.slug) {
      const { slug, slugIsOwn } = confirmed
      present.current.fields = { ...present.current.fields, slug, slugIsOwn }
      setFields(present.current.fields)
    }
    setBase(answer)
    setSlugFault(null)
    setRestored(null)
    void refreshArticles(client)
  }

  /** Puts a whole text into the editor, body included; undo takes the body back. */
  const replaceText = (text: ArticleText) => {
    present.current.fields = text
    setFields(text)
    body.current?.replaceText(text.content_markdown)
    setSlugFault(null)
    void keeper.current?.touch()
  }

  const refuse = (
    error: unknown,
    fallback: string,
    attempt: { sent: ArticleText; kind: SaveKind; leave: boolean } | null,
  ) => {
    if (isApiError(error, 'version_conflict') && attempt) {
      setConflict({
        theirs: error.data.current as Article,
        mine: attempt.sent,
        kind: attempt.kind,
        leave: attempt.leave,
      })
      return
    }
    if (isApiError(error, 'slug_taken')) setSlugFault({ message: error.message, proposal: error.data.proposal })
    const [reason] = Object.values(fieldFaults(error))
    toastFault(error instanceof UnreachableError ? fallback : (reason ?? faultSentence(error, fallback)), {
      id: 'article-fault',
      description:
        error instanceof UnreachableError
          ? 'Der Server antwortet nicht. Ihr Text ist auf diesem Gerät gesichert.'
          : undefined,
    })
  }

  /** Runs one write at a time; gives false when one is under way. */
  const exclusively = async (kind: SaveKind | 'status', work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(kind)
    setSync('saving')
    try {
      await work()
    } finally {
      running.current = false
      setBusy(null)
      await keeper.current?.touch()
    }
  }

  /** Half of a save has succeeded: the rest goes on from there. */
  const onStep = (saved: Article) => {
    present.current.base = saved
  }

  const titleMissing = (): boolean => {
    if (present.current.fields.title.trim() !== '') return false
    toastFault(TITLE_MISSING, { id: 'article-fault' })
    onTitleMissing()
    return true
  }

  const create = async (status: ArticleStatus, done: string, failed: string): Promise<void> => {
    const sent = currentText()
    try {
      const created = await createArticle(api, sent, status)
      accept(created, sent)
      await keeper.current?.moveTo(draftKey(userId, created.id, editorId.current))
      toastDone(done)
      onCreated(created.id)
    } catch (error) {
      if (failed === FAILED_SAVE) refuse(error, failed, null)
      else toastFault(failed, { description: faultSentence(error, '') })
    }
  }

  /**
   * Saves (EDIT-3, 4, 5). `leave` is for the buttons: they lead to the list; Strg+S stays (R13). A new article is created
   * and stays open (R29).
   */
  const save = async (kind: SaveKind, { leave }: { leave: boolean }): Promise<void> => {
    if (titleMissing()) return
    await exclusively(kind, async () => {
      const { base: current } = present.current
      if (!current) {
        const publish = kind === 'publish'
        const done = publish ? 'Artikel veröffentlicht!' : 'Artikel erstellt!'
        return create(publish ? 'published' : 'draft', done, FAILED_SAVE)
      }
      const sent = currentText()
      try {
        accept(await saveText(api, current, sent, kind, onStep), sent)
        toastDone(kind === 'publish' ? 'Artikel veröffentlicht!' : 'Artikel gespeichert!', { id: 'article-saved' })
        if (leave && sameText(currentText(), present.current.server)) onLeave()
      } catch (error) {
        refuse(error, FAILED_SAVE, { sent, kind, leave })
      }
    })
  }

  /** EDIT-9 on a new article, EDIT-10 on an existing one: there the text is saved first, then the status alone (R14). */
  const changeStatus = async (status: ArticleStatus): Promise<void> => {
    if (titleMissing()) return
    await exclusively('status', async () => {
      if (!present.current.base) return create(status, 'Artikel erstellt!', 'Fehler beim Erstellen des Artikels')
      if (await saveUnsaved(present.current.base)) await patchStatus({ status }, 'Status aktualisiert!')
    })
  }

  /** The second save of R3: the moment a scheduled article appears, null for none. */
  const changeDate = async (publishedAt: string | null): Promise<void> => {
    await exclusively('status', () =>
      patchStatus({ published_at: publishedAt }, publishedAt ? 'Termin gespeichert' : 'Termin entfernt'),
    )
  }

  /** When readers see a published article no longer, null for never (R3). */
  const changeTakeDown = async (unpublishAt: string | null): Promise<void> => {
    await exclusively('status', () =>
      patchStatus({ unpublish_at: unpublishAt }, unpublishAt ? 'Zurückziehen geplant' : 'Wird nicht zurückgezogen'),
    )
  }

  const saveUnsaved = async (current: Article): Promise<boolean> => {
    const sent = currentText()
    if (sameText(sent, present.current.server)) return true
    try {
      accept(await saveText(api, current, sent, 'save', onStep), sent)
      return true
    } catch (error) {
      refuse(error, FAILED_SAVE, { sent, kind: 'save', leave: false })
      return false
    }
  }

  const patchStatus = async (
    changed: { status: ArticleStatus } | { published_at: string | null } | { unpublish_at: string | null },
    done: string,
  ): Promise<void> => {
    const { base: current, server } = present.current
    if (!current) return
    try {
      accept(await api.articles.update({ id: current.id, version: current.version, ...changed }), server)
      toastDone(done)
    } catch (error) {
      const sent = currentText()
      if (isApiError(error, 'version_conflict')) refuse(error, FAILED_SAVE, { sent, kind: 'save', leave: false })
      else toastFault('Fehler beim Aktualisieren des Status')
    }
  }

  /** `Verwerfen` of the working version (R27): the live one is what editors see again. */
  const discardWorkingCopy = async (): Promise<void> => {
    const { base: current } = present.current
    if (!current) return
    const mine = currentText()
    await exclusively('save', async () => {
      try {
        const live = await api.articles.discardWorkingCopy({ id: current.id })
        accept(live, textOf(live))
        replaceText(textOf(live))
        toastDone('Änderungen verworfen', { undo: () => replaceText(mine) })
      } catch (error) {
        refuse(error, 'Verwerfen fehlgeschlagen', null)
      }
    })
  }

  /** Drops what was brought back from this machine: the server's text again, or an empty page. */
  const discardRestored = () => {
    const mine = currentText()
    replaceText(present.current.server)
    setRestored(null)
    toastDone('Lokale Änderungen verworfen', { undo: () => replaceText(mine) })
  }

  const keepMine = async (): Promise<void> => {
    if (!conflict) return
    const { theirs, kind, leave } = conflict
    present.current.base = theirs
    present.current.server = textOf(theirs)
    setBase(theirs)
    setConflict(null)
    await save(kind === 'update' && theirs.status !== 'published' ? 'save' : kind, { leave })
  }

  const takeTheirs = () => {
    if (!conflict) return
    const mine = currentText()
    const text = textOf(conflict.theirs)
    accept(conflict.theirs, text)
    replaceText(text)
    setConflict(null)
    toastDone('Andere Fassung übernommen', { undo: () => replaceText(mine) })
  }

  const dismissConflict = () => setConflict(null)

  return {
    base,
    fields,
    sync,
    busy,
    restored,
    conflict,
    slugFault,
    change,
    bodyChanged: () => {
      lastBody.current = body.current ?? lastBody.current
      void keeper.current?.touch()
    },
    currentText,
    save,
    changeStatus,
    changeDate,
    changeTakeDown,
    discardWorkingCopy,
    discardRestored,
    keepMine,
    takeTheirs,
    dismissConflict,
  }
}

export type ArticleEditing = ReturnType<typeof useArticleEditing>

/** A copy written on an older version saves against that one, so that the server notices (R14). */
function staleBase(article: Article | null, found: FoundDraft | null): Article | null {
  if (!article || found?.draft.baseVersion == null) return article
  return { ...article, version: found.draft.baseVersion }
}
