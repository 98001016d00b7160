import type { TextStep } from '../../../contract/articles/steps.ts'
import { isApiError } from '../../../contract/errors.ts'
import type { CallContext } from '../../data/api.ts'
import type { LiveTextEvent } from '../../data/live-text.ts'
import { afterFrame } from '../../lib/after-frame.ts'
import type { SharedText } from '../text/shared-text.ts'
import { isPassing, type ArticleApi } from './saving.ts'
import type { WrittenArticle } from './written-article.ts'

/** After a longer separation what both sides wrote is merged by lines, and lines that both touched wait for a choice (RUL-14). */
export const SEPARATION_MS = 60_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
/** Writing counts as saved after a pause this long, so that the chip does not change with each key. */
const QUIET_MS = 400
/** A key is sent at the latest after this time, so that a late frame delays it for nobody else. */
const LATEST_MS = 25
/** A place is said at most five times a second. */
const POINT_MS = 200

/** The head of a text: the version that has all steps up to one, and since which version nothing else has changed it. */
export type TextHead = { epoch: string; seq: number; version: number; since: number; hash: string }

/**
 * Why steps do not go on: the server has them no more, the texts have parted, the separation was long, or the server refuses one.
 */
export type LostReason = 'gone' | 'parted' | 'away' | 'refused'

type Options = {
  api: Pick<ArticleApi, 'steps'>
  call: { context: CallContext }
  written: WrittenArticle
  /** The steps of this epoch do not go on: what was typed is merged by lines, and a new epoch joined. */
  onLost: (reason: LostReason) => void
  /** The version has changed by more than steps: fields have to be fetched. */
  onFields: (version: number) => void
  /** Where another person is, in the text that is seen here. */
  onCursor: (cursor: PlacedCursor) => void
}

/** Where an account is in the text. */
export type PlacedCursor = { user_id: string; anchor: number; head: number }
type SentCursor = PlacedCursor & { editor: string; epoch: string; seq: number }

/** Sends own steps of a shared text, one at a time, and takes those of others in, in their order. */
export class StepSync {
  readonly shared: SharedText
  readonly #options: Options
  #sending: Promise<void> | null = null
  #pulling: Promise<void> | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #quiet: ReturnType<typeof setTimeout> | undefined
  #cancelFrame: (() => void) | null = null
  #failures = 0
  /** Since when the server is out of reach. */
  #awaySince: number | null
  #ended = false
  #pointing: ReturnType<typeof setTimeout> | undefined
  #pointed: Promise<void> = Promise.resolve()
  #place: { anchor: number; head: number } | null = null
  /** Cursors behind steps that are not here yet, by account. */
  readonly #early = new Map<string, SentCursor>()
  /** Whether the stream brings steps and heads. */
  #hears = false
  /** The last failure, until the server is heard of again. */
  error: unknown = null

