import { history, redo, undo } from '@codemirror/commands'
import { ChangeSet, EditorState, Text, type Transaction } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { TextStep } from '../../../contract/articles/steps.ts'
import { hashOfText, mapOver, readStep, stepBetween, tearsCharacter, widen } from '../../../rules/text-steps.ts'
import { seededRandom } from '../../../../tests/torture/random.ts'
import { foreignTransaction, wholeCharacters } from '../editor-view/shared-steps.ts'
import { SharedText } from './shared-text.ts'

const PIECES = ['x', 'ß', '😀', '😁', '👨‍👩‍👧', '🇩🇪', 'e\u0301', '\n', 'Wort ', '\t', '\uFEFF', 'a\n\nb']

/** The server's log: maps each step over those since its base, one by one. */
class Log {
  readonly steps: TextStep[] = []
  doc = Text.of(['Anfang 😀', '', 'Ende'])

  add(editor: string, sent: { n: number; base: number; changes: unknown }): TextStep[] {
    if (!this.steps.some((step) => step.editor === editor && step.n === sent.n)) {
      const others = this.steps.slice(sent.base).map(({ changes }) => ChangeSet.fromJSON(changes))
      const own = readStep(sent.changes, others[0]?.length ?? this.doc.length)!
      const mapped = mapOver(own, others)
      expect(tearsCharacter(mapped, this.doc)).toBe(false)
      this.doc = mapped.apply(this.doc)
      const seq = this.steps.length + 1
      this.steps.push({ seq, editor, n: sent.n, author_id: null, changes: mapped.toJSON() as TextStep['changes'] })
    }
    return this.steps.slice(sent.base)
  }
}

/** One writer with a slow way to the server and a stream that comes late, in batches and doubled. */
function openWriter(log: Log, random: () => number, editor: string) {
  let doc = log.doc
  const shared = new SharedText(
    { epoch: 'e', seq: 0, lineEnds: 'lf', editor },
    doc,
    (changes) => (doc = changes.apply(doc)),
  )
  let request: ReturnType<SharedText['next']> = null
  let answers: TextStep[][] = []
  const int = (most: number) => Math.floor(random() * (most + 1))
  const receive = (steps: TextStep[]) => {
    for (const step of steps) expect(shared.receive(step)).toMatch(/^(?:applied|known)$/)
  }
  return {
    shared,
    doc: () => doc,
    type() {
      const from = int(doc.length)
      const to = random() < 0.6 ? from : Math.min(doc.length, from + int(random() < 0.1 ? 40 : 4))
      const insert = random() < 0.75 ? PIECES[int(PIECES.length - 1)]! : ''
      const changes = widen(ChangeSet.of({ from, to, insert: Text.of(insert.split('\n')) }, doc.length), doc)
      doc = changes.apply(doc)
      shared.typed(changes)
    },
    insert(changes: ChangeSet) {
      doc = changes.apply(doc)
      shared.typed(changes)
    },
    /** A request goes out; the server may have it at once or later. */
    send() {
      request ??= shared.next()
    },
    arrive() {
      if (!request) return
      answers.push(log.add(editor, request))
      // Lost on the way back, so it is sent again.
      if (random() < 0.1) answers.pop()
      request = null
    },
    answer() {
      const [first, ...later] = answers
      answers = later
      if (first) receive(first)
    },
    stream() {
      const news = log.steps.slice(shared.seq)
      receive(news.slice(0, random() < 0.5 ? 1 : int(news.length)))
    },
    settle() {
      for (let round = 0; round < 4; round += 1) {
        receive(log.steps.slice(shared.seq))
        const next = shared.next()
        if (next) receive(log.add(editor, next))
      }
      request = null
      answers = []
    },
  }
}

function run(seed: number, { writers: count, steps }: { writers: number; steps: number }) {
  const random = seededRandom(seed)
  const log = new Log()
  const start = log.doc
  const writers = Array.from({ length: count }, (_, index) => openWriter(log, random, `w${index}`))
  for (let step = 0; step < steps; step += 1) {
    const writer = writers[Math.floor(random() * count)]!
    const dice = random()
    if (dice < 0.4) writer.type()
    else if (dice < 0.55) writer.send()
    else if (dice < 0.7) writer.arrive()
    else if (dice < 0.8) writer.answer()
    else writer.stream()
  }
  for (let round = 0; round < 3; round += 1) for (const writer of writers) writer.settle()
  return { log, start, writers }
}

test('[TEAM-1] 100 seeds of five writers: all texts, the replay of the log and the server’s text are equal', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { log, start, writers } = run(seed, { writers: 5, steps: 600 })
    const text = log.doc.toString()
    expect(text.isWellFormed(), `seed ${seed}`).toBe(true)
    const replayed = log.steps.reduce((doc, { changes }) => ChangeSet.fromJSON(changes).apply(doc), start)
    expect(replayed.toString(), `seed ${seed}`).toBe(text)
    for (const { shared, doc } of writers) {
      expect(doc().toString(), `seed ${seed}`).toBe(text)
      expect([shared.isClean, shared.serverText() === text, shared.matches(doc())], `seed ${seed}`).toEqual([
        true,
        true,
        true,
      ])
      expect(shared.agrees({ seq: shared.seq, hash: hashOfText(text) })).toBe(true)
    }
  }
}, 60_000)

