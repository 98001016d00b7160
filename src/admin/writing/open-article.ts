import { v7 as uuid } from 'uuid'
import type { Article, ArticleStatus } from '../../contract/articles.ts'
import { ahead } from '../lib/prefetch.ts'
import { CopyKeeper } from './local/local-draft.ts'
import { keepPlace, keepUnderway } from './local/last-position.ts'
import { copyKey, dropCopy, type FoundCopy } from './local/local-copies.ts'
import { findPictures, pictureKeeper, type PictureHome } from './local/waiting-pictures.ts'
import { followPage } from './page-events.ts'
import type { PictureKeeper } from './editor-view/uploads/picture-drafts.ts'
import type { Place } from './editor-view/positions/place.ts'
import type { WritingSurface } from './editor-view/editor-view.ts'
import { ArticleSync } from './sync/article-sync.ts'
import type { PageFacts } from './sync/pages-as-articles.ts'
import { sendSave, type ArticleApi, type SaveKind } from './sync/saving.ts'
import type { Outcome, SyncSnapshot } from './sync/sync-snapshot.ts'
import type { WrittenArticle } from './sync/written-article.ts'
import { EMPTY_TEXT, textOf, type ArticleText } from './text/article-text.ts'
import type { Resolution } from './text/merge-articles.ts'

type Options = {
  api: ArticleApi
  /** Whose words these are. */
  userId: string
  /** Whose copies on this machine they are: those of articles and pages never mix (RUL-28). */
  owner: string
  /** The record as it was opened; null for a new article. */
  article: Article | null
  /** Unsaved text of it that waited on this machine. */
  found: FoundCopy | null
  surface: WritingSurface
  /** The server has something new of this article. */
  onAccepted: () => void
  /** Keeps on this machine what the server has of it. */
  keepRecord: () => Promise<void>
}

/** What may be asked of an open article. `leave` is for the buttons: they lead to the list; Strg+S stays (RUL-13). */
export type Asked =
  | { verb: 'save'; kind: SaveKind; leave: boolean }
  | { verb: 'status'; status: ArticleStatus }
  /** The second save of RUL-3: when a scheduled article appears, or a published one is taken down; null for never. */
  | { verb: 'date'; published_at: string | null }
  | { verb: 'take-down'; unpublish_at: string | null }
  /** Where a page stands, or whether search engines find it: at once, its text stays. */
  | { verb: 'page'; page: Partial<PageFacts> }
  /** `Verwerfen` of the working text (RUL-27). */
  | { verb: 'discard' }
  /** Takes back what a change made readers see (RUL-67): `change` is the record it led to. */
  | { verb: 'undo'; change: Article }

/** How it went, and of what it was asked. */
export type Told = {
  asked: Asked
  before: { base: Article | null; text: ArticleText }
  outcome: Outcome | { titleMissing: true }
  /** All is done, and the screen may go. */
  leaves: boolean
}

/** An open article as its screen shows it. */
export type OpenSnapshot = SyncSnapshot & {
  /** When the text that was brought back from this machine was kept, until it is written on; null for none. */
  restored: string | null
  /** A choice is being made between two texts. */
  comparing: boolean
  /** The id the server has given to an article begun here; null before. */
  createdId: string | null
}

const AHEAD_MS = 300

/**
 * An article, or a page, that is open in one tab: its text in the surface, its way to the server, its copy and its pictures on
 * this machine. Free of any screen: one subscribes to what it is (`subscribe`) and to how it went what was asked (`listen`).
 */
export class OpenArticle {
  /** This editor's own number, a UUID. */
  readonly editor = uuid()
  readonly written: WrittenArticle
  /** Keeps the pictures given to the text on this machine until they stand in it. */
  readonly pictures: PictureKeeper
  readonly #options: Options
  readonly #sync: ArticleSync
  readonly #stateListeners = new Set<() => void>()
  readonly #listeners = new Set<(told: Told) => void>()
  #snapshot: OpenSnapshot
  #keeper: CopyKeeper | null = null
  /** Set when the screen closes: late answers lead nowhere any more, and the text has no place any more to ask for. */
  #left: { place: Place | null } | null = null
  /** Until a button has saved it, an article begun here is a new one, whether its first title has created it by now or not. */
  #begunHere: boolean
  /** Changes on their way to this article, such as a tag that the server is still creating. */
  readonly #coming = new Set<Promise<boolean>>()
  /** The save that met the conflict: it goes on once that is settled. */
  #interrupted: { kind: SaveKind; leave: boolean } | null = null

