import type { Article } from '../../../contract/articles.ts'
import { isApiError } from '../../../contract/errors.ts'
import { EMPTY_TEXT, sameText, textOf, withBody, type ArticleText } from '../text/article-text.ts'
import type { SharedText } from '../text/shared-text.ts'
import { MergeBase } from './merge-base.ts'
import { delayOf } from './saving.ts'
import type { FoundCopy, Unsaved } from '../local/local-copies.ts'
import type { Place } from '../editor-view/positions/place.ts'
import type { Resolution } from '../text/merge-articles.ts'
import type { BodyView, SyncSnapshot, SyncState } from './sync-snapshot.ts'

/** Loaded when a merge is needed. A save that needs it without a network fails and is retried. */
const loadMerge = () => import('../text/merge-articles.ts')

export type WrittenOptions = {
  /** Id of this open editor, and the future id of a new article: UUIDs. */
  editor: string
  newId: string
  article: Article | null
  found: FoundCopy | null
  editorView: BodyView
  /** Stores the text on this machine; false if that is not possible. */
  keep: () => Promise<boolean>
  /** There is unsaved text. */
  onUnsaved: () => void
  /** Fetches the present record. */
  fetch: () => Promise<Article>
}

/** The text of one open article: what is typed, what the server has, and how the two are merged. */
export class WrittenArticle {
  readonly mergeBase: MergeBase
  readonly #options: WrittenOptions
  readonly #listeners = new Set<() => void>()
  #snapshot: SyncSnapshot
  /** The text as the server confirmed it. The current text is compared with it. */
  #saved: ArticleText
  #dirty: boolean
  /** The body while several people write it in steps; null otherwise. */
  #shared: SharedText | null = null
  /** The body was written in steps: before whole texts are saved again, the present record is merged. */
  #isStale = false
  #refusedSlug: string | null = null
  #refusedText: ArticleText | null = null
  #conditions = { inFlight: false, unreachable: false, unprotected: false }

  constructor(options: WrittenOptions) {
    const { article, found } = options
    this.#options = options
    this.mergeBase = new MergeBase(options)
    this.#saved = article ? textOf(article) : EMPTY_TEXT
    const fields = found?.copy.text ?? this.#saved
    this.#dirty = this.#hasKept() || !sameText(fields, this.#saved)
    this.#snapshot = {
      base: article,
      fields,
      sync: found ? 'local' : article ? 'saved' : 'fresh',
      busy: null,
      conflict: null,
      slugFault: null,
      refusal: null,
      delay: null,
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): SyncSnapshot => this.#snapshot

  /** The present or future id of the article. */
  get articleId(): string {
    return this.mergeBase.origin.articleId
  }

