import type { Article } from '../../../contract/articles.ts'
import { EMPTY_TEXT, sameText, textOf, type ArticleText } from '../text/article-text.ts'
import { MergeBase } from './merge-base.ts'
import type { FoundCopy, Unsaved } from '../local/local-copies.ts'
import type { Place } from '../editor-view/positions/place.ts'
import type { Resolution } from '../text/merge-articles.ts'
import type { Surface, SyncSnapshot, SyncState } from './sync-snapshot.ts'

/** Fetched when there is something to merge; a save that meets it without a network fails like one, and is tried again. */
const loadMerge = () => import('../text/merge-articles.ts')

export type WrittenOptions = {
  /** This open editor, and the id a new article will have: UUIDs. */
  editor: string
  newId: string
  article: Article | null
  found: FoundCopy | null
  surface: Surface
  /** Keeps the text on this machine; false where that is not possible. */
  keep: () => Promise<boolean>
  /** There is something the server does not have. */
  onUnsaved: () => void
}

/** One open article as it is written: what is typed, what the server has of it, and how the two come together again. */
export class WrittenArticle {
  readonly mergeBase: MergeBase
  readonly #options: WrittenOptions
  readonly #listeners = new Set<() => void>()
  #snapshot: SyncSnapshot
  /** The text as the server confirmed it; what is typed is compared with it. */
  #saved: ArticleText
  #dirty: boolean
  #refusedSlug: string | null = null
  #refusedText: ArticleText | null = null
  #conditions = { inFlight: false, unreachable: false, unprotected: false }

