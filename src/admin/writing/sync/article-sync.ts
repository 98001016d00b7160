import type { ChangeSet } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import type { Article, ArticleStatus } from '../../../contract/articles.ts'
import { isApiError } from '../../../contract/errors.ts'
import { crossStep, docOf, lineEndsOf, stepBetween } from '../../../rules/text-steps.ts'
import type { CallContext } from '../../data/api.ts'
import { sameText, textOf, withBody, type ArticleText } from '../text/article-text.ts'
import { SharedText } from '../text/shared-text.ts'
import type { PageFacts } from './pages-as-articles.ts'
import { SaveTimer } from './save-timer.ts'
import {
  isPassing,
  isRefusal,
  saveRequest,
  sendSave,
  type ArticleApi,
  type SaveKind,
  type SaveRequest,
} from './saving.ts'
import type { Outcome } from './sync-snapshot.ts'
import { SEPARATION_MS, StepSync, type LostReason, type PlacedCursor } from './step-sync.ts'
import { WrittenArticle, type WrittenOptions } from './written-article.ts'

type Options = Omit<WrittenOptions, 'onUnsaved' | 'fetch'> & {
  api: ArticleApi
  /** The author of the text. */
  userId: string
  onCreated: (id: string) => void
  /** The server has accepted a change of this article. */
  onAccepted: () => void
  /** The body is now sent as steps, or as a whole text again (null). */
  onSteps?: (steps: StepSync | null) => void
  /** The body here had become different from the server's; both texts are stored (RUL-74). */
  onParted?: () => void
  /** Where another person is. */
  onCursor?: (cursor: PlacedCursor) => void
}

/** Timeout of one attempt. The time a password dialog is open does not count. */
const PATIENCE_MS = 30_000
/** Limit of merge attempts when others keep saving; the next pause in typing continues. */
const MOST_TRIES = 6

/** Two such differences within this time mean that steps do not work here. */
const PARTED_MS = 60_000

const failed = (error: unknown): Outcome => ({ error })

/**
 * Syncs one open article with the server, independent of React.
 *
 * - One request at a time. Typing continues, and no response overwrites it.
 * - A stale save is merged with what others saved and sent again; lines changed by both wait for a choice (RUL-14).
 * - A save whose response was lost is sent again under its number before anything newer.
 */
export class ArticleSync {
  readonly editor: string
  /** The current text, and the server's state of it. */
  readonly written: WrittenArticle
  readonly #options: Options
  readonly #call: { context: CallContext }
  readonly #timer = new SaveTimer(() => void this.flush())
  #queue: Promise<unknown> = Promise.resolve()
  #flushing: Promise<void> | null = null
  #closed = false
  /** Sends the body as steps while several people write it; null for whole texts. */
  #steps: StepSync | null = null
  #lost: LostReason | null = null
  /**
   * Time of the last difference from the server (`onParted`). After a second one within a minute the body is sent as a whole
   * text.
   */
  #partedAt: number | null = null
  #isAlone = false
  /** Time since which the text here may differ from the server's; null if unknown, as for a copy of an earlier session. */
  #apartSince: number | null = null
  /** Others have the text open: steps begin as soon as possible. */
  #isShared = false

  constructor(options: Options) {
    this.#options = options
    this.#call = { context: { timeoutMs: PATIENCE_MS, userId: options.userId } }
    this.editor = options.editor
    this.written = new WrittenArticle({
      ...options,
      onUnsaved: () => this.#schedule(),
      fetch: () => options.api.get({ id: this.written.articleId }, this.#call),
    })
  }

  /** Starts: a copy found on this machine is sent after merging what others have saved. */
  open(): void {
    this.#closed = false
    if (!this.#options.found) this.#apartSince = Date.now()
    this.#resume()
    void this.#enqueue(() => this.written.catchUp()).catch(() => {
      // The next save tries again.
    })
    if (this.written.dirty) this.#schedule()
  }

  /**
   * The screen closes: unsaved text is sent once more and stays on this machine if that fails. Resolves when no request
   * is running.
   */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#steps?.send(), this.flush()])
    if (!this.#closed || !this.#steps) return
    this.#options.editorView.steps?.listen(null)
    this.#steps.end()
    this.#options.onSteps?.(null)
  }