  /** The current text. */
  text(): ArticleText {
    return { ...this.#snapshot.fields, content_markdown: this.#options.editorView.read() }
  }

  /** The text that the server confirmed last. */
  savedText(): ArticleText {
    return this.#withBodyOf(this.#saved, this.#shared?.serverText())
  }

  /** The body in steps, while several people write it. */
  get shared(): SharedText | null {
    return this.#shared
  }

  /** From now on the body is written in steps. */
  share(shared: SharedText): void {
    this.#shared = shared
    this.#settled()
  }

  /**
   * From now on whole texts are saved, after the present record was merged. `accepted`: whether the server has the step on its
   * way; null when that is unknown.
   */
  unshare(accepted: boolean | null): void {
    const shared = this.#shared
    if (!shared) return
    this.#shared = null
    this.#isStale = true
    const sent = this.#withBodyOf(this.#saved, shared.sentText())
    this.#saved = accepted ? sent : this.#withBodyOf(this.#saved, shared.serverText())
    const { underway } = shared
    const unknown = accepted === null && underway && { saveId: `${underway.editor}:${underway.n}`, text: sent }
    this.mergeBase.rebase(this.#saved, unknown || null)
    this.#settled()
  }

  /** Steps came in. */
  stepsReceived(): void {
    if (this.#dirty) void this.#options.keep()
  }

  /** All steps are on the server, and nothing more was typed for a moment. */
  stepsSettled(): void {
    this.#settled()
  }

  /** Whether the body that the author sees is the one that follows from the steps. */
  isTrue(): boolean {
    const view = this.#options.editorView.steps
    return !this.#shared || !view || this.#shared.matches(view.doc())
  }

  /** The server has written the steps into the text, as this version; nothing else has changed. */
  folded(version: number): void {
    const { base } = this.#snapshot
    if (!base || !this.#shared) return
    const record = withBody({ ...base, version }, this.#shared.serverText())
    this.mergeBase.adopt(record, this.savedText())
    this.set({ base: record })
  }

  /** Whether there may be unsaved text; cheap enough to call on each character. */
  get dirty(): boolean {
    return this.#dirty
  }

  /**
   * The record as the server has acknowledged it; null for one that was never there. Steps are in its text, though its version is the
   * one before they are folded.
   */
  acknowledged(): Article | null {
    const { base } = this.#snapshot
    return base && this.#shared ? withBody(base, this.#shared.serverText()) : base
  }

  isSaved(text?: ArticleText): boolean {
    if (this.#hasKept()) return false
    if (!this.#shared) return sameText(text ?? this.text(), this.#saved)
    return this.#shared.isClean && this.#hasSavedFields(text ?? this.#snapshot.fields)
  }

  /** Whether a text that lost a conflict is not among the revisions yet. */
  #hasKept(): boolean {
    return this.mergeBase.origin.kept.length > 0
  }

  /** Whether everything but the body is saved. */
  #hasSavedFields(text: ArticleText): boolean {
    return sameText(this.#withBodyOf(text, ''), this.#withBodyOf(this.#saved, ''))
  }

  #withBodyOf(text: ArticleText, content_markdown: string | undefined): ArticleText {
    return content_markdown === undefined ? text : { ...text, content_markdown }
  }

  /** The copy to store on this machine, with the author's position; null if the server has everything. */
  unsaved(now: Date, place: Place | null): Unsaved | null {
    const text = this.text()
    this.#dirty = !this.isSaved(text)
    if (!this.#dirty) return null
    const { saves, origin } = this.mergeBase
    const steps = this.#shared && { steps: this.#shared.stored() }
    return { copy: { text, place, saves, savedAt: now.toISOString(), ...steps }, origin }
  }

  /** A field other than the body was changed. */
  change(changed: Partial<ArticleText>): void {
    this.set({ fields: { ...this.#snapshot.fields, ...changed } })
    if ('slug' in changed) this.set({ slugFault: null })
    this.typed()
  }

  typed(): void {
    this.#dirty = true
    this.#show()
    void this.#options.keep()
    this.#options.onUnsaved()
  }

  /** Replaces the whole text in the editor as an edit of the author. */
  replaceText(text: ArticleText): void {
    this.set({ fields: text, slugFault: null })
    this.#options.editorView.replace(text.content_markdown)
    this.typed()
  }

  /**
   * Makes `to` of the text that was `from` when it was seen, and returns what takes that back. What was typed since then stays, beside the
   * former words where both changed a line (RUL-70).
   */
  exchange(from: ArticleText, to: ArticleText): () => void {
    const exchanged = this.#exchange(from, to)
    return () => void exchanged.then(({ before, after }) => this.#exchange(after, before))
  }

  /** Makes a text that has just been replaced `before` again, when called, like `exchange`. */
  undoTo(before: ArticleText): () => void {
    const after = this.text()
    return () => void this.#exchange(after, before)
  }

  async #exchange(from: ArticleText, to: ArticleText): Promise<{ before: ArticleText; after: ArticleText }> {
    // Without a network the code of the merge may not come: Strg Z brings back what was typed.
    const merge = sameText(this.text(), from) ? null : await loadMerge().catch(() => null)
    const before = this.text()
    if (!merge) this.replaceText(to)
    else {
      const merged = merge.mergeArticle({ text: from, sameWriter: false }, before, to)
      const conflicts = merged.body.parts.filter(({ kind }) => kind === 'conflict')
      const chosen = { fields: merged.fields.map(() => 'mine' as const), body: conflicts.map(() => 'both' as const) }
      this.replaceText(merge.settleArticle(merged, chosen) ?? before)
    }
    return { before, after: this.text() }
  }

  /** What the server made of a request: null for a response that is no error. */
  heard(error: unknown): void {
    const delay = delayOf(error)
    if (delay !== this.#snapshot.delay) this.set({ delay })
    this.note({ unreachable: error !== null && !isApiError(error) })
  }

  /** Updates the conditions that the chip shows. */
  note(conditions: Partial<{ inFlight: boolean; unreachable: boolean; unprotected: boolean }>): void {
    this.#conditions = { ...this.#conditions, ...conditions }
    this.#show()
  }

  set(changed: Partial<SyncSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }

  /** Replaces everything but the body. */
  replaceFields(text: ArticleText): void {
    this.set({ fields: text, slugFault: null })
    this.#settled()
  }

  /** Whether the text is based on the record; a copy found here may be older. */
  isCaughtUp(): boolean {
    const { base } = this.#snapshot
    return base === null || (!this.#isStale && base.version === this.mergeBase.origin.version)
  }

  /** Merges an older copy with the record before anything is sent. False if a choice is needed. */
  async catchUp(): Promise<boolean> {
    const { base } = this.#snapshot
    if (!base || this.isCaughtUp()) return true
    return this.reconcile(this.#isStale ? await this.#options.fetch() : base)
  }

  /** Takes the server's record as the new base. Text typed since `sent` stays. */
  accept(answer: Article, sent: ArticleText): void {
    const { slug, slugIsOwn } = textOf(answer)
    const { fields } = this.#snapshot
    this.#adopt(answer)
    const own = sent.slugIsOwn && fields.slugIsOwn
    this.#saved = own ? sent : { ...sent, slug, slugIsOwn }
    // A slug that follows the title shows the final slug; one being typed is left alone.
    if (!own && fields.slug === sent.slug) this.set({ fields: { ...fields, slug, slugIsOwn } })
    if (sent.slug === this.#refusedSlug) this.#refusedSlug = null
    if (fields.slug !== this.#refusedSlug) this.set({ slugFault: null })
    this.#settled()
  }

  /** Merges what others saved into the own text. True if it is settled, false if a choice is needed. */
  async reconcile(theirs: Article): Promise<boolean> {
    const { mergeArticle, settleArticle } = await loadMerge()
    const mine = this.text()
    // The body is merged by its steps.
    const body = this.#shared ? mine.content_markdown : undefined
    const former = this.mergeBase.baseFor(theirs)
    const base = { ...former, text: this.#withBodyOf(former.text, body) }
    const merge = mergeArticle(base, mine, this.#withBodyOf(textOf(theirs), body))
    const text = settleArticle(merge)
    if (!text) {
      this.set({ conflict: { theirs, merge, turn: (this.#snapshot.conflict?.turn ?? 0) + 1 } })
      return false
    }
    this.#adopt(theirs)
    this.set({ conflict: null })
    this.#bring(text, { undoable: false })
    return true
  }

  /**
   * The user typed since the choice was offered, so it is offered again for the current text. True if none is needed
   * any more.
   */
  async poseAnew(): Promise<boolean> {
    const { conflict } = this.#snapshot
    if (!conflict) return true
    return this.#isAsked(conflict.merge.mine) ? false : this.reconcile(conflict.theirs)
  }

  /** Settles a conflict with the chosen text. If the own text lost, undo restores it and it is stored as a revision. */
  async resolve(chosen: Resolution): Promise<boolean> {
    const { conflict } = this.#snapshot
    if (!conflict) return false
    const { settleArticle } = await loadMerge()
    const mine = this.text()
    if (!this.#isAsked(conflict.merge.mine)) return this.poseAnew()
    const text = settleArticle(conflict.merge, chosen)
    if (!text) return false
    const gaveWay = [...chosen.fields, ...chosen.body].includes('theirs')
    this.#adopt(conflict.theirs)
    this.set({ conflict: null })
    if (gaveWay) this.mergeBase.keep(mine)
    this.#bring(text, { undoable: true })
    return true
  }

  /** Whether the current text is the one that a choice was offered for. */
  #isAsked(mine: ArticleText): boolean {
    const body = this.#shared ? '' : undefined
    return sameText(this.#withBodyOf(this.text(), body), this.#withBodyOf(mine, body))
  }

  /** The server has given this slug to another article. */
  refuseSlug(slug: string, fault: SyncSnapshot['slugFault']): void {
    this.#refusedSlug = slug
    this.set({ slugFault: fault })
  }

  /** The server refuses this text; a changed one may be tried. */
  refuse(text: ArticleText, refusal: unknown): void {
    this.#refusedText = text
    this.set({ refusal })
  }

  /** The text for an autosave. Null if nothing waits for a save, the title is missing, or it was refused. */
  autosaved(): ArticleText | null {
    const { fields, conflict } = this.#snapshot
    if (conflict || fields.title.trim() === '') return null
    const text = this.withoutRefusedSlug()
    const isSaved = this.#shared ? !this.#hasKept() && this.#hasSavedFields(text) : this.isSaved(text)
    if (isSaved || (this.#refusedText && sameText(text, this.#refusedText))) return null
    return text
  }

  /** The current text without a refused slug, which must not block other changes. */
  withoutRefusedSlug(): ArticleText {
    const text = this.text()
    if (text.slug !== this.#refusedSlug) return text
    const { slug, slugIsOwn } = this.#saved
    if (slug !== this.#refusedSlug) return { ...text, slug, slugIsOwn }
    // Another article took the slug of the working text meanwhile.
    return { ...text, slug: this.#snapshot.base?.slug ?? '' }
  }

  /** The record becomes the base of the current text. */
  #adopt(record: Article): void {
    this.#saved = textOf(record)
    this.#isStale = false
    this.mergeBase.adopt(record, this.savedText())
    this.set({ base: record, refusal: null })
    this.#refusedText = null
  }

  /** Puts merged text into fields and editor. */
  #bring(text: ArticleText, options: Parameters<BodyView['merge']>[1]): void {
    this.set({ fields: text })
    const { editorView } = this.#options
    if (this.#shared) return this.#settled()
    if (text.content_markdown !== editorView.read()) editorView.merge(text.content_markdown, options)
    // Mixed line ends may come out differently; the bytes must match.
    if (text.content_markdown !== editorView.read()) editorView.replace(text.content_markdown)
    this.#settled()
  }

  #settled(): void {
    this.#dirty = !this.isSaved()
    this.#show()
    void this.#options.keep()
    if (this.#dirty) this.#options.onUnsaved()
  }

  #show(): void {
    const { inFlight, unreachable, unprotected } = this.#conditions
    const { base } = this.#snapshot
    let sync: SyncState = base ? 'saved' : 'fresh'
    if (this.#dirty) sync = 'local'
    if (unreachable) sync = 'offline'
    if (inFlight) sync = 'saving'
    if (unprotected && this.#dirty) sync = 'unprotected'
    if (sync !== this.#snapshot.sync) this.set({ sync })
  }
}