  constructor(options: WrittenOptions) {
    const { article, found } = options
    this.#options = options
    this.mergeBase = new MergeBase(options)
    this.#saved = article ? textOf(article) : EMPTY_TEXT
    const fields = found?.copy.text ?? this.#saved
    this.#dirty = !sameText(fields, this.#saved)
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

  /** The id the article has or will have. */
  get articleId(): string {
    return this.mergeBase.origin.articleId
  }

  /** Everything as it is typed now. */
  text(): ArticleText {
    return { ...this.#snapshot.fields, content_markdown: this.#options.surface.read() }
  }

  /** The text the server confirmed last. */
  savedText(): ArticleText {
    return this.#saved
  }

  /** Whether there may be something unsaved; cheap enough to ask at each letter. */
  get dirty(): boolean {
    return this.#dirty
  }

  isSaved(text = this.text()): boolean {
    return sameText(text, this.#saved)
  }

  /** The copy to keep on this machine, with where in it the writer is; null when the server has everything. */
  unsaved(now: Date, place: Place | null): Unsaved | null {
    const text = this.text()
    this.#dirty = !this.isSaved(text)
    if (!this.#dirty) return null
    const { saves, origin } = this.mergeBase
    return { copy: { text, place, saves, savedAt: now.toISOString() }, origin }
  }

  /** A field other than the body was changed. */
  change(changed: Partial<ArticleText>): void {
    this.set({ fields: { ...this.#snapshot.fields, ...changed } })
    if ('slug' in changed) this.set({ slugFault: null })
    this.typed()
  }

  /** Something was typed. */
  typed(): void {
    this.#dirty = true
    this.#show()
    void this.#options.keep()
    this.#options.onUnsaved()
  }

  /** Puts a whole text into the editor, as something the writer did. */
  replaceText(text: ArticleText): void {
    this.set({ fields: text, slugFault: null })
    this.#options.surface.replace(text.content_markdown)
    this.typed()
  }

  /** What the text goes through besides being typed: shown by the chip. */
  note(conditions: Partial<{ inFlight: boolean; unreachable: boolean; unprotected: boolean }>): void {
    this.#conditions = { ...this.#conditions, ...conditions }
    this.#show()
  }

  set(changed: Partial<SyncSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }

  /** Whether the text was written on the record; a copy found here may be older. */
  isCaughtUp(): boolean {
    const { base } = this.#snapshot
    return base === null || base.version === this.mergeBase.origin.version
  }

  /** Brings an older copy and the record together; nothing is sent before. False when a choice is needed. */
  async catchUp(): Promise<boolean> {
    const { base } = this.#snapshot
    return !base || this.isCaughtUp() || this.reconcile(base)
  }

  /** Takes the server's record as the new base; text typed since `sent` stays as it is. */
  accept(answer: Article, sent: ArticleText): void {
    const { slug, slugIsOwn } = textOf(answer)
    const { fields } = this.#snapshot
    this.#adopt(answer)
    this.mergeBase.keep(null)
    const own = sent.slugIsOwn && fields.slugIsOwn
    this.#saved = own ? sent : { ...sent, slug, slugIsOwn }
    // A slug that follows the title shows where it went; one being typed is left alone.
    if (!own && fields.slug === sent.slug) this.set({ fields: { ...fields, slug, slugIsOwn } })
    if (sent.slug === this.#refusedSlug) this.#refusedSlug = null
    if (fields.slug !== this.#refusedSlug) this.set({ slugFault: null })
    this.#settled()
  }

  /** Brings mine to what others saved. True when it is settled, false when a choice is needed. */
  async reconcile(theirs: Article): Promise<boolean> {
    const { changedLines, mergeArticle, settleArticle } = await loadMerge()
    const merge = mergeArticle(this.mergeBase.baseFor(theirs), this.text(), textOf(theirs))
    const text = settleArticle(merge)
    if (!text) {
      this.set({ conflict: { theirs, merge, turn: (this.#snapshot.conflict?.turn ?? 0) + 1 } })
      return false
    }
    this.#adopt(theirs)
    this.set({ conflict: null })
    this.#bring(text, { changed: changedLines, undoable: false })
    return true
  }

  /** Typed on since the choice was posed: it is posed for the text as it is now. True when none is needed any more. */
  async poseAnew(): Promise<boolean> {
    const { conflict } = this.#snapshot
    if (!conflict) return true
    return sameText(this.text(), conflict.merge.mine) ? false : this.reconcile(conflict.theirs)
  }

  /** Ends a conflict: the text as chosen, mine back by undo and among the revisions where it gave way. */
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
    this.set({ conflict: null })
    if (gaveWay) this.mergeBase.keep(mine)
    this.#bring(text, { changed: changedLines, undoable: true })
    return true
  }

  /** The server has given this address to another article. */
  refuseSlug(slug: string, fault: SyncSnapshot['slugFault']): void {
    this.#refusedSlug = slug
    this.set({ slugFault: fault })
  }

  /** The server does not take this text; another one may be tried. */
  refuse(text: ArticleText, refusal: unknown): void {
    this.#refusedText = text
    this.set({ refusal })
  }

  /** The text as it may be saved by itself, or null: nothing is unsaved, the title is missing, or it was refused. */
  autosaved(): ArticleText | null {
    const { fields, conflict } = this.#snapshot
    if (conflict || fields.title.trim() === '') return null
    const text = this.withoutRefusedSlug()
    if (this.isSaved(text) || (this.#refusedText && sameText(text, this.#refusedText))) return null
    return text
  }

  /** Everything as it is typed now, but for an address the server refused: that holds up nothing else. */
  withoutRefusedSlug(): ArticleText {
    const text = this.text()
    if (text.slug !== this.#refusedSlug) return text
    const { slug, slugIsOwn } = this.#saved
    if (slug !== this.#refusedSlug) return { ...text, slug, slugIsOwn }
    // Another article took the address of the working text meanwhile.
    return { ...text, slug: this.#snapshot.base?.slug ?? '' }
  }

  /** The record is the base from now on, and its text the origin of what is typed. */
  #adopt(record: Article): void {
    this.#saved = textOf(record)
    this.mergeBase.adopt(record, this.#saved)
    this.set({ base: record, refusal: null })
    this.#refusedText = null
  }

  /** Merged text goes into fields and editor. */
  #bring(text: ArticleText, options: Parameters<Surface['merge']>[1]): void {
    this.set({ fields: text })
    const { surface } = this.#options
    if (text.content_markdown !== surface.read()) surface.merge(text.content_markdown, options)
    // Line ends of several kinds may come out otherwise; the bytes count.
    if (text.content_markdown !== surface.read()) surface.replace(text.content_markdown)
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