  constructor(options: Options) {
    const { article, found } = options
    this.#options = options
    this.#begunHere = article === null
    this.#sync = new ArticleSync({
      ...options,
      editor: this.editor,
      newId: uuid(),
      keep: () => this.keep(),
      onCreated: (id) => this.#created(id),
    })
    this.written = this.#sync.written
    this.#snapshot = {
      ...this.written.getSnapshot(),
      restored: found?.copy.savedAt ?? null,
      comparing: false,
      createdId: null,
    }
    this.written.subscribe(() => this.#set(this.written.getSnapshot()))
    this.pictures = pictureKeeper(
      () => this.#home(),
      () => this.keep(),
    )
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener)
    return () => void this.#stateListeners.delete(listener)
  }

  readonly getSnapshot = (): OpenSnapshot => this.#snapshot

  /** Hears how everything went that was asked. Gives the way to stop listening. */
  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Begins to save, here and on the server, and to bring back what waits here. Gives the way to close. */
  open(): () => void {
    const { found, owner, surface } = this.#options
    const id = this.#isNew() ? null : this.written.articleId
    const keeper = new CopyKeeper(
      copyKey(owner, id, this.editor),
      () => this.written.unsaved(new Date(), this.#place()),
      {
        onState: (state) => this.written.note({ unprotected: state === 'unprotected' }),
        // Of what the server never had there is no record to wait for.
        keepRecord: async () => {
          if (this.#snapshot.base) await this.#options.keepRecord()
        },
      },
    )
    this.#keeper = keeper
    // What was found goes on under this editor's key before the former copy is dropped.
    if (found) void keeper.touch().then((kept) => (kept ? dropCopy(found.key) : undefined))
    this.#sync.open()
    const unfollow = followPage({
      online: (online) => this.#sync.online(online),
      flush: () => void this.#sync.flush(),
      leave: () => this.#pageGoes(keeper),
    })
    // What takes pictures in has to be here before the network goes.
    const callOff = ahead(AHEAD_MS, () => void import('./editor-view/uploads/image-uploads.ts').catch(() => undefined))
    let isOpen = true
    void findPictures(this.#home()).then((pictures) => isOpen && surface.resumePictures(pictures))
    return () => {
      isOpen = false
      callOff()
      unfollow()
      keepPlace(this.written.articleId, this.#place())
      const isLate = this.#coming.size > 0
      const closed = this.#sync.close()
      const sent = isLate ? closed.then(() => this.#allCame()).then(() => this.#sync.flush()) : closed
      // An article being created is not the next new one's text.
      keeper.close(this.#isNew() || isLate ? sent : undefined)
    }
  }

  /** The screen shows it. Gives what to call right before that ends: the last moment at which the text is on the page. */
  show(): () => void {
    this.#left = null
    return () => {
      this.#left = { place: this.#place() }
    }
  }

  /** A field other than the body was changed. */
  change(changed: Partial<ArticleText>): void {
    this.#set({ restored: null })
    this.written.change(changed)
  }

  /** A field changes once `change` is there: what is asked meanwhile waits for it, and so does the last save. */
  awaitChange(change: Promise<unknown>): void {
    const came = change
      .then(
        () => true,
        () => false,
      )
      .finally(() => this.#coming.delete(came))
    this.#coming.add(came)
  }

  /** The body was changed; called for each letter. */
  typed(): void {
    if (this.#snapshot.restored !== null) this.#set({ restored: null })
    this.written.typed()
  }

  /** Resolves when the text as it is now is on this machine, or the server has it; false where neither is so. */
  keep(): Promise<boolean> {
    return this.#keeper?.touch() ?? Promise.resolve(false)
  }

  /** Saves what is unsaved without waiting for a pause. */
  flush(): Promise<void> {
    return this.#sync.flush()
  }

  /** Somebody is known to have saved `version`. */
  noticed(version: number): void {
    this.#sync.noticed(version)
  }

  /** Drops what was brought back from this machine: the text before it again, or an empty page. */
  discardRestored(): void {
    const { article } = this.#options
    if (article) this.written.replaceText(textOf(article))
    else this.#sync.startOver(EMPTY_TEXT)
    this.#set({ restored: null })
  }

  /** Does what is asked; whoever listens hears how it went. What meets a conflict opens the comparison. */
  async ask(asked: Asked): Promise<Told> {
    let allCame = true
    if (this.#coming.size > 0) {
      this.written.set({ busy: asked.verb === 'save' ? asked.kind : 'status' })
      allCame = await this.#allCame()
      this.written.set({ busy: null })
    }
    const { base } = this.#snapshot
    const before = { base, text: this.written.text() }
    const needsTitle = asked.verb === 'save' || asked.verb === 'status'
    const titleMissing = needsTitle && before.text.title.trim() === ''
    const outcome = titleMissing ? { titleMissing } : await this.#do(asked)
    if ('conflict' in outcome) {
      if (asked.verb === 'save') this.#interrupted = asked
      this.compare(true)
    }
    if ('done' in outcome && asked.verb !== 'undo') this.#set({ restored: null })
    const mayLeave = 'done' in outcome && this.#mayLeave(asked, base === null)
    // What did not come is back in its field.
    const told = { asked, before, outcome, leaves: mayLeave && allCame }
    for (const listener of this.#listeners) listener(told)
    return told
  }

  /** Opens the comparison, of the text as it is now, or closes it: what met the conflict then happens no more. */
  compare(open: boolean): void {
    this.#set({ comparing: open })
    if (!open) this.#interrupted = null
    else
      void this.written.poseAnew().then(
        (settled) => (settled ? this.#goOn() : undefined),
        // Merging is fetched when needed; without a network the choice stays as it was posed.
        () => undefined,
      )
  }

  /** Ends a conflict as chosen. False where the choice is to be made anew. */
  async resolve(chosen: Resolution): Promise<boolean> {
    const settled = await this.written.resolve(chosen)
    if (settled) await this.#goOn()
    return settled
  }

  /** A conflict is settled: the save that met it goes on. */
  async #goOn(): Promise<void> {
    this.#set({ comparing: false })
    const { kind, leave } = this.#interrupted ?? { kind: 'save', leave: false }
    this.#interrupted = null
    await this.ask({ verb: 'save', kind, leave })
  }

  /** Waits for what is on its way; false where something did not come. */
  async #allCame(): Promise<boolean> {
    let all = true
    while (this.#coming.size > 0) all = (await Promise.all(this.#coming)).every(Boolean) && all
    return all
  }

  #do(asked: Asked): Promise<Outcome> {
    switch (asked.verb) {
      case 'save':
        return this.#sync.save(asked.kind)
      case 'status':
        return this.#sync.changeStatus(asked.status)
      case 'date':
        return this.#sync.changeDates({ published_at: asked.published_at })
      case 'take-down':
        return this.#sync.changeDates({ unpublish_at: asked.unpublish_at })
      case 'page':
        return this.#sync.changePage(asked.page)
      case 'discard':
        return this.#sync.discardWorkingCopy()
      case 'undo':
        return this.#left ? this.#undoFromOutside(asked.change) : this.#sync.undo(asked.change.version)
    }
  }

  /** Where no editor has it open any more. */
  async #undoFromOutside({ id, version }: Article): Promise<Outcome> {
    const { api, onAccepted } = this.#options
    try {
      const done = await api.undo({ id, version })
      onAccepted()
      return { done, created: false }
    } catch (error) {
      return { error }
    }
  }

  /** A new article is created and stays open, also when the autosave was quicker than the first publishing (RUL-29). */
  #mayLeave(asked: Asked, wasNew: boolean): boolean {
    if (asked.verb !== 'save') return false
    const stays = wasNew || (asked.kind === 'publish' && this.#begunHere)
    this.#begunHere = false
    return asked.leave && !stays && !this.#left && this.written.isSaved()
  }

  #created(id: string): void {
    void this.#keeper?.moveTo(copyKey(this.#options.owner, id, this.editor))
    this.#set({ restored: null, createdId: id })
  }

  /** The page goes with this article open: whoever comes back finds it as it is, and the server hears of it if it can. */
  #pageGoes(keeper: CopyKeeper): void {
    const { api, userId } = this.#options
    const unsaved = this.written.unsaved(new Date(), this.#place())
    keepUnderway({ editor: this.editor, copy: unsaved && { key: keeper.key, ...unsaved } })
    const last = this.#sync.farewell()
    if (last) void sendSave(api, last, { context: { farewell: true, userId } }).catch(() => undefined)
    // With the save that may arrive now.
    keeper.putNow()
    keepPlace(this.written.articleId, this.#place())
  }

  #isNew(): boolean {
    return this.#snapshot.base === null
  }

  #place(): Place | null {
    return this.#left ? this.#left.place : this.#options.surface.place()
  }

  #home(): PictureHome {
    const { title } = this.#snapshot.fields
    return { userId: this.#options.owner, articleId: this.written.articleId, isNew: this.#isNew(), title }
  }

  #set(changed: Partial<OpenSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#stateListeners) listener()
  }
}