  /** `heardAt`: when the server was last heard of, for a state that was stored. */
  constructor(shared: SharedText, heardAt: number | null, options: Options) {
    this.shared = shared
    this.#options = options
    this.#awaySince = heardAt
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#retry)
    clearTimeout(this.#quiet)
    clearTimeout(this.#pointing)
    this.#cancelFrame?.()
  }

  /** The author is here; the others are notified soon. */
  pointed(place: { anchor: number; head: number } | null = this.#place): void {
    this.#place = place
    if (this.#ended || !place) return
    this.#pointing ??= setTimeout(() => {
      // One after the other, so that an older place never arrives behind a newer one.
      this.#pointed = this.#pointed.then(() => {
        this.#pointing = undefined
        return this.#point()
      })
    }, POINT_MS)
  }

  async #point(): Promise<void> {
    const { shared } = this
    if (this.#ended || !this.#place || this.#awaySince !== null) return
    const { editor, epoch, seq } = shared
    const [anchor, head] = [this.#place.anchor, this.#place.head].map((at) => shared.placeOnServer(at)) as [
      number,
      number,
    ]
    const cursor = { id: this.#options.written.articleId, editor, epoch, seq, anchor, head }
    // A lost one is followed by the next.
    await this.#options.api.steps.point(cursor, this.#options.call).catch(() => undefined)
  }

  /** Places a cursor of another editor, or keeps it until its step is here. */
  #hearCursor(cursor: SentCursor): void {
    const { shared } = this
    if (cursor.editor === shared.editor || cursor.epoch !== shared.epoch) return
    this.#early.delete(cursor.user_id)
    if (cursor.seq > shared.seq) this.#early.set(cursor.user_id, cursor)
    const [anchor, head] = [cursor.anchor, cursor.head].map((at) => shared.placeFrom(at, cursor.seq))
    if (typeof anchor !== 'number' || typeof head !== 'number') return
    this.#options.onCursor({ user_id: cursor.user_id, anchor, head })
  }

  /** Something was typed. It is sent after the frame that shows it, since a request takes time of the key's own task. */
  typed(): void {
    clearTimeout(this.#quiet)
    if (!('requestAnimationFrame' in globalThis)) return void this.send()
    this.#cancelFrame ??= afterFrame(() => {
      this.#cancelFrame = null
      void this.send()
    }, LATEST_MS)
  }

  /** Sends what waits. Resolves when nothing waits any more, or nothing can be sent. */
  send(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  /** Sends everything; false if the server cannot be reached or the steps do not go on. */
  async sendAll(): Promise<boolean> {
    await this.send()
    return !this.#ended && this.#awaySince === null
  }

  /** Sends a step while the page goes, the one on its way again. */
  async sendLast(context: CallContext): Promise<void> {
    const sent = this.shared.next()
    if (sent) await this.#post(sent, context).catch(() => undefined)
  }

  /**
   * Whether the server has the step on its way; null when it cannot be asked. Where it has not, the number of the step is taken by
   * one that changes nothing, so that a delayed request does not bring it later.
   */
  async settleUnderway(): Promise<boolean | null> {
    const { underway, seq: base } = this.shared
    if (!underway) return false
    const { editor, n } = underway
    try {
      const { steps } = await this.#post({ editor, n, base, changes: this.shared.nothing() })
      const own = steps.find((step) => step.editor === editor && step.n === n)
      return own ? own.changes.some((section) => typeof section !== 'number') : null
    } catch {
      return null
    }
  }

  #post(
    { editor, n, base, changes }: { editor: string; n: number; base: number; changes: unknown },
    context = this.#options.call.context,
  ) {
    const { epoch } = this.shared
    const { api, written } = this.#options
    const step = { id: written.articleId, editor, epoch, n, base, changes: changes as TextStep['changes'] }
    return api.steps.send(step, { context })
  }

  async #send(): Promise<void> {
    const { written } = this.#options
    const { shared } = this
    clearTimeout(this.#retry)
    if (this.#awaySince !== null && !(await this.#back())) return
    for (let sent = shared.next(); sent && !this.#ended; sent = shared.next()) {
      try {
        const answer = await this.#post(sent)
        this.#heard()
        if (!this.#take(answer.steps)) return
        // The server has the step before `base`, and sending it again would never end.
        const { editor, n } = sent
        if (!answer.steps.some((step) => step.editor === editor && step.n === n)) return this.#options.onLost('parted')
      } catch (error) {
        this.#failed(error)
        return
      }
    }
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => written.stepsSettled(), QUIET_MS)
  }

  /** The server can be asked again: after a long separation own changes are merged by lines. False if steps do not go on. */
  async #back(): Promise<boolean> {
    const hadOwn = !this.shared.isClean
    try {
      const { steps } = await this.#options.api.steps.since(this.#here(), this.#options.call)
      if (this.#ended) return false
      // A machine may have slept during the request.
      const isLong = this.#awaySince !== null && Math.abs(Date.now() - this.#awaySince) > SEPARATION_MS
      if (isLong && hadOwn && !steps.every((step) => this.shared.isOwn(step))) {
        this.#options.onLost('away')
        return false
      }
      this.#heard()
      return this.#take(steps)
    } catch (error) {
      this.#failed(error)
      return false
    }
  }

  #here() {
    return { id: this.#options.written.articleId, epoch: this.shared.epoch, after: this.shared.seq }
  }

  #heard(): void {
    this.#failures = 0
    this.error = null
    this.#awaySince = null
    this.#options.written.heard(null)
  }

  #failed(error: unknown): void {
    if (this.#ended) return
    this.error = error
    if (isApiError(error, 'steps_gone')) return this.#options.onLost('gone')
    // It does not fit the server's text.
    if (isApiError(error, 'validation_failed')) return this.#options.onLost('parted')
    // 404 and refusals of this text: the saves of whole texts say what is wrong.
    if (!isPassing(error)) return this.#options.onLost('refused')
    this.#awaySince ??= Date.now()
    this.#options.written.heard(error)
    this.#retry = setTimeout(() => void this.send(), Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS))
    this.#failures += 1
  }

  /** Takes steps in; false if they do not go on from here. */
  #take(steps: readonly TextStep[]): boolean {
    if (this.#ended) return false
    for (const step of steps) {
      const outcome = this.shared.receive(step)
      if (outcome === 'broken') {
        this.#options.onLost('parted')
        return false
      }
      if (outcome === 'gap') {
        void this.pull()
        return true
      }
    }
    this.#options.written.stepsReceived()
    for (const cursor of this.#early.values()) if (cursor.seq <= this.shared.seq) this.#hearCursor(cursor)
    return true
  }

  /** Fetches the steps that are missing here. */
  pull(): Promise<void> {
    this.#pulling ??= this.#pull().finally(() => {
      this.#pulling = null
    })
    return this.#pulling
  }

  async #pull(): Promise<void> {
    if (this.#ended || this.#awaySince !== null) return this.#ended ? undefined : this.send()
    try {
      const { steps } = await this.#options.api.steps.since(this.#here(), this.#options.call)
      this.#heard()
      this.#take(steps)
    } catch (error) {
      this.#failed(error)
    }
  }

  /** The text is at this version now. */
  noticed(version: number): void {
    void this.pull()
    if (!this.#hears) this.#options.onFields(version)
  }

  /** An event of the stream. */
  hear(event: LiveTextEvent): void {
    if (this.#ended) return
    if (!('data' in event)) {
      this.#hears = event.event === 'open'
      if (this.#hears) void this.pull()
      return
    }
    const data = event.data as { epoch: string; seq: number }
    if (event.event === 'cursor') return this.#hearCursor(data as SentCursor)
    // While own changes wait for a decision about a long separation, nothing is taken in.
    if (this.#awaySince !== null) return void this.send()
    if (data.epoch !== this.shared.epoch) return this.#options.onLost('gone')
    if (event.event === 'head') return this.#head(data as TextHead)
    const step = data as Partial<TextStep> & { seq: number }
    if (step.changes === undefined) return void (step.seq > this.shared.seq && this.pull())
    this.#take([step as TextStep])
  }

  /** A fold: the texts are compared (RUL-74), and the version of the record goes on. */
  #head(head: TextHead): void {
    const { written } = this.#options
    if (this.shared.agrees(head) === false || !written.isTrue()) return this.#options.onLost('parted')
    const { base } = written.getSnapshot()
    if (!base || head.version <= base.version) return
    if (head.since <= base.version) written.folded(head.version)
    else this.#options.onFields(head.version)
  }
}
