import { ChangeSet, type Text } from '@codemirror/state'
import type { TextStep } from '../../../contract/articles/steps.ts'
import { crossStep, docOf, hashOfText, readStep, textOfDoc, type LineEnds } from '../../../rules/text-steps.ts'

/** A step on its way: it has a number, under which it is sent until the server has it. */
type SentStep = { n: number; changes: ChangeSet }

/** The state of a shared text as it is stored beside the copy on this machine. Changes are JSON of a `ChangeSet`. */
export type StoredSteps = {
  epoch: string
  seq: number
  lineEnds: LineEnds
  editor: string
  n: number
  inflight: unknown
  buffer: unknown
  /** The change from the text of the copy back to the text that the server had. */
  back: unknown
}

/** Texts of the server that are remembered for the alarm. */
const MOST_REMEMBERED = 64

/**
 * The text of one editor among several (RUL-72): the server's text behind step `seq`, one own step on its way, and own changes that
 * wait. What the author sees is these three, one after the other. Steps of others are mapped one by one.
 */
export class SharedText {
  readonly epoch: string
  readonly lineEnds: LineEnds
  readonly editor: string
  #seq: number
  #n: number
  #server: Text
  #inflight: SentStep | null = null
  #buffer: ChangeSet | null = null
  readonly #remembered = new Map<number, Text>()
  /** The last steps, for places in the text behind an earlier one. */
  readonly #passed = new Map<number, ChangeSet>()
  /** Applies a step of others to the text that the author sees. */
  readonly #apply: (changes: ChangeSet) => void

  constructor(
    {
      epoch,
      seq,
      lineEnds,
      editor,
      n = 0,
    }: Pick<StoredSteps, 'epoch' | 'seq' | 'lineEnds' | 'editor'> & { n?: number },
    server: Text,
    apply: (changes: ChangeSet) => void,
  ) {
    this.epoch = epoch
    this.lineEnds = lineEnds
    this.editor = editor
    this.#seq = seq
    this.#n = n
    this.#server = server
    this.#apply = apply
    this.#remember()
  }

  /** The state that was stored beside a copy; null where it does not fit its text. */
  static restore(stored: StoredSteps, text: string, apply: (changes: ChangeSet) => void): SharedText | null {
    try {
      const doc = docOf(text, stored.lineEnds)
      const changes = (json: unknown) => (json === null ? null : ChangeSet.fromJSON(json))
      const [inflight, buffer] = [changes(stored.inflight), changes(stored.buffer)]
      const server = changes(stored.back)?.apply(doc) ?? doc
      const shared = new SharedText(stored, server, apply)
      if (inflight) shared.#inflight = { n: stored.n, changes: inflight }
      shared.#buffer = buffer
      return shared.#own()
        .reduce((after, own) => own.apply(after), server)
        .eq(doc)
        ? shared
        : null
    } catch {
      return null
    }
  }