/** A writer with a real editor and its undo, who types characters of their own alphabet only. */
function openEditor(log: Log, random: () => number, index: number) {
  const int = (most: number) => Math.floor(random() * (most + 1))
  const editor = `e${index}`
  const own = (code: number) => code >= 0x4e00 + index * 100 && code < 0x4e00 + (index + 1) * 100
  let state = EditorState.create({ doc: log.doc, extensions: [history({ newGroupDelay: 0 }), wholeCharacters] })
  const shared: SharedText = new SharedText(
    { epoch: 'e', seq: 0, lineEnds: 'lf', editor },
    state.doc,
    (changes) => (state = state.update(foreignTransaction(changes)).state),
  )
  const take = (transaction: Transaction) => {
    state = transaction.state
    if (transaction.docChanged) shared.typed(transaction.changes)
  }
  const ownIn = (text: Text) => [...text.toString()].filter((sign) => own(sign.codePointAt(0)!)).length
  const writer = {
    expected: 0,
    doc: () => state.doc,
    ownIn,
    /** Counts what the deed did to the writer's own characters; those of others must not change. */
    does(deed: () => unknown) {
      const [before, others] = [ownIn(state.doc), state.doc.length - ownIn(state.doc)]
      deed()
      expect(state.doc.length - ownIn(state.doc)).toBe(others)
      writer.expected += ownIn(state.doc) - before
    },
    type: () => {
      const insert = String.fromCharCode(...Array.from({ length: 1 + int(2) }, () => 0x4e00 + index * 100 + int(99)))
      const at = int(state.doc.length)
      // A browser puts no cursor into a surrogate pair.
      const from = /[\uDC00-\uDFFF]/.test(state.sliceDoc(at, at + 1)) ? at - 1 : at
      take(state.update({ changes: { from, insert }, userEvent: 'input.type' }))
    },
    undo: () => undo({ state, dispatch: take }),
    redo: () => redo({ state, dispatch: take }),
    exchange: () => {
      for (const step of log.steps.slice(shared.seq)) shared.receive(step)
      const next = shared.next()
      if (next) for (const step of log.add(editor, next)) shared.receive(step)
    },
    hear: () => {
      for (const step of log.steps.slice(shared.seq, shared.seq + 1 + int(2))) shared.receive(step)
    },
  }
  return writer
}

test('[TEAM-1] of 10,000 undos none takes a character of another writer', () => {
  let undone = 0
  for (let seed = 1; undone < 10_000; seed += 1) {
    const random = seededRandom(seed)
    const log = new Log()
    const writers = Array.from({ length: 5 }, (_, index) => openEditor(log, random, index))
    for (let turn = 0; turn < 600; turn += 1) {
      const writer = writers[Math.floor(random() * 5)]!
      const dice = random()
      if (dice < 0.4) writer.does(writer.type)
      else if (dice < 0.7) writer.does(() => (undone += writer.undo() ? 1 : 0))
      else if (dice < 0.76) writer.does(writer.redo)
      else if (dice < 0.88) writer.exchange()
      else writer.hear()
    }
    for (let round = 0; round < 3; round += 1) for (const writer of writers) writer.exchange()
    for (const writer of writers) {
      expect(writer.doc().eq(log.doc), `seed ${seed}`).toBe(true)
      expect(writer.ownIn(log.doc), `seed ${seed}`).toBe(writer.expected)
    }
  }
}, 60_000)

test('[TEAM-14] a client that has lost a step is told by the next hash, or by a step that does not fit', () => {
  const log = new Log()
  let doc = log.doc
  const shared = new SharedText(
    { epoch: 'e', seq: 0, lineEnds: 'lf', editor: 'a' },
    doc,
    (changes) => (doc = changes.apply(doc)),
  )
  const length = doc.length
  log.add('b', { n: 1, base: 0, changes: ChangeSet.of({ from: 0, to: 1, insert: 'B' }, length).toJSON() })
  const [step] = log.steps
  expect(shared.receive({ ...step!, changes: [length] })).toBe('applied')
  expect(shared.agrees({ seq: 1, hash: hashOfText(log.doc.toString()) })).toBe(false)
  expect(shared.receive({ ...step!, seq: 2, changes: [length + 1] })).toBe('broken')
  expect(shared.receive({ ...step!, seq: 4 })).toBe('gap')
})

