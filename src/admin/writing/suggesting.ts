import { StateEffect, type ChangeSet } from '@codemirror/state'
import type { Suggestions } from '../../contract/articles/suggestions.ts'
import { isApiError } from '../../contract/errors.ts'
import { MOST_SUGGESTIONS } from '../../rules/limits.ts'
import { changesBetween, mapPieces } from '../../rules/passages.ts'
import { isOutdated, mapParts, type Part } from '../../rules/suggestions.ts'
import type { SuggestedText } from '../data/articles/suggestions.ts'
import {
  additions,
  beginWith,
  draftSuggestions,
  dropHunks,
  hunksIn,
  takeShared,
  type Hunk,
} from './editor-view/suggestions/draft-suggestions.ts'
import type { MarkedPassage } from './editor-view/remarks/remarks.ts'
import type { TextEditorView } from './editor-view/editor-view.ts'
import { changesHere } from './remark-places.ts'
import type { OpenArticle } from './open-article.ts'
import { followPage } from './page-events.ts'
import { isPassing } from './sync/saving.ts'
import { dropUnsent, putUnsent, type UnsentSuggestions } from './local/unsent-suggestions.ts'

/** Pause in typing after which suggestions are sent. */
const PAUSE_MS = 400
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
/** How often it is tried once the text is out of sight; then the next opening of the text sends them. */
const MOST_RETRIES = 6
/** Pause between two copies on this machine. */
const KEEP_MS = 200

/** Suggestions of a text that is left are sent on until others begin. */
const living = new Set<Suggesting>()

export type SuggestingState = 'saved' | 'saving' | 'away'

type Options = {
  article: OpenArticle
  /** The shared text, out of sight meanwhile, and the text in which suggestions are typed. */
  shared: TextEditorView
  draft: TextEditorView
  text: SuggestedText
  title: string
  userId: string
  hue: number
  onState: (state: SuggestingState) => void
  onList: (list: Suggestions) => void
  /** The server refuses a suggestion for good. It stays in the text, and is sent again once it has changed. */
  onRefused: (error: unknown) => void
}

/**
 * The suggestions that somebody types: stored on the server, never sent as steps. What is not there yet stays on this machine, and is
 * sent with the number of its last change, so that a delayed request changes nothing.
 */
