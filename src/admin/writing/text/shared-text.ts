import { ChangeSet, type Text } from '@codemirror/state'
import type { TextStep } from '../../../contract/articles/steps.ts'
import {
  crossStep,
  docOf,
  hashOfText,
  readStep,
  stepBetween,
  textOfDoc,
  type LineEnds,
} from '../../../rules/text-steps.ts'

/** A step on its way: it has a number of its editor, under which it is sent until the server has it. */
type SentStep = { editor: string; n: number; changes: ChangeSet }

/** A step in a copy on this machine, as JSON. */
type StoredStep = Omit<SentStep, 'changes'> & { changes: unknown }

/** The state of a shared text as it is stored beside the copy on this machine. Changes are JSON of a `ChangeSet`. */
export type StoredSteps = {
  epoch: string
  seq: number
  lineEnds: LineEnds
  editor: string
  n: number
  inflight: unknown
  buffer: unknown
  /** Steps of earlier copies that the server may not have, before the own ones. */
  former?: StoredStep[]
  /** The change from the text of the copy back to the text that the server had. */
  back: unknown
}

/** Texts of the server that are remembered for the alarm. */
const MOST_REMEMBERED = 64

/**
 * The text of one editor among several (RUL-72): the server's text behind step `seq`, one own step on its way, and own changes that
 * wait. What the author sees is these, one after the other. Steps of others are mapped one by one.
 *
 * A copy on this machine may be older than what its page has sent. Its changes are sent under the number that the page would have given
 * them, so the server takes them once; the page may have sent them there with what was typed after the copy. New changes have an editor
 * id of their own, since the numbers behind may be taken.
 */
export class SharedText {
  readonly epoch: string
  readonly lineEnds: LineEnds
  readonly editor: string
  #seq: number
  #n: number
  #server: Text
  #inflight: SentStep | null = null
  /** Steps from a copy that wait for their turn. */
  #former: SentStep[] = []
  /** The editors of all steps from the copy. */
  readonly #formerEditors = new Set<string>()
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

  /** The state that was stored beside a copy, for a new editor; null where it does not fit its text. */
  static restore(
    stored: StoredSteps,
    { text, editor, apply }: { text: string; editor: string; apply: (changes: ChangeSet) => void },
  ): SharedText | null {
    try {
      const doc = docOf(text, stored.lineEnds)
      const server = stored.back === null ? doc : ChangeSet.fromJSON(stored.back).apply(doc)
      const shared = new SharedText({ ...stored, editor, n: 0 }, server, apply)
      const { editor: by, n, inflight, buffer, former = [] } = stored
      const waiting = [...former, { editor: by, n, changes: inflight }, { editor: by, n: n + 1, changes: buffer }]
      for (const step of waiting) {
        shared.#formerEditors.add(step.editor)
        if (step.changes !== null) shared.#former.push({ ...step, changes: ChangeSet.fromJSON(step.changes) })
      }
      shared.#inflight = shared.#former.shift() ?? null
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
    const isFormer = this.#isFormer()
    return {
      epoch: this.epoch,
      seq: this.#seq,
      lineEnds: this.lineEnds,
      editor: this.editor,
      n: this.#n,
      inflight: isFormer ? null : (this.#inflight?.changes.toJSON() ?? null),
      buffer: this.#buffer?.toJSON() ?? null,
      back: own?.invert(this.#server).toJSON() ?? null,
      former: [...(isFormer && this.#inflight ? [this.#inflight] : []), ...this.#former].map((step) => ({
        ...step,
        changes: step.changes.toJSON(),
      })),
    }
  }

  get seq(): number {
    return this.#seq
  }

  /** The server has everything that was typed. */
  get isClean(): boolean {
    return this.#inflight === null && this.#buffer === null
  }

  /** The step on its way, or null. */
  get underway(): Pick<SentStep, 'editor' | 'n'> | null {
    return this.#inflight
  }

  /** Whether a step was typed here, or on the page whose copy is continued. */
  isOwn({ editor }: Pick<TextStep, 'editor'>): boolean {
    return editor === this.editor || this.#formerEditors.has(editor)
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
  next(): (StoredStep & { base: number }) | null {
    if (!this.#inflight && this.#buffer) {
      this.#inflight = { editor: this.editor, n: ++this.#n, changes: this.#buffer }
      this.#buffer = null
    }
    return this.#inflight && { ...this.#inflight, base: this.#seq, changes: this.#inflight.changes.toJSON() }
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
    if (inflight && editor === inflight.editor && n === inflight.n) {
      const isSame = JSON.stringify(changes) === JSON.stringify(inflight.changes)
      if (!isSame && !this.#isFormer()) return 'broken'
      this.#inflight = null
      if (!isSame) this.#follow(stepBetween(inflight.changes.apply(this.#server), changes.apply(this.#server)))
      this.#inflight = this.#former.shift() ?? null
    } else this.#follow(changes)
    this.#server = changes.apply(this.#server)
    this.#seq = seq
    this.#passed.set(seq, changes)
    this.#passed.delete(seq - MOST_REMEMBERED)
    this.#remember()
    return 'applied'
  }

  #isFormer(): boolean {
    return this.#inflight !== null && this.#inflight.editor !== this.editor
  }

  /** Takes in changes before the own ones. */
  #follow(changes: ChangeSet): void {
    let other = changes
    const passed = (own: ChangeSet) => {
      const { step, own: mapped } = crossStep(other, [own])
      other = step
      return mapped[0] ?? own
    }
    const passedStep = (step: SentStep) => ({ ...step, changes: passed(step.changes) })
    this.#inflight &&= passedStep(this.#inflight)
    this.#former = this.#former.map(passedStep)
    const buffer = this.#buffer && passed(this.#buffer)
    this.#buffer = buffer?.empty ? null : buffer
    this.#apply(other)
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
    const steps = this.#inflight ? [this.#inflight, ...this.#former] : []
    return [...steps.map(({ changes }) => changes), ...(this.#buffer ? [this.#buffer] : [])]
  }

  #remember(): void {
    this.#remembered.set(this.#seq, this.#server)
    this.#remembered.delete(this.#seq - MOST_REMEMBERED)
  }
}
