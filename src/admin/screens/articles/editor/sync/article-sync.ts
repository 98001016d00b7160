import type { Article, ArticleStatus } from '../../../../../contract/articles.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { EMPTY_TEXT, sameText, textOf, type ArticleText } from '../article-text.ts'
import type { DraftOrigin, FoundDraft, LocalDraft } from './local-drafts.ts'
import type { ArticleMerge, Resolution } from './merge-articles.ts'
import { sendSave, saveRequest, type ArticleApi, type SaveKind, type SaveRequest } from './saving.ts'

/** What the chip beside the back link says. */
export type SyncState = 'fresh' | 'saved' | 'saving' | 'local' | 'offline' | 'unprotected'

/** Both touched the same: how a choice is to be made, and against which record. `turn` counts how often it was posed. */
export type Conflict = { theirs: Article; merge: ArticleMerge; turn: number }

export type SyncSnapshot = {
  /** The record all is based on; null for an article the server does not know. */
  base: Article | null
  /** What is typed, without the body: that lives in the editor. */
  fields: ArticleText
  sync: SyncState
  /** What a person waits for; saving by itself is nothing to wait for. */
  busy: SaveKind | 'status' | null
  conflict: Conflict | null
  slugFault: { message: string; proposal?: string | undefined } | null
  /** Why saving by itself has stopped: the server refuses this text. */
  refusal: unknown
}

export type Outcome =
  | { done: Article; created: boolean }
  /** Lines both touched: `conflict` waits for a choice. */
  | { conflict: true }
  | { error: unknown }

/** Where the body is written; the machine reads it whenever it needs the text. */
export type Surface = {
  read: () => string
  /** Brings it to `next` by small changes; `undoable` when it is the writer's own choice. */
  merge: (next: string, options: { changed: (a: string[], b: string[]) => LineChanges; undoable: boolean }) => void
  /** Replaces all of it as one step that undo takes back. */
  replace: (text: string) => void
}
type LineChanges = { from: number; to: number; newFrom: number; newTo: number }[]

type Options = {
  api: ArticleApi
  /** This open editor, and the id a new article will have: UUIDs. */
  editor: string
  newId: string
  article: Article | null
  found: FoundDraft | null
  surface: Surface
  /** Keeps the text on this machine; false where that is not possible. */
  keep: () => Promise<boolean>
  onCreated: (id: string) => void
  /** The server has something new of this article. */
  onAccepted: () => void
}

/** A pause in typing this long is saved; at the latest after so long of steady typing. */
const PAUSE_MS = 1000
const LONGEST_MS = 10_000
/** An autosave without an answer is given up and tried again. */
const TIMEOUT_MS = 30_000
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 30_000
/** Somebody saves in between again and again: after so many merges the next pause goes on. */
const MOST_MERGES = 5

const loadMerge = () => import('./merge-articles.ts')

/** What cannot be merged for want of the network, since merging is fetched when needed, is tried again like a save. */
const asOutcome = (error: unknown): Outcome => ({ error })

/**
 * The life of one open article, free of any screen: what is typed, what the server has, and every way between them.
 *
 * - One request at a time; typing goes on meanwhile, and no answer writes into it.
 * - A stale save is merged with what others saved and sent again; lines both touched wait for a choice (R14).
 * - Each save carries a number. One whose answer was lost stays in doubt until the record tells whether it arrived, so
 *   that an editor never takes its own text for somebody else's.
 */
