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
import type { TextEditorView } from './editor-view/editor-view.ts'
import { followLiveText } from '../data/live-text.ts'
import { ArticleSync } from './sync/article-sync.ts'
import type { PageFacts } from './sync/pages-as-articles.ts'
import { sendSave, type ArticleApi, type SaveKind } from './sync/saving.ts'
import type { Outcome, SyncSnapshot } from './sync/sync-snapshot.ts'
import type { WrittenArticle } from './sync/written-article.ts'
import { EMPTY_TEXT, textOf, type ArticleText } from './text/article-text.ts'
import type { Resolution } from './text/merge-articles.ts'

type Options = {
  api: ArticleApi
  /** The author of the text. */
  userId: string
  /** The noun of its stream. */
  noun: 'articles' | 'pages'
  /** Owner of the copies on this machine. Copies of articles and pages never mix (RUL-28). */
  owner: string
  /** The record as it was opened; null for a new article. */
  article: Article | null
  /** Unsaved text of it on this machine. */
  found: FoundCopy | null
  editorView: TextEditorView
  /** The server has accepted a change of this article. */
  onAccepted: () => void
  /** Persists a record of the server on this machine, for a start without a network. */
  keepRecord: (record: Article) => Promise<void>
}

/** Requests to an open article. `leave` is set by the buttons, which return to the list; Strg+S stays (RUL-13). */
export type Asked =
  | { verb: 'save'; kind: SaveKind; leave: boolean }
  | { verb: 'status'; status: ArticleStatus }
  /** `Planen …`: when a draft or scheduled article appears, or when the working text of a published one goes live. */
  | { verb: 'schedule'; published_at: string }
  | { verb: 'plan-update'; goes_live_at: string | null }
  /** The second save of RUL-3: when a scheduled article appears, or a published one is taken down; null for never. */
  | { verb: 'date'; published_at: string | null }
  | { verb: 'take-down'; unpublish_at: string | null }
  /** Changes the placement of a page or its `noindex` at once. Its text stays. */
  | { verb: 'page'; page: Partial<PageFacts> }
  /** `Verwerfen` of the working text (RUL-27). */
  | { verb: 'discard' }
  /** Reverts a change that readers see (RUL-67). `change` is the record it resulted in. */
  | { verb: 'undo'; change: Article }

/** A person who has the text open: account, name and hue (1 to 5). */
export type PersonHere = { id: string; name: string; hue: number }

/** A request and its outcome. */
export type Told = {
  asked: Asked
  before: { base: Article | null; text: ArticleText }
  outcome: Outcome | { titleMissing: true }
  /** The request succeeded, and the screen may close. */
  leaves: boolean
}

/** State of an open article for its screen. */
export type OpenSnapshot = SyncSnapshot & {
  /** When the restored text was stored, until the user types. Null without a restored text. */
  restored: string | null
  /** The user is choosing between two texts. */
  comparing: boolean
  /** The id the server gave to an article created here; null before. */
  createdId: string | null
  /** How often the body had become different from the server's (RUL-74). */
  parted: number
  /** The account that the text scrolls with. */
  followed: string | null
}

const AHEAD_MS = 300

/**
 * An article or page that is open in one tab: its text in the editor view, its sync with the server, its copy and its
 * pictures on this machine. It is independent of React: screens subscribe to its state (`subscribe`) and to outcomes
 * (`listen`).
 */