  stored(): StoredSteps {
    const own = this.#own().reduce<ChangeSet | null>((all, one) => all?.compose(one) ?? one, null)
    return {
      epoch: this.epoch,
      seq: this.#seq,
      lineEnds: this.lineEnds,
      editor: this.editor,
      n: this.#n,
      inflight: this.#inflight?.changes.toJSON() ?? null,
      buffer: this.#buffer?.toJSON() ?? null,
      back: own?.invert(this.#server).toJSON() ?? null,
    }
  }

  get seq(): number {
    return this.#seq
  }

  /** The server has everything that was typed. */
  get isClean(): boolean {
    return this.#inflight === null && this.#buffer === null
  }

  /** The number of the step on its way, or null. */
  get underway(): number | null {
    return this.#inflight?.n ?? null
  }

  /** A step over the server's text that changes nothing. */
  nothing(): unknown {
    return ChangeSet.of([], this.#server.length).toJSON()
  }

  /** The text that the server has, byte for byte. */
  serverText(): string {
    return textOfDoc(this.#server, this.lineEnds)
  }

  /** The same with the step on its way. */
  sentText(): string {
    return textOfDoc(this.#inflight?.changes.apply(this.#server) ?? this.#server, this.lineEnds)
  }

  /** The author changed the text. */
  typed(changes: ChangeSet): void {
    const all = this.#buffer?.compose(changes) ?? changes
    this.#buffer = all.empty ? null : all
  }

  /** The step to send: the one on its way again, or what waits. Null when there is nothing. */
  next(): { n: number; base: number; changes: unknown } | null {
    if (!this.#inflight && this.#buffer) {
      this.#inflight = { n: ++this.#n, changes: this.#buffer }
      this.#buffer = null
    }
    return this.#inflight && { n: this.#inflight.n, base: this.#seq, changes: this.#inflight.changes.toJSON() }
  }

  /**
   * A step comes from the server. `gap`: others came before it; `broken`: it does not fit, so the two texts have parted.
   */
  receive({ seq, editor, n, changes: json }: TextStep): 'applied' | 'known' | 'gap' | 'broken' {
    if (seq <= this.#seq) return 'known'
    if (seq > this.#seq + 1) return 'gap'
    const changes = readStep(json, this.#server.length)
    if (!changes) return 'broken'
    const inflight = this.#inflight
    if (inflight && editor === this.editor && n === inflight.n) {
      if (JSON.stringify(changes) !== JSON.stringify(inflight.changes)) return 'broken'
      this.#inflight = null
    } else {
      const { step, own } = crossStep(changes, [inflight?.changes ?? null, this.#buffer])
      if (inflight && own[0]) this.#inflight = { n: inflight.n, changes: own[0] }
      this.#buffer = own[1]?.empty ? null : (own[1] ?? null)
      this.#apply(step)
    }
    this.#server = changes.apply(this.#server)
    this.#seq = seq
    this.#passed.set(seq, changes)
    this.#passed.delete(seq - MOST_REMEMBERED)
    this.#remember()
    return 'applied'
  }

  /** Compares the server's text behind a step with the one here (RUL-74): false when they differ, null when it is unknown here. */
  agrees({ seq, hash }: { seq: number; hash: string }): boolean | null {
    const text = this.#remembered.get(seq)
    return text ? hashOfText(textOfDoc(text, this.lineEnds)) === hash : null
  }

  /** Whether the text that the author sees is the one that follows from the steps. */
  matches(doc: Text): boolean {
    return this.#own()
      .reduce((text, changes) => changes.apply(text), this.#server)
      .eq(doc)
  }

  /** A place in the server's text behind step `seq`, in the text that the author sees. Null where that step is not known here. */
  placeFrom(at: number, seq: number): number | null {
    const changes = this.since(seq)
    return changes && changes.reduce((place, one) => one.mapPos(Math.min(place, one.length), 1), at)
  }

  /** The changes from the server's text behind step `seq` to the text that the author sees. Null where that step is not known here. */
  since(seq: number): ChangeSet[] | null {
    const later: ChangeSet[] = []
    for (let next = seq + 1; next <= this.#seq; next += 1) {
      const step = this.#passed.get(next)
      if (!step) return null
      later.push(step)
    }
    return seq > this.#seq ? null : [...later, ...this.#own()]
  }

  /** A place in the text that the author sees, in the server's text. */
  placeOnServer(at: number): number {
    return this.#own().reduceRight(
      (place, changes) => changes.invertedDesc.mapPos(Math.min(place, changes.newLength), 1),
      at,
    )
  }

  #own(): ChangeSet[] {
    return [this.#inflight?.changes, this.#buffer].filter((changes): changes is ChangeSet => Boolean(changes))
  }

  #remember(): void {
    this.#remembered.set(this.#seq, this.#server)
    this.#remembered.delete(this.#seq - MOST_REMEMBERED)
  }
}