export class ArticleSync {
  readonly editor: string
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  #snapshot: SyncSnapshot
  /** The text as the server confirmed it; what is typed is compared with it. */
  #saved: ArticleText
  /** The server's text that what is typed came of: the base of merges. */
  #origin: DraftOrigin
  #saves = 0
  /** The text found at opening and who wrote it: a later save of that editor than the copy knows came of it. */
  #former: { editor: string; saves: number; text: ArticleText } | null = null
  #dirty = false
  #refusedSlug: string | null = null
  #refusedText: ArticleText | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #flushing: Promise<void> | null = null
  #inFlight = false
  #unreachable = false
  #unprotected = false
  #failures = 0
  #dirtySince: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(options: Options) {
    const { article, found, editor, newId } = options
    this.#options = options
    this.editor = editor
    const server = article ? textOf(article) : EMPTY_TEXT
    const origin = found?.origin
    this.#saved = server
    this.#origin = {
      articleId: article?.id ?? origin?.articleId ?? newId,
      editor,
      version: origin ? origin.version : (article?.version ?? null),
      text: origin ? origin.text : server,
      doubts: origin?.doubts ?? [],
      kept: origin?.kept ?? null,
    }
    if (found && origin) this.#former = { editor: origin.editor, saves: found.draft.saves, text: found.draft.text }
    const fields = found?.draft.text ?? server
    this.#dirty = !sameText(fields, server)
    this.#snapshot = {
      base: article,
      fields,
      sync: found ? 'local' : article ? 'saved' : 'fresh',
      busy: null,
      conflict: null,
      slugFault: null,
      refusal: null,
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): SyncSnapshot => this.#snapshot

  /** Begins: a copy found on this machine goes to the server, after what others have saved meanwhile. */
  open(): void {
    this.#closed = false
    const { base } = this.#snapshot
    if (base && this.#origin.version !== base.version)
      void this.#enqueue(() => this.#reconcile(base).then(() => undefined))
    if (this.#dirty) this.#schedule()
  }

  /** The screen closes: what is unsaved goes out once more, and stays on this machine where that fails. */
  close(): void {
    this.#closed = true
    void this.flush()
  }

  /** Everything as it is typed now. */
  text(): ArticleText {
    return { ...this.#snapshot.fields, content_markdown: this.#options.surface.read() }
  }

  /** The text the server confirmed last. */
  savedText(): ArticleText {
    return this.#saved
  }

  /** The copy to keep on this machine, or null when the server has everything. */
  unsaved(now: Date): { draft: Omit<LocalDraft, 'place'>; origin: DraftOrigin } | null {
    const text = this.text()
    this.#dirty = !sameText(text, this.#saved)
    if (!this.#dirty) return null
    return { draft: { text, saves: this.#saves, savedAt: now.toISOString() }, origin: this.#origin }
  }

  /** A field other than the body was changed. */
  change(changed: Partial<ArticleText>): void {
    this.#set({ fields: { ...this.#snapshot.fields, ...changed } })
    if ('slug' in changed) this.#set({ slugFault: null })
    this.typed()
  }

  /** Something was typed. */
  typed(): void {
    this.#dirty = true
    this.#show()
    void this.#options.keep()
    this.#schedule()
  }

  /** Puts a whole text into the editor, as something the writer did. */
  replaceText(text: ArticleText): void {
    this.#set({ fields: text, slugFault: null })
    this.#options.surface.replace(text.content_markdown)
    this.typed()
  }

  /** The browser kept the copy (or has nothing to keep), or refuses to. */
  kept(protectedHere: boolean): void {
    this.#unprotected = !protectedHere
    this.#show()
  }

  /** The network came or went: what waits is sent at once. */
  online(online: boolean): void {
    this.#unreachable = !online
    this.#show()
    if (online) void this.flush()
  }

  /** Saves now what is unsaved, without waiting for a pause. */
  flush(): Promise<void> {
    this.#flushing ??= this.#enqueue(async () => {
      this.#flushing = null
      this.#dirtySince = null
      clearTimeout(this.#timer)
      if (!this.#canAutosave() || sameText(this.text(), this.#saved)) return
      const outcome = await this.#send('save', { autosave: true }).catch(asOutcome)
      if ('error' in outcome) this.#failed(outcome.error)
      else this.#failures = 0
    }).finally(() => {
      if (this.#dirty && this.#canAutosave()) this.#schedule()
    })
    return this.#flushing
  }

  /** What has to leave with the page: the save as it would go out now, or null. It counts as one in doubt. */
  farewell(): SaveRequest | null {
    const text = this.#withoutRefusedSlug(this.text())
    if (!this.#canAutosave() || sameText(text, this.#saved)) return null
    const request = this.#request(text, 'save', { autosave: true })
    void this.#options.keep()
    return request
  }

  /** Saves because somebody wants it (EDIT-3, EDIT-4); creates a new article. The title is not empty. */
  save(kind: SaveKind): Promise<Outcome> {
    return this.#busily(kind, () => {
      const status = kind === 'publish' ? 'published' : 'draft'
      return this.#send(kind, { autosave: false, status })
    })
  }

  /** EDIT-9 on a new article, EDIT-10 on an existing one: there the text is saved first, then the status alone (R14). */
  changeStatus(status: ArticleStatus): Promise<Outcome> {
    return this.#busily('status', async () => {
      if (!this.#snapshot.base) return this.#send('save', { autosave: false, status })
      if (!sameText(this.text(), this.#saved)) {
        const saved = await this.#send('save', { autosave: false })
        if (!('done' in saved)) return saved
      }
      return this.#patch({ status })
    })
  }

  /** A change of dates alone; it needs an article. */
  changeDates(dates: { published_at?: string | null; unpublish_at?: string | null }): Promise<Outcome> {
    return this.#busily('status', () => this.#patch(dates))
  }

  /**
   * `Verwerfen` of the working version (R27): the live one is what editors see again. One that somebody has written on
   * since is not dropped: it comes here first (409 `version_conflict`).
   */
  discardWorkingCopy(): Promise<Outcome> {
    return this.#busily('save', async () => {
      const { base } = this.#snapshot
      if (!base) return { error: new Error('no article') }
      try {
        const live = await this.#options.api.discardWorkingCopy({ id: base.id, version: base.version })
        this.#accept(live, textOf(live))
        this.replaceText(textOf(live))
        return { done: live, created: false }
      } catch (error) {
        if (!isApiError(error, 'version_conflict')) return { error }
        return (await this.#reconcile(error.data.current as Article)) ? { error } : { conflict: true }
      }
    })
  }

  /** Somebody is known to have saved `version`: it is fetched, and mine follows or is merged. */
  noticed(version: number): void {
    const known = this.#snapshot.base
    if (!known || version <= known.version || this.#snapshot.conflict) return
    void this.#enqueue(async () => {
      const { base, conflict } = this.#snapshot
      if (!base || conflict || version <= base.version) return
      try {
        const theirs = await this.#options.api.get({ id: base.id })
        if (theirs.version > base.version) await this.#reconcile(theirs)
      } catch {
        // The next save finds out.
      }
    })
  }

  /** Typed on since the choice was posed: it is posed for the text as it is now. True when none is needed any more. */
  async poseAnew(): Promise<boolean> {
    const { conflict } = this.#snapshot
    if (!conflict) return true
    return sameText(this.text(), conflict.merge.mine) ? false : this.#reconcile(conflict.theirs)
  }

  /** Ends a conflict: the text as chosen, mine back by undo and among the versions where it gave way. */
  async resolve(chosen: Resolution): Promise<boolean> {
    const { conflict } = this.#snapshot
    if (!conflict) return false
    const { changedLines, settleArticle } = await loadMerge()
    const mine = this.text()
    if (!sameText(mine, conflict.merge.mine)) return this.poseAnew()
    const text = settleArticle(conflict.merge, chosen)
    if (!text) return false
    const gaveWay = [...chosen.fields, ...chosen.body].includes('theirs')
    this.#adopt(conflict.theirs)
    this.#set({ conflict: null })
    if (gaveWay) this.#origin = { ...this.#origin, kept: mine }
    this.#bring(text, { changed: changedLines, undoable: true })
    return true
  }

  async #busily(busy: SaveKind | 'status', work: () => Promise<Outcome>): Promise<Outcome> {
    this.#set({ busy })
    try {
      return await this.#enqueue(async () => {
        if (this.#snapshot.conflict) return { conflict: true as const }
        return work().catch(asOutcome)
      })
    } finally {
      this.#set({ busy: null })
      if (this.#dirty) this.#schedule()
    }
  }

  /** Requests follow one another, whatever asked for them. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work)
    this.#queue = run.catch(() => undefined)
    return run
  }

  /** Sends the text, merging with what others saved until it is taken in or a choice is needed. */
  async #send(kind: SaveKind, { autosave, status }: { autosave: boolean; status?: ArticleStatus }): Promise<Outcome> {
    const created = this.#snapshot.base === null
    for (let attempt = 0; attempt < MOST_MERGES; attempt++) {
      const sent = autosave ? this.#withoutRefusedSlug(this.text()) : this.text()
      const request = this.#request(sent, this.#kindFor(kind), { autosave, status })
      void this.#options.keep()
      this.#inFlight = true
      this.#show()
      try {
        const answer = await sendSave(
          this.#options.api,
          request,
          autosave ? AbortSignal.timeout(TIMEOUT_MS) : undefined,
        )
        this.#unreachable = false
        this.#accept(answer, sent)
        if (created) this.#options.onCreated(answer.id)
        return { done: answer, created }
      } catch (error) {
        this.#unreachable = !isApiError(error)
        if (isApiError(error) && error.status < 500) this.#forget(request)
        if (isApiError(error, 'slug_taken')) {
          this.#set({ slugFault: { message: error.message, proposal: error.data.proposal } })
          this.#refusedSlug = sent.slug
          if (autosave) continue
        }
        if (!isApiError(error, 'version_conflict')) return { error }
        const theirs = error.data.current as Article
        const settled = await this.#reconcile(theirs)
        if (created) this.#options.onCreated(theirs.id)
        if (!settled) return { conflict: true }
        if (kind === 'save' && sameText(this.text(), this.#saved)) return { done: theirs, created }
      } finally {
        this.#inFlight = false
        this.#show()
      }
    }
    return { error: new Error('others save too often') }
  }

  /** The status or date alone; what others saved in between is merged first. */
  async #patch(changed: {
    status?: ArticleStatus
    published_at?: string | null
    unpublish_at?: string | null
  }): Promise<Outcome> {
    for (let attempt = 0; attempt < MOST_MERGES; attempt++) {
      const { base } = this.#snapshot
      if (!base) return { error: new Error('no article') }
      try {
        const answer = await this.#options.api.update({ id: base.id, version: base.version, ...changed })
        this.#accept(answer, this.#saved)
        return { done: answer, created: false }
      } catch (error) {
        if (!isApiError(error, 'version_conflict')) return { error }
        if (!(await this.#reconcile(error.data.current as Article))) return { conflict: true }
      }
    }
    return { error: new Error('others save too often') }
  }

  /** Brings mine to what others saved. True when it is settled, false when a choice is needed. */
  async #reconcile(theirs: Article): Promise<boolean> {
    const { changedLines, mergeArticle, settleArticle } = await loadMerge()
    const merge = mergeArticle(this.#originFor(theirs), this.text(), textOf(theirs))
    const text = settleArticle(merge)
    if (!text) {
      this.#set({ conflict: { theirs, merge, turn: (this.#snapshot.conflict?.turn ?? 0) + 1 } })
      return false
    }
    this.#adopt(theirs)
    this.#set({ conflict: null })
    this.#bring(text, { changed: changedLines, undoable: false })
    return true
  }

  /** The text that both mine and theirs came of. */
  #originFor(theirs: Article): ArticleText {
    const arrived = (saveId: string) => theirs.recent_saves.includes(saveId)
    const mine = this.#origin.doubts.find(({ saveId }) => arrived(saveId))
    if (mine) return mine.text
    const former = this.#former
    const later = theirs.recent_saves.some((saveId) => {
      const [editor, number] = saveId.split(':')
      return former !== null && editor === former.editor && Number(number) > former.saves
    })
    // The former editor saved after the last copy it kept here: its text came of that copy.
    return former !== null && later ? former.text : this.#origin.text
  }

  #request(
    text: ArticleText,
    kind: SaveKind,
    { autosave, status }: { autosave: boolean; status?: ArticleStatus | undefined },
  ): SaveRequest {
    const { base } = this.#snapshot
    const { articleId: id, kept } = this.#origin
    const saveId = `${this.editor}:${++this.#saves}`
    this.#origin = { ...this.#origin, doubts: [...this.#origin.doubts, { saveId, text }] }
    return saveRequest(text, { base, id, kind, status, saveId, autosave, kept })
  }

  #forget({ input }: SaveRequest): void {
    const doubts = this.#origin.doubts.filter(({ saveId }) => saveId !== input.save_id)
    this.#origin = { ...this.#origin, doubts }
  }

  /** `Aktualisieren` is for a published article; one that was taken back meanwhile is only saved. */
  #kindFor(kind: SaveKind): SaveKind {
    return kind === 'update' && this.#snapshot.base?.status !== 'published' ? 'save' : kind
  }

  /** Takes the server's record as the new base; text typed since `sent` stays as it is. */
  #accept(answer: Article, sent: ArticleText): void {
    const confirmed = textOf(answer)
    const { slug, slugIsOwn } = confirmed
    const { fields } = this.#snapshot
    this.#adopt(answer)
    this.#origin = { ...this.#origin, kept: null }
    const own = sent.slugIsOwn && fields.slugIsOwn
    this.#saved = own ? sent : { ...sent, slug, slugIsOwn }
    // A slug that follows the title shows where it went; one being typed is left alone.
    if (!own && fields.slug === sent.slug) this.#set({ fields: { ...fields, slug, slugIsOwn } })
    if (!this.#refusedSlug || sent.slug !== this.#refusedSlug) this.#set({ slugFault: null })
    this.#settled()
    this.#options.onAccepted()
  }

  /** The record is the base from now on, and its text the origin of what is typed. */
  #adopt(record: Article): void {
    const text = textOf(record)
    this.#saved = text
    this.#origin = {
      articleId: record.id,
      editor: this.editor,
      version: record.version,
      text,
      doubts: [],
      kept: this.#origin.kept,
    }
    this.#former = null
    this.#set({ base: record, refusal: null })
    this.#refusedText = null
  }

  /** Merged text goes into fields and editor. */
  #bring(text: ArticleText, options: Parameters<Surface['merge']>[1]): void {
    this.#set({ fields: text })
    const { surface } = this.#options
    if (text.content_markdown !== surface.read()) surface.merge(text.content_markdown, options)
    // Line ends of several kinds may come out otherwise; the bytes count.
    if (text.content_markdown !== surface.read()) surface.replace(text.content_markdown)
    this.#settled()
  }

  #settled(): void {
    this.#dirty = !sameText(this.text(), this.#saved)
    this.#dirtySince = this.#dirty ? Date.now() : null
    this.#show()
    void this.#options.keep()
    if (this.#dirty) this.#schedule()
  }

  /** An autosave came back empty-handed: later again, or not until the text is another one. */
  #failed(error: unknown): void {
    const transient = !isApiError(error) || error.status >= 500 || error.status === 429 || error.status === 401
    if (transient) this.#failures += 1
    else {
      this.#refusedText = this.text()
      this.#set({ refusal: error })
    }
  }

  #canAutosave(): boolean {
    const { fields, conflict } = this.#snapshot
    if (conflict || fields.title.trim() === '') return false
    if (this.#refusedText && sameText(this.text(), this.#refusedText)) return false
    return this.#refusedSlug !== fields.slug || !sameText(this.#withoutRefusedSlug(this.text()), this.#saved)
  }

  /** An address the server refused holds up nothing else. */
  #withoutRefusedSlug(text: ArticleText): ArticleText {
    const { slug, slugIsOwn } = this.#saved
    return text.slug === this.#refusedSlug ? { ...text, slug, slugIsOwn } : text
  }

  #schedule(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#dirtySince ??= Date.now()
    const pause = Math.max(0, Math.min(PAUSE_MS, this.#dirtySince + LONGEST_MS - Date.now()))
    const retry = this.#failures && Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS)
    this.#timer = setTimeout(() => void this.flush(), Math.max(pause, retry))
  }

  #show(): void {
    const { base } = this.#snapshot
    const sync: SyncState =
      this.#unprotected && this.#dirty
        ? 'unprotected'
        : this.#inFlight
          ? 'saving'
          : this.#unreachable
            ? 'offline'
            : this.#dirty
              ? 'local'
              : base
                ? 'saved'
                : 'fresh'
    if (sync !== this.#snapshot.sync) this.#set({ sync })
  }

  #set(changed: Partial<SyncSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }
}