export class Suggesting {
  readonly #options: Options
  /** The last number of each own suggestion, also of those taken back: undo may bring one again. */
  readonly #numbers = new Map<string, number>()
  /** Those that are open on the server. */
  readonly #stored = new Set<string>()
  /** Changed since they were sent. */
  readonly #due = new Set<string>()
  /** On their way. */
  #sent: readonly string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Suggestions that a change of the shared text has changed, by what they were, until the list says what became of those. */
  readonly #doubts = new Map<string, string>()
  #resolving: Promise<void> | null = null
  #failures = 0
  /** The suggestions once their text is out of sight. */
  #last: Hunk[] = []
  #isOver = false
  #isDead = false
  /** Refused by the server for good, until something is changed. */
  readonly #refused = new Set<string>()
  /** One of several is refused: each is sent by itself. */
  #isOneByOne = false
  #keeping: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | null = null
  #stop: (() => void) | null = null
  #unfollow: (() => void) | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins with one's own stored suggestions, and those that were not sent when this text was left. */
  begin(list: Suggestions, unsent: UnsentSuggestions | null): void {
    const { article, shared, draft, hue, userId } = this.#options
    const here = changesHere(article, shared.read(), list)
    const hunks = new Map<string, Hunk>()
    for (const { id, author, n, parts, gone } of list.items) {
      if (author?.id !== userId || gone || !here) continue
      this.#numbers.set(id, n)
      this.#stored.add(id)
      const mapped = here.reduce<Part[]>((all, change) => mapParts(all, change), parts)
      // One that others have divided goes on as several.
      for (const [at, part] of mapped.entries())
        hunks.set(at === 0 ? id : `${id}/${at}`, { id: at === 0 ? id : '', part })
      if (mapped.length > 1) this.#due.add(id)
    }
    const changes = unsent ? changesBetween(unsent.content, shared.read()) : []
    for (const { id, n, part } of unsent?.items ?? []) {
      if ((this.#numbers.get(id) ?? 0) >= n) continue
      this.#numbers.set(id, n)
      this.#due.add(id)
      hunks.delete(id)
      if (part) hunks.set(id, { id, part: placedAgain(part, changes) })
    }
    draft.withView((view) => {
      view.dispatch({
        effects: StateEffect.appendConfig.of(draftSuggestions(hue, (before, after) => this.#typed(before, after))),
      })
      beginWith(view, shared.steps.doc(), apart([...hunks.values()]))
    })
    const begun = this.ids()
    for (const id of begun) if (!this.#numbers.has(id)) this.#change(id)
    // One that meets another stays on the server as it is.
    for (const id of this.#due) if (hunks.has(id) && !begun.has(id)) this.#due.delete(id)
    for (const other of living) other.abandon()
    living.add(this)
    const keepNow = () => this.#keeping !== undefined && this.#keep()
    this.#unfollow = followPage({ online: () => {}, flush: keepNow, leave: keepNow })
    this.#stop = shared.onAnyChange((changes) => {
      const before = this.#hunks()
      const isShown = draft.withView((view) => {
        takeShared(view, changes)
        return true
      })
      if (isShown) this.#follow(mapped(before, changes))
      else this.#last = mapped(before, changes)
    })
    if (this.#due.size > 0) this.#soon(0)
  }

  /** A newer list: what was decided or taken back elsewhere goes out of the text. */
  take(list: Suggestions): void {
    const open = new Set(list.items.map(({ id }) => id))
    const isHere = (id: string) => this.#due.has(id) || this.#sent.includes(id)
    this.#forget([...this.#stored].filter((id) => !open.has(id) && !isHere(id)))
  }

  /** The changes from the text of a list to the one in which suggestions are typed; null while they cannot be compared. */
  changesTo(list: Suggestions): ChangeSet[] | null {
    const { article, shared, draft } = this.#options
    const here = changesHere(article, shared.read(), list)
    const added = draft.withView((view) => additions(view.state))
    return here && added ? [...here, added] : null
  }

  /** The passages of remarks, in the text in which suggestions are typed. */
  passagesHere(): MarkedPassage[] {
    const { shared, draft } = this.#options
    const added = draft.withView((view) => additions(view.state))
    return added ? shared.remarks().map(({ id, pieces }) => ({ id, pieces: mapPieces(pieces, added) })) : []
  }

  /** Ids of the suggestions that are typed here. */
  ids(): Set<string> {
    return new Set(this.#hunks().map(({ id }) => id))
  }

  /** Call it while the text is still there. What waits is sent, or stays on this machine. */
  end(): void {
    clearTimeout(this.#timer)
    this.#last = this.#hunks()
    this.#isOver = true
    this.#failures = 0
    this.#keep()
    void this.#send().finally(() => this.#due.size === 0 && this.abandon())
  }

  /** Nothing more is sent from here. */
  abandon(): void {
    clearTimeout(this.#timer)
    this.#isDead = true
    living.delete(this)
    this.#stop?.()
    this.#unfollow?.()
  }

  #hunks(): Hunk[] {
    return this.#options.draft.withView((view) => hunksIn(view.state)) ?? this.#last
  }

  /** These go out of the text, and with them what a change has made of them meanwhile. */
  #forget(ids: readonly string[]): void {
    const gone = new Set(ids)
    for (const [id, origin] of this.#doubts) {
      if (!gone.has(origin)) continue
      this.#doubts.delete(id)
      gone.add(id)
    }
    for (const id of gone) {
      this.#stored.delete(id)
      this.#due.delete(id)
    }
    if (gone.size > 0) this.#options.draft.withView((view) => dropHunks(view, gone))
  }

  #typed(before: readonly Hunk[], after: readonly Hunk[]): void {
    const known = new Map(before.map(({ id, part }) => [id, part.join(' ')]))
    for (const { id, part } of after) {
      if (known.get(id) !== part.join(' ')) this.#change(id)
      known.delete(id)
    }
    for (const id of known.keys()) this.#change(id)
    for (const id of this.#refused) this.#due.add(id)
    this.#refused.clear()
    this.#keeping ??= setTimeout(() => this.#keep(), KEEP_MS)
    this.#soon(PAUSE_MS)
  }

  /**
   * The server maps suggestions, too. One that has become another here, such as one that is divided, was accepted just now, or goes to
   * the server: the list says which. `there` is what the server makes of them.
   */
  #follow(there: readonly Hunk[]): void {
    const known = new Map(there.map(({ id, part }) => [id, part.join(' ')]))
    let origin = ''
    for (const { id, part } of this.#hunks()) {
      // Of a divided one the first keeps the id.
      if (known.has(id)) origin = id
      if (known.get(id) !== part.join(' ')) this.#doubts.set(id, this.#doubts.get(id) ?? origin)
    }
    if (this.#doubts.size > 0) this.#resolving ??= this.#resolve()
  }

  async #resolve(): Promise<void> {
    const { text, onList } = this.#options
    const list = await text.suggestions.list({ id: text.id }).catch(() => null)
    this.#resolving = null
    const open = list && new Set(list.items.map(({ id }) => id))
    const isDecided = (id: string) => open !== null && this.#stored.has(id) && !open.has(id)
    this.#forget([...new Set(this.#doubts.values())].filter(isDecided))
    for (const id of this.#doubts.keys()) this.#change(id)
    this.#doubts.clear()
    this.#keep()
    if (list) onList(list)
    this.#soon(PAUSE_MS)
  }

  #change(id: string): void {
    this.#numbers.set(id, (this.#numbers.get(id) ?? 0) + 1)
    this.#due.add(id)
  }

  #soon(ms: number): void {
    if (this.#isDead || (this.#isOver && this.#failures > MOST_RETRIES)) return
    this.#options.onState(this.#failures > 0 ? 'away' : 'saving')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  /** What the server may lack stays on this machine. */
  #keep(): void {
    const { text, title, userId, shared } = this.#options
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    // Another one keeps this text's suggestions by now.
    if (this.#isDead) return
    const ids = new Set([...this.#due, ...this.#sent, ...this.#refused])
    const key = { userId, noun: text.noun, id: text.id }
    if (ids.size === 0) return void dropUnsent(key)
    const parts = new Map(this.#hunks().map(({ id, part }) => [id, part]))
    const items = [...ids].map((id) => ({ id, n: this.#numbers.get(id) ?? 1, part: parts.get(id) ?? null }))
    void putUnsent(key, { title, content: shared.read(), items })
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    if (this.#isDead) return
    const { article, text, onState, onList, onRefused } = this.#options
    while (!this.#isDead && this.#due.size > 0) {
      await article.settle()
      await this.#resolving
      const place = this.#place()
      if (!place) return this.#later()
      const ids = [...this.#due].slice(0, this.#isOneByOne ? 1 : MOST_SUGGESTIONS)
      const parts = new Map(this.#hunks().map((one) => [one.id, one.part]))
      const items = ids.map((id) => ({
        id,
        n: this.#numbers.get(id) ?? 1,
        parts: parts.has(id) ? [parts.get(id)!] : [],
      }))
      for (const id of ids) this.#due.delete(id)
      this.#sent = ids
      try {
        const { closed, ...list } = await text.suggestions.save({ id: text.id, ...place, items })
        this.#failures = 0
        this.#sent = []
        this.#forget(closed.filter((id) => !this.#due.has(id)))
        for (const { id } of list.items) if (ids.includes(id)) this.#stored.add(id)
        this.#keep()
        onList(list)
      } catch (error) {
        this.#sent = []
        const isRefused = isApiError(error) && !isPassing(error) && !isApiError(error, 'version_conflict')
        if (isRefused && ids.length === 1) {
          this.#refused.add(ids[0]!)
          this.#keep()
          onRefused(error)
          continue
        }
        for (const id of ids) this.#due.add(id)
        this.#isOneByOne = isRefused
        if (isRefused) continue
        this.#keep()
        if (isApiError(error, 'version_conflict')) {
          const current = error.data?.current as { version: number } | undefined
          if (current) article.noticed(current.version)
        }
        return this.#later()
      }
    }
    this.#isOneByOne = false
    onState(this.#refused.size > 0 ? 'away' : 'saved')
  }

  #later(): void {
    this.#failures += 1
    this.#soon(Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS))
  }

  /** The text that the places count in, as the server knows it; null while it lacks something of it. */
  #place(): { version: number } | { log: { epoch: string; seq: number } } | null {
    const { article, shared } = this.#options
    const { written } = article
    if (written.shared)
      return written.shared.isClean && written.shared.serverText() === shared.read()
        ? { log: { epoch: written.shared.epoch, seq: written.shared.seq } }
        : null
    const { base } = written.getSnapshot()
    return base && written.savedText().content_markdown === shared.read() ? { version: base.version } : null
  }
}

/** Suggestions behind a change of the shared text. */
function mapped(hunks: readonly Hunk[], changes: ChangeSet): Hunk[] {
  return hunks.flatMap(({ id, part }) =>
    mapParts([part], changes).map((one, at) => ({ id: at === 0 ? id : '', part: one })),
  )
}

/** Where a suggestion stands in a text that was changed meanwhile. What it brings is never lost, even where its place is. */
function placedAgain(part: Part, changes: readonly ChangeSet[]): Part {
  const parts = changes.reduce<Part[]>((all, change) => mapParts(all, change), [part])
  const [first] = parts
  if (first && parts.length === 1 && !isOutdated(parts, part[1] - part[0])) return first
  const at = changes.reduce((place, change) => change.mapPos(place, -1), part[0])
  return [at, at, part[2]]
}

/** Sorted, and without those that meet another one. */
function apart(hunks: readonly Hunk[]): Hunk[] {
  const sorted = hunks.toSorted((a, b) => a.part[0] - b.part[0] || a.part[1] - b.part[1])
  return sorted.filter((one, at) => at === 0 || one.part[0] > sorted[at - 1]!.part[1])
}