test('[TEAM-3] a stored state continues where it was, and one that does not fit its text is refused', () => {
  const log = new Log()
  let doc = log.doc
  const apply = (changes: ChangeSet) => void (doc = changes.apply(doc))
  const shared = new SharedText({ epoch: 'e', seq: 0, lineEnds: 'lf', editor: 'a' }, doc, apply)
  const type = (insert: string) => {
    const changes = ChangeSet.of({ from: doc.length, insert }, doc.length)
    doc = changes.apply(doc)
    shared.typed(changes)
  }
  type(' eins')
  const sent = shared.next()!
  type(' zwei')
  const stored = JSON.parse(JSON.stringify(shared.stored()))
  // The server had the first one; its answer was lost. Another editor wrote meanwhile.
  log.add('a', sent)
  const next = Text.of(['Vorn', ...log.doc.iterLines()])
  log.add('b', { n: 1, base: 1, changes: stepBetween(log.doc, next).toJSON() })
  const restored = SharedText.restore(stored, { text: doc.toString(), editor: 'a2', apply })!
  for (const step of log.steps) expect(restored.receive(step)).toBe('applied')
  log.add(restored.underway!.editor, restored.next()!)
  expect(doc.toString()).toBe('Vorn\nAnfang 😀\n\nEnde eins zwei')
  expect(log.doc.eq(doc)).toBe(true)
  expect(SharedText.restore(stored, { text: 'Etwas anderes', editor: 'a2', apply })).toBeNull()
})

/** A page that is killed again and again; the next one continues from a copy that may be older than what was sent. */
function openMortal(log: Log, random: () => number, signs: () => string) {
  const int = (most: number) => Math.floor(random() * (most + 1))
  let doc = log.doc
  const apply = (changes: ChangeSet) => void (doc = changes.apply(doc))
  let shared = new SharedText({ epoch: 'e', seq: 0, lineEnds: 'lf', editor: 'mortal' }, doc, apply)
  let request: ReturnType<SharedText['next']> = null
  const copy = () => ({ stored: JSON.stringify(shared.stored()), text: doc.toString() })
  let copies = [copy()]
  let pages = 0
  const receive = (steps: TextStep[]) => {
    for (const step of steps) expect(shared.receive(step)).toMatch(/^(?:applied|known)$/)
  }
  return {
    shared: () => shared,
    doc: () => doc,
    type() {
      const from = int(doc.length)
      const at = /[\uDC00-\uDFFF]/.test(doc.sliceString(from, from + 1)) ? from - 1 : from
      const changes = ChangeSet.of({ from: at, insert: signs() }, doc.length)
      doc = changes.apply(doc)
      shared.typed(changes)
    },
    keep: () => void copies.push(copy()),
    send: () => void (request ??= shared.next()),
    arrive() {
      if (request) receive(log.add(request.editor, request))
      request = null
    },
    hear: () => receive(log.steps.slice(shared.seq, shared.seq + 1 + int(2))),
    /** What is in its copy is all the next page has. A request on its way arrives before or after that has asked. */
    kill() {
      const { stored, text } = copies.at(-1)!
      const late = random() < 0.5 ? request : null
      if (request && !late) log.add(request.editor, request)
      request = null
      doc = Text.of(text.split('\n'))
      shared = SharedText.restore(JSON.parse(stored), { text, editor: `mortal ${(pages += 1)}`, apply })!
      copies = [copy()]
      receive(log.steps.slice(shared.seq))
      if (late) log.add(late.editor, late)
    },
  }
}

test('[TEAM-3] a page that goes on from a copy older than what it had sent brings nothing twice and loses nothing of it', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seededRandom(seed)
    const log = new Log()
    let count = 0
    const mortal = openMortal(log, random, () => String.fromCharCode(0x4e00 + count++))
    const other = openWriter(log, random, 'other')
    const safe = new Set<string>()
    const signsIn = (text: string) => [...text].filter((sign) => sign >= '\u4e00' && sign < '\u9fff')
    for (let turn = 0; turn < 400; turn += 1) {
      const dice = random()
      if (dice < 0.35) mortal.type()
      else if (dice < 0.5) mortal.send()
      else if (dice < 0.65) mortal.arrive()
      else if (dice < 0.75) mortal.hear()
      else if (dice < 0.85) {
        mortal.keep()
        for (const sign of signsIn(mortal.doc().toString())) safe.add(sign)
      } else if (dice < 0.88) mortal.kill()
      else if (dice < 0.92) {
        const changes = ChangeSet.of({ from: 0, insert: 'x' }, other.doc().length)
        other.insert(changes)
      } else other.settle()
    }
    for (const sign of signsIn(log.doc.toString())) safe.add(sign)
    for (let round = 0; round < 6; round += 1) {
      mortal.hear()
      mortal.send()
      mortal.arrive()
      other.settle()
    }
    mortal.hear()
    const signs = signsIn(log.doc.toString())
    expect(mortal.doc().toString(), `seed ${seed}`).toBe(log.doc.toString())
    expect(mortal.shared().isClean, `seed ${seed}`).toBe(true)
    expect(new Set(signs).size, `seed ${seed}`).toBe(signs.length)
    for (const sign of safe) expect(signs, `seed ${seed}`).toContain(sign)
  }
}, 60_000)