export class OpenArticle {
  /** Id of this editor, a UUID. */
  readonly editor = uuid()
  readonly written: WrittenArticle
  /** Stores added pictures on this machine until they are in the text. */
  readonly pictures: PictureKeeper
  readonly #options: Options
  readonly #sync: ArticleSync
  readonly #stateListeners = new Set<() => void>()
  readonly #listeners = new Set<(told: Told) => void>()
  readonly #moveListeners = new Set<() => void>()
  #moves = 0
  #snapshot: OpenSnapshot
  #keeper: CopyKeeper | null = null
  #unfollow: (() => void) | null = null
  /** Where others are, by account. */
  readonly #places = new Map<string, { anchor: number; head: number }>()
  #people: readonly PersonHere[] = []
  /** Set when the screen closes: late responses are ignored, and the position can no longer be read. */
  #left: { place: Place | null } | null = null
  /** An article begun here counts as new until a button saves it, even if an autosave has created it. */
  #begunHere: boolean
  /** Pending changes of this article, such as a tag that the server is still creating. */
  readonly #coming = new Set<Promise<boolean>>()
  /** The save that met the conflict. It continues once the conflict is settled. */
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
      onSteps: (steps) => {
        this.#unfollow?.()
        const name = `${options.noun}:${this.written.articleId}`
        this.#unfollow = steps && followLiveText(name, (event) => steps.hear(event))
        this.#places.clear()
        this.#showOthers()
        options.editorView.followPlace(steps && ((place) => steps.pointed(place)))
      },
      onCursor: ({ user_id, ...place }) => {
        this.#places.set(user_id, place)
        this.#showOthers()
      },
      onParted: () => this.#set({ parted: this.#snapshot.parted + 1 }),
    })
    this.written = this.#sync.written
    this.#snapshot = {
      ...this.written.getSnapshot(),
      restored: found?.copy.savedAt ?? null,
      comparing: false,
      createdId: null,
      parted: 0,
      followed: null,
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

  /** Subscribes to the outcomes of all requests. Returns the unsubscribe function. */
  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Starts saving, locally and on the server, and restores waiting pictures. Returns the close function. */
  open(): () => void {
    const { found, owner, editorView } = this.#options
    const id = this.#isNew() ? null : this.written.articleId
    const keeper = new CopyKeeper(
      copyKey(owner, id, this.editor),
      () => this.written.unsaved(new Date(), this.#place()),
      {
        onState: (state) => this.written.note({ unprotected: state === 'unprotected' }),
        // Text that was never on the server has no record to wait for.
        keepRecord: async () => {
          const record = this.written.acknowledged()
          if (record) await this.#options.keepRecord(record)
        },
      },
    )
    this.#keeper = keeper
    // The found text is stored under this editor's key before the former copy is deleted.
    if (found) void keeper.touch().then((kept) => (kept ? dropCopy(found.key) : undefined))
    this.#sync.open()
    const unfollow = followPage({
      online: (online) => this.#sync.online(online),
      flush: () => void this.#sync.flush(),
      leave: () => this.#pageGoes(keeper),
    })
    // The code for uploads is prefetched, so that it is available without a network.
    const callOff = ahead(AHEAD_MS, () => void import('./editor-view/uploads/image-uploads.ts').catch(() => undefined))
    let isOpen = true
    void findPictures(this.#home()).then((pictures) => isOpen && editorView.resumePictures(pictures))
    return () => {
      isOpen = false
      callOff()
      unfollow()
      keepPlace(this.written.articleId, this.#place())
      const isLate = this.#coming.size > 0
      const closed = this.#sync.close()
      const sent = isLate ? closed.then(() => this.#allCame()).then(() => this.#sync.flush()) : closed
      // An article that is being created must not be restored as the next new one.
      keeper.close(this.#isNew() || isLate ? sent : undefined)
    }
  }

  /**
   * Called when the screen mounts. Returns the function to call before it unmounts, the last moment at which the text
   * is on the page.
   */
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

  /** Applies a change once its promise resolves. Requests wait for it, and so does the last save. */
  awaitChange(change: Promise<unknown>): void {
    const came = change
      .then(
        () => true,
        () => false,
      )
      .finally(() => this.#coming.delete(came))
    this.#coming.add(came)
  }

  /** The body was changed; called for each character. */
  typed(): void {
    if (this.#snapshot.restored !== null) this.#set({ restored: null })
    this.written.typed()
  }

  /** Others have the article open: its body is sent as steps, and their cursors are shown. */
  share(people: readonly PersonHere[]): void {
    const isNew = people.some(({ id }) => !this.#people.some((known) => known.id === id))
    this.#people = people
    this.#sync.share()
    // A person who just opened it does not have the cursor of this editor yet.
    if (isNew) this.#sync.steps?.pointed()
    this.#showOthers()
  }

  /** Scrolls with a person; null for no longer. */
  follow(id: string | null): void {
    this.#options.editorView.follow(id)
  }

  /** The position of a person: the heading above it, and whether something is selected. Null if unknown. */
  whereIs(id: string): { heading: string | null; selects: boolean } | null {
    const { editorView } = this.#options
    const place = editorView.others().find((one) => one.id === id)
    if (!place) return null
    const heading = editorView.headings().findLast(({ position }) => position <= place.head)
    return { heading: heading?.text ?? null, selects: place.anchor !== place.head }
  }

  /** Following began or ended. */
  followed(id: string | null): void {
    this.#set({ followed: id })
  }

  /** Calls `listener` whenever others move in the text; returns the end of it. */
  readonly onMoves = (listener: () => void): (() => void) => {
    this.#moveListeners.add(listener)
    return () => this.#moveListeners.delete(listener)
  }

  /** How often others have moved. */
  readonly moves = (): number => this.#moves

  #showOthers(): void {
    const { editorView } = this.#options
    const known = new Map(editorView.others().map((one) => [one.id, one]))
    editorView.showOthers(
      this.#people.flatMap((person) => {
        const place = this.#places.get(person.id) ?? known.get(person.id)
        return place ? [{ ...person, anchor: place.anchor, head: place.head }] : []
      }),
    )
    // The editor view now has these positions and maps them through changes.
    this.#places.clear()
    this.#moves += 1
    for (const listener of this.#moveListeners) listener()
  }

  /** Steps of others changed the body. */
  received(): void {
    void this.keep()
  }

  /** Resolves when the current text is on this machine or on the server; false if neither succeeds. */
  keep(): Promise<boolean> {
    return this.#keeper?.touch() ?? Promise.resolve(false)
  }

  /** Saves unsaved text without waiting for a pause. */
  flush(): Promise<void> {
    return this.#sync.flush()
  }

  /** Sends everything that was typed. Resolves once the server has it, or cannot be reached. */
  async settle(): Promise<void> {
    await Promise.all([this.#sync.steps?.sendAll(), this.flush()])
  }

  /** Another editor saved `version`. */
  noticed(version: number): void {
    this.#sync.noticed(version)
  }

  /** Discards restored text: the former text returns, or an empty page. */
  discardRestored(): void {
    const { article } = this.#options
    if (article) this.written.replaceText(textOf(article))
    else this.#sync.startOver(EMPTY_TEXT)
    this.#set({ restored: null })
  }

  /** Runs a request and reports the outcome to listeners. A conflict opens the comparison. */
  async ask(asked: Asked): Promise<Told> {
    let allCame = true
    if (this.#coming.size > 0) {
      this.written.set({ busy: asked.verb === 'save' ? asked.kind : 'status' })
      allCame = await this.#allCame()
      this.written.set({ busy: null })
    }
    const { base } = this.#snapshot
    const before = { base, text: this.written.text() }
    const needsTitle = asked.verb === 'save' || asked.verb === 'status' || asked.verb === 'schedule'
    const titleMissing = needsTitle && before.text.title.trim() === ''
    const outcome = titleMissing ? { titleMissing } : await this.#do(asked)
    if ('conflict' in outcome) {
      if (asked.verb === 'save') this.#interrupted = asked
      this.compare(true)
    }
    if ('done' in outcome && asked.verb !== 'undo') this.#set({ restored: null })
    const mayLeave = 'done' in outcome && this.#mayLeave(asked, base === null)
    // The value of a change that failed is in its field again.
    const told = { asked, before, outcome, leaves: mayLeave && allCame }
    for (const listener of this.#listeners) listener(told)
    return told
  }

  /** Opens the comparison of the current text, or closes it and drops the save that met the conflict. */
  compare(open: boolean): void {
    this.#set({ comparing: open })
    if (!open) this.#interrupted = null
    else
      void this.written.poseAnew().then(
        (settled) => (settled ? this.#goOn() : undefined),
        // The merge code is loaded on demand; without a network the choice stays as it is.
        () => undefined,
      )
  }

  /** Settles a conflict as chosen. False if the user has to choose again. */
  async resolve(chosen: Resolution): Promise<boolean> {
    const settled = await this.written.resolve(chosen)
    if (settled) await this.#goOn()
    return settled
  }

  /** A conflict is settled: continues the save that met it. */
  async #goOn(): Promise<void> {
    this.#set({ comparing: false })
    const { kind, leave } = this.#interrupted ?? { kind: 'save', leave: false }
    this.#interrupted = null
    await this.ask({ verb: 'save', kind, leave })
  }

  /** Waits for pending changes; false if one failed. */
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
      case 'schedule':
        return this.#sync.schedule(asked.published_at)
      case 'plan-update':
        return this.#sync.planUpdate(asked.goes_live_at)
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

  /** Used when no editor has it open any more. */
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

  /** A new article is created and stays open, also if the autosave preceded the first publishing (RUL-29). */
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

  /** The page unloads with this article open: stores its state for a reload and flushes the text to the server. */
  #pageGoes(keeper: CopyKeeper): void {
    const { api, userId } = this.#options
    // Before the copy is read, so that the copy includes the number of the last step.
    this.#sync.flushStepsOnUnload({ onUnload: true, userId })
    const unsaved = this.written.unsaved(new Date(), this.#place())
    keepUnderway({ editor: this.editor, copy: unsaved && { key: keeper.key, ...unsaved } })
    const last = this.#sync.flushOnUnload()
    if (last) void sendSave(api, last, { context: { onUnload: true, userId } }).catch(() => undefined)
    // Includes the number of the save that was just sent.
    keeper.putNow()
    keepPlace(this.written.articleId, this.#place())
  }

  #isNew(): boolean {
    return this.#snapshot.base === null
  }

  #place(): Place | null {
    return this.#left ? this.#left.place : this.#options.editorView.place()
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