  /** Others have the text open: the body is sent as steps (RUL-59) until the editor closes. May be called repeatedly. */
  share(): void {
    this.#isShared = true
    if (this.#steps || this.#closed || this.#isAlone || !this.#options.editorView.steps) return
    void this.#enqueue(() => this.#join()).catch(() => {
      // The next call tries again.
    })
  }

  /** The state of the steps; null while the body is sent as a whole text. */
  get steps(): StepSync | null {
    return this.#steps
  }

  /** Continues the steps of a copy on this machine, if the server still has its position. */
  #resume(): void {
    const { found, editorView } = this.#options
    const { steps: stored, text, savedAt } = found?.copy ?? {}
    const view = editorView.steps
    if (!stored || !view || !text || this.#steps || this.written.getSnapshot().base === null) return
    if (editorView.read() !== text.content_markdown) return
    const apply = (changes: ChangeSet) => view.apply(changes)
    const shared = SharedText.restore(stored, { text: text.content_markdown, editor: uuid(), apply })
    if (shared) this.#begin(shared, Date.parse(savedAt ?? ''))
  }

  /** Merges the text here with that of the server, and sends later changes of the body as steps. */
  async #join(): Promise<void> {
    const { written } = this
    const { editorView, api } = this.#options
    const view = editorView.steps
    if (this.#steps || this.#closed || this.#isAlone || !view || written.getSnapshot().conflict) return
    const isShort = this.#apartSince !== null && Math.abs(Date.now() - this.#apartSince) < SEPARATION_MS
    if (!isShort && !(await written.catchUp())) return
    const { base } = written.getSnapshot()
    if (!base) return
    const joined = await api.steps.join({ id: written.articleId }, this.#call)
    const { content_markdown: body, line_ends: lineEnds, epoch, seq } = joined
    const isOther =
      !written.isCaughtUp() || joined.version !== base.version || body !== written.savedText().content_markdown
    const record = isOther ? withBody(await api.get({ id: written.articleId }, this.#call), body) : base
    if (this.#closed || this.#steps) return
    const server = docOf(body, lineEnds)
    const former = written.mergeBase.baseFor(record).text.content_markdown
    const isCounted = () => docOf(editorView.read(), lineEnds).eq(view.doc())
    const shared = new SharedText({ epoch, seq, lineEnds, editor: uuid() }, server, (changes) => view.apply(changes))
    if (isOther && isShort && lineEndsOf(former) === lineEnds && isCounted()) {
      // What was typed since then becomes a step from the former text, as if it had been sent as one.
      const before = docOf(former, lineEnds)
      const { step, own } = crossStep(stepBetween(before, server), [stepBetween(before, view.doc())])
      view.apply(step)
      if (own[0] && !own[0].empty) shared.typed(own[0])
      this.#begin(shared, null)
      await written.reconcile(record)
      return
    }
    if (isOther && !(await written.reconcile(record))) return
    // A text whose line ends differ from those of the server is saved as a whole first.
    if (this.#closed || this.#steps || !isCounted()) return
    if (!server.eq(view.doc())) shared.typed(stepBetween(server, view.doc()))
    this.#begin(shared, null)
  }

  #begin(shared: SharedText, heardAt: number | null): void {
    const { editorView, api, onSteps, onCursor } = this.#options
    const steps: StepSync = new StepSync(shared, heardAt, {
      api,
      call: this.#call,
      written: this.written,
      onLost: (reason) => this.#loses(steps, reason),
      onFields: (version) => this.#fetchFields(version),
      onCursor: (cursor) => onCursor?.(cursor),
    })
    this.#steps = steps
    editorView.steps?.adopt(shared.lineEnds)
    editorView.steps?.listen((changes) => {
      shared.typed(changes)
      steps.typed()
    })
    this.written.share(shared)
    onSteps?.(steps)
    void steps.send()
  }

  #loses(steps: StepSync, reason: LostReason): void {
    if (this.#steps !== steps || this.#lost) return
    this.#lost = reason
    steps.end()
    void this.#enqueue(() => this.#settleLost()).catch(() => {
      // The next save repeats this.
    })
  }

  /** Ends steps that cannot continue. The text here is merged with the present record, and new steps begin. */
  async #settleLost(): Promise<void> {
    const [steps, reason] = [this.#steps, this.#lost]
    if (!steps || !reason) return
    const { editorView, onSteps, onParted } = this.#options
    const accepted = reason === 'gone' ? null : await steps.settleUnderway()
    const mine = this.written.text()
    editorView.steps?.listen(null)
    this.#steps = null
    this.#lost = null
    this.written.unshare(accepted)
    this.#apartSince = reason === 'gone' ? Date.now() : null
    onSteps?.(null)
    if (reason === 'parted') {
      // The text of this editor is stored as a version, whatever the merge yields.
      this.written.mergeBase.keep(mine)
      const now = Date.now()
      this.#isAlone = this.#partedAt !== null && Math.abs(now - this.#partedAt) < PARTED_MS
      this.#partedAt = now
      onParted?.()
    }
    if (reason === 'parted' || reason === 'refused') await this.#send('save', { autosave: true })
    else if (reason === 'away' && !(await this.written.catchUp())) return
    if (reason !== 'refused') await this.#join()
  }

  /** Another change than a step was saved: the fields beside the body are merged. */
  #fetchFields(version: number): void {
    void this.#enqueue(async () => {
      const { base, conflict } = this.written.getSnapshot()
      if (!base || conflict || version <= base.version) return
      const theirs = await this.#options.api.get({ id: base.id }, this.#call)
      if (theirs.version > base.version) await this.written.reconcile(this.#recordOf(theirs))
    }).catch(() => {
      // A failed read is harmless: the next save finds the newer version.
    })
  }

  /** A record with the body as the steps have it, since the record of the server may lag behind. */
  #recordOf(record: Article): Article {
    const { shared } = this.written
    return shared ? withBody(record, shared.serverText()) : record
  }

  /** Sends the last step on unload. */
  flushStepsOnUnload(context: CallContext): void {
    void this.#steps?.sendLast(context)
  }

  /** Continues as another article than the one that may have been created from this text. */
  startOver(text: ArticleText): void {
    this.written.mergeBase.restart(uuid())
    this.written.replaceText(text)
  }

  /** The network state changed: waiting text is sent at once. */
  online(online: boolean): void {
    this.written.note({ unreachable: !online })
    if (online) void this.flush()
    if (online && this.#isShared) this.share()
  }

  /** Saves unsaved text now, without waiting for a pause. */
  flush(): Promise<void> {
    void this.#steps?.send()
    this.#flushing ??= this.#enqueue(async () => {
      this.#flushing = null
      this.#timer.stop()
      if (!this.written.autosaved()) return
      // Beside others the text goes by steps.
      if (this.#isShared && !this.#steps) await this.#join().catch(() => undefined)
      if (!this.written.autosaved()) return
      const outcome = await this.#send('save', { autosave: true }).catch(failed)
      // A temporary error is retried.
      if ('error' in outcome && isPassing(outcome.error)) this.#timer.failed()
    }).finally(() => {
      if (this.written.dirty && this.written.autosaved()) this.#schedule()
    })
    return this.#flushing
  }

  /** The flush on unload: the save as it would be sent now, or null. It counts as unconfirmed. */
  flushOnUnload(): SaveRequest | null {
    const text = this.written.isCaughtUp() ? this.written.autosaved() : null
    const request = text && this.#request(text, 'save', { autosave: true }).request
    if (request) void this.#options.keep()
    return request
  }

  /** Saves on request (EDIT-3, EDIT-4); creates a new article. The title must not be empty. */
  save(kind: SaveKind): Promise<Outcome> {
    const status = kind === 'publish' ? 'published' : 'draft'
    return this.#busily(kind, () => this.#send(kind, { autosave: false, status }))
  }

  /** EDIT-9 on a new article, EDIT-10 on an existing one: the text is saved first, then the status alone (RUL-14). */
  changeStatus(status: ArticleStatus): Promise<Outcome> {
    return this.#busily('status', async () => {
      const created = this.written.getSnapshot().base === null
      if (created || !this.written.isSaved()) {
        const saved = await this.#send('save', { autosave: false, status })
        if (!('done' in saved) || (created && saved.done.status === status)) return saved
      }
      return this.#patch({ status }, { created })
    })
  }

  /**
   * Reverts what the change to `version` made public (RUL-67). Unsaved text stays. If another editor has saved since,
   * that text is fetched and nothing is reverted.
   */
  undo(version: number): Promise<Outcome> {
    return this.#busily('status', async () => {
      const { base } = this.written.getSnapshot()
      if (!base) return { error: new Error('no article') }
      try {
        const answer = await this.#options.api.undo({ id: base.id, version }, this.#call)
        this.#accept(this.#recordOf(answer), this.written.savedText())
        return { done: answer, created: false }
      } catch (error) {
        if (isApiError(error, 'version_conflict')) await this.written.reconcile(error.data.current as Article)
        return { error }
      }
    })
  }

  /** Plans when a draft or scheduled article appears. Creates a new article; unsaved text is saved first. */
  schedule(published_at: string): Promise<Outcome> {
    return this.#busily('status', async () => {
      const saved = await this.#saved()
      return saved ?? this.#patch({ status: 'scheduled', published_at })
    })
  }

  /** Plans when the working text goes live; null for not at all. Unsaved text is saved first. */
  planUpdate(goes_live_at: string | null): Promise<Outcome> {
    return this.#busily('status', async () => {
      const { planUpdate } = this.#options.api
      const saved = await this.#saved()
      if (saved || !planUpdate) return saved ?? { error: new Error('pages have no dates') }
      return this.#change((target) => planUpdate({ ...target, goes_live_at }, this.#call))
    })
  }

  /** Saves unsaved text, and a new article as a draft. Returns an outcome only if that failed. */
  async #saved(): Promise<Outcome | null> {
    if (this.written.getSnapshot().base !== null && this.written.isSaved()) return null
    const saved = await this.#send('save', { autosave: false, status: 'draft' })
    return 'done' in saved ? null : saved
  }

  /** A change of dates alone; needs an existing article. */
  changeDates(dates: { published_at?: string | null; unpublish_at?: string | null }): Promise<Outcome> {
    return this.#busily('status', () => this.#patch(dates))
  }

  /** A change of page fields; needs an existing page. */
  changePage(page: Partial<PageFacts>): Promise<Outcome> {
    return this.#busily('status', () => this.#patch({ page }))
  }

  /**
   * `Verwerfen` of the working text (RUL-27): editors see the live text again. If someone saved since, that text is
   * fetched first instead (409 `version_conflict`).
   */
  discardWorkingCopy(): Promise<Outcome> {
    return this.#busily('save', async () => {
      const { base } = this.written.getSnapshot()
      if (!base) return { error: new Error('no article') }
      try {
        const live = await this.#discard(base)
        this.#accept(this.#recordOf(live), textOf(live))
        // The body comes back as a step, as it does to the others.
        if (this.written.shared) {
          this.written.replaceFields(textOf(live))
          await this.#steps?.pull()
        } else this.written.replaceText(textOf(live))
        return { done: live, created: false }
      } catch (error) {
        if (!isApiError(error, 'version_conflict')) return { error }
        return (await this.written.reconcile(error.data.current as Article)) ? { error } : { conflict: true }
      }
    })
  }

  /** Deletes the working text. Steps of others in the meantime do not prevent that: this editor has shown them. */
  async #discard(base: Article): Promise<Article> {
    for (let tries = 1; ; tries++) {
      await this.#steps?.send()
      const { version } = this.written.shared ? await this.#options.api.get({ id: base.id }, this.#call) : base
      try {
        return await this.#options.api.discardWorkingCopy({ id: base.id, version }, this.#call)
      } catch (error) {
        if (!this.written.shared || tries === MOST_TRIES || !isApiError(error, 'version_conflict')) throw error
      }
    }
  }

  /** Another editor saved `version`: it is fetched, and the own text follows or is merged. */
  noticed(version: number): void {
    if (this.#steps) return this.#steps.noticed(version)
    const isKnown = () => {
      const { base, conflict } = this.written.getSnapshot()
      return !base || conflict !== null || version <= base.version
    }
    if (isKnown()) return
    void this.#enqueue(async () => {
      const { base } = this.written.getSnapshot()
      if (isKnown() || !base) return
      const theirs = await this.#options.api.get({ id: base.id }, this.#call)
      if (theirs.version > base.version) await this.written.reconcile(theirs)
    }).catch(() => {
      // A failed read is harmless: the next save finds the newer version.
    })
  }

  async #busily(busy: SaveKind | 'status', work: () => Promise<Outcome>): Promise<Outcome> {
    this.written.set({ busy })
    try {
      return await this.#enqueue(async () => {
        if (this.written.getSnapshot().conflict) return { conflict: true as const }
        return work().catch(failed)
      })
    } finally {
      this.written.set({ busy: null })
      if (this.written.dirty) this.#schedule()
    }
  }

  /** Requests run one after another. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work)
    this.#queue = run.catch(() => undefined)
    return run
  }

  /** Sends the text and merges with what others saved, until it is accepted or a choice is needed. */
  async #send(kind: SaveKind, { autosave, status }: { autosave: boolean; status?: ArticleStatus }): Promise<Outcome> {
    const { written } = this
    const created = written.getSnapshot().base === null
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await this.#settleLost()
      try {
        if (!(await written.catchUp())) return { conflict: true }
      } catch (error) {
        if (autosave && !isPassing(error)) written.refuse(written.text(), error)
        return { error }
      }
      const isNew = written.getSnapshot().base === null
      // Characters go by steps, and a save on request follows them.
      if (!autosave && this.#steps && !(await this.#steps.sendAll())) {
        if (this.#lost) continue
        return { error: this.#steps?.error ?? new Error('the steps wait') }
      }
      const { shared } = written
      const current = autosave ? written.withoutRefusedSlug() : written.text()
      const now = shared ? { ...current, content_markdown: shared.serverText() } : current
      // An unconfirmed save goes first, so that there is at most one however long the network is away.
      const unconfirmed = written.mergeBase.lastUnconfirmed()
      const late = unconfirmed !== null && !sameText(unconfirmed.text, now)
      const sent = late ? unconfirmed.text : now
      // Each save takes along one text that lost a conflict, so the others have saves of their own.
      const isBefore = late || written.mergeBase.origin.kept.length > 1
      const { request, again } = isBefore
        ? this.#request(sent, 'save', { autosave: true })
        : this.#request(sent, kind, { autosave, status })
      void this.#options.keep()
      written.note({ inFlight: true })
      try {
        const answer = await sendSave(this.#options.api, request, this.#call)
        written.heard(null)
        this.#accept(this.#recordOf(answer), sent)
        if (isNew) this.#options.onCreated(answer.id)
        if (!isBefore) return { done: answer, created }
      } catch (error) {
        written.heard(error)
        if (isApiError(error, 'version_conflict')) {
          const theirs = error.data.current as Article
          const settled = await written.reconcile(theirs)
          if (isNew) this.#options.onCreated(theirs.id)
          if (!settled) return { conflict: true }
        } else if (isNew && isApiError(error, 'not_found')) {
          // It was created and has been trashed: the text continues as a new article.
          written.mergeBase.restart(uuid())
          continue
        } else {
          const refused = isRefusal(error, again)
          if (refused && request.input.save_id) written.mergeBase.forget(request.input.save_id)
          const taken = isApiError(error, 'slug_taken')
          if (taken) written.refuseSlug(sent.slug, { message: error.message, proposal: error.data.proposal })
          if (refused && (late || (taken && autosave))) continue
          if (autosave && !isPassing(error)) written.refuse(now, error)
          return { error }
        }
      } finally {
        written.note({ inFlight: false })
      }
      const { base } = written.getSnapshot()
      if (kind === 'save' && base && written.isSaved()) return { done: base, created }
    }
    return { error: new Error('others save too often') }
  }

  /** Changes status or date alone. What others saved in between is merged first. */
  async #patch(
    changed: {
      status?: ArticleStatus
      published_at?: string | null
      unpublish_at?: string | null
      page?: Partial<PageFacts>
    },
    how = { created: false },
  ): Promise<Outcome> {
    return this.#change((target) => this.#options.api.update({ ...target, ...changed }, this.#call), how)
  }

  async #change(
    send: (target: { id: string; version: number }) => Promise<Article>,
    { created } = { created: false },
  ): Promise<Outcome> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (!(await this.written.catchUp())) return { conflict: true }
      const { base } = this.written.getSnapshot()
      if (!base) return { error: new Error('no article') }
      try {
        const answer = await send({ id: base.id, version: base.version })
        this.#accept(this.#recordOf(answer), this.written.savedText())
        return { done: answer, created }
      } catch (error) {
        if (!isApiError(error, 'version_conflict')) return { error }
        if (!(await this.written.reconcile(error.data.current as Article))) return { conflict: true }
      }
    }
    return { error: new Error('others save too often') }
  }

  #request(
    text: ArticleText,
    kind: SaveKind,
    { autosave, status }: { autosave: boolean; status?: ArticleStatus | undefined },
  ): { request: SaveRequest; again: boolean } {
    const { mergeBase } = this.written
    const { saveId, again } = mergeBase.begin(text)
    const {
      articleId: id,
      kept: [kept],
    } = mergeBase.origin
    const { base } = this.written.getSnapshot()
    return {
      request: saveRequest(text, {
        base,
        id,
        kind,
        status,
        saveId,
        autosave,
        kept,
        besideSteps: this.written.shared !== null,
      }),
      again,
    }
  }

  #accept(answer: Article, sent: ArticleText): void {
    this.#timer.succeeded()
    this.#timer.stop()
    this.written.accept(answer, sent)
    this.#apartSince = Date.now()
    this.#options.onAccepted()
    if (this.#isShared) this.share()
  }

  #schedule(): void {
    if (!this.#closed) this.#timer.start()
  }
}
