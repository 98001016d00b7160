import { invertedEffects } from '@codemirror/commands'
import {
  Annotation,
  ChangeSet,
  EditorSelection,
  EditorState,
  Prec,
  StateEffect,
  StateField,
  Transaction,
  type ChangeDesc,
  type ChangeSpec,
  type Extension,
  type Range,
  type Text,
  type TransactionSpec,
} from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { v7 as uuid } from 'uuid'
import { mapPieces, type Piece } from '../../../../rules/passages.ts'
import type { Part } from '../../../../rules/suggestions.ts'
import { breakSigns } from './break-sign.ts'
import './suggestions.css'

// The text in which suggestions are typed: the shared text with one's own new characters in it. What is removed stays, struck. It is
// a text of its own, so that none of this can ever be sent as a step.

/** A range of one's own suggestions: new characters, or characters of the shared text that are to go. */
type Segment = {
  from: number
  to: number
  kind: 'new' | 'removed'
  id: string
  /** The act that struck it, by which undo and redo find it: CodeMirror's history maps no positions of effects. */
  act: string
}
/** `undone` is what was struck by an act that was undone: a redo strikes it again, wherever it is by then. */
type Segments = {
  live: readonly Segment[]
  undone: readonly Segment[]
  /** The last act that struck something, and when; null once something else was done. */
  last: { act: string; at: number } | null
}

/** Characters that are struck one after the other within this time are one step of undo, as in CodeMirror's history. */
const GROUP_MS = 500

/** An own suggestion over the shared text. */
export type Hunk = { id: string; part: Part }

/** An editor view, or what stands for one. */
type Target = { readonly state: EditorState; dispatch: (spec: TransactionSpec) => void }

/** A change that comes from the shared text or from the list, not from the author. */
const given = Annotation.define<true>()
const setSegments = StateEffect.define<readonly Segment[]>()
const drop = StateEffect.define<ReadonlySet<string>>()
const mapAll = (pieces: readonly Piece[], changes: ChangeDesc): Piece[] =>
  pieces.map(([from, to]): Piece => [changes.mapPos(from, 1), changes.mapPos(to, -1)]).filter(([from, to]) => from < to)
const strike = StateEffect.define<{ act: string; pieces: readonly Piece[] }>()
const unstrike = StateEffect.define<string>()
const strikeAgain = StateEffect.define<string>()

/** The hue of the author. */
const look = StateField.define<number>({ create: () => 1, update: (hue) => hue })

const segments = StateField.define<Segments>({
  create: () => ({ live: [], undone: [], last: null }),
  update(value, transaction) {
    const isGiven = transaction.annotation(given) === true
    let { live, undone, last } = value
    for (const effect of transaction.effects) if (effect.is(drop)) live = live.filter(({ id }) => !effect.value.has(id))
    if (transaction.docChanged) {
      live = live.flatMap((one) => mapSegment(one, transaction.changes))
      undone = undone.flatMap((one) => mapSegment(one, transaction.changes))
    }
    if (transaction.docChanged && !isGiven) {
      last = null
      const typed: Segment[] = []
      transaction.changes.iterChanges((_fromA, _toA, from, to) => {
        if (from < to) typed.push({ from, to, kind: 'new', id: '', act: '' })
      })
      live = [...live, ...typed]
    }
    for (const effect of transaction.effects) {
      if (effect.is(setSegments)) [live, undone] = [effect.value, []]
      if (effect.is(strike)) {
        const { act, pieces } = effect.value
        last = { act, at: transaction.annotation(Transaction.time) ?? 0 }
        live = [...live, ...pieces.map(([from, to]): Segment => ({ from, to, kind: 'removed', id: '', act }))]
      }
      if (effect.is(unstrike)) [live, undone, last] = [...moved(live, undone, effect.value), null]
      if (effect.is(strikeAgain)) [undone, live] = moved(undone, live, effect.value)
    }
    const isSame = live === value.live && undone === value.undone && last === value.last
    return isSame ? value : { live: live === value.live ? live : inOrder(live), undone, last }
  },
  provide: (field) => EditorView.decorations.compute([field, look], (state) => drawn(state, state.field(field).live)),
})

/** The segments of an act go from one list to the other. */
function moved(from: readonly Segment[], to: readonly Segment[], act: string): [Segment[], Segment[]] {
  const [own, rest] = [from.filter((one) => one.act === act), from.filter((one) => one.act !== act)]
  return [rest, [...to, ...own]]
}

function mapSegment(one: Segment, changes: ChangeDesc): Segment[] {
  if (one.kind === 'removed')
    return mapPieces([[one.from, one.to]], changes).map(([from, to]) => ({ ...one, from, to }))
  const [from, to] = [changes.mapPos(one.from, 1), changes.mapPos(one.to, -1)]
  return from < to ? [{ ...one, from, to }] : []
}

/** Sorted and joined. Segments that touch are one suggestion, under the first of their ids that no other has. */
function inOrder(all: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const one of all.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && last.kind === one.kind && last.act === one.act && one.from <= last.to) {
      last.to = Math.max(last.to, one.to)
      last.id ||= one.id
    } else joined.push({ ...one })
  }
  const used = new Set<string>()
  for (const run of runsOf(joined)) {
    const id = run.map((one) => one.id).find((one) => one !== '' && !used.has(one)) ?? uuid()
    used.add(id)
    for (const one of run) one.id = id
  }
  return joined
}

function runsOf<T extends { from: number; to: number }>(all: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const one of all) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.to === one.from) run.push(one)
    else runs.push([one])
  }
  return runs
}

function drawn(state: EditorState, all: readonly Segment[]): DecorationSet {
  const hue = state.field(look)
  const ranges: Range<Decoration>[] = []
  for (const { from, to, kind } of all) {
    const [tagName, name] = kind === 'new' ? ['ins', 'sugg-add'] : ['del', 'sugg-del']
    const style = `${name} sugg-${hue}`
    ranges.push(Decoration.mark({ tagName, class: style }).range(from, to), ...breakSigns(state.doc, from, to, style))
  }
  return Decoration.set(ranges, true)
}

/** What the author changes becomes a suggestion: characters of the shared text stay and are struck. */
const asSuggestions = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(given)) return transaction
  const { startState } = transaction
  const all = startState.field(segments).live
  const changes: ChangeSpec[] = []
  const struck: Piece[] = []
  /** Where an inserted text begins, in the text behind this transaction. */
  const placed: { fromA: number; toA: number; fromB: number; toB: number; start: number }[] = []
  let isPlain = true
  let shift = 0
  transaction.changes.iterChanges((fromA, toA, fromB, toB, inserted) => {
    let at = fromA
    const keep = (to: number) => {
      if (at < to) {
        isPlain = false
        struck.push([at, to])
      }
      at = Math.max(at, to)
    }
    for (const one of all) {
      const [from, to] = [Math.max(one.from, fromA), Math.min(one.to, toA)]
      if (from >= to) continue
      keep(from)
      if (one.kind === 'new') {
        changes.push({ from, to })
        shift -= to - from
      } else isPlain = false
      at = to
    }
    keep(toA)
    placed.push({ fromA, toA, fromB, toB, start: toA + shift })
    if (inserted.length > 0) changes.push({ from: toA, insert: inserted })
    shift += inserted.length
  })
  if (isPlain) return transaction
  const own = startState.changes(changes)
  const { main } = startState.selection
  const place = (position: number): number => {
    const one = placed.find(({ fromB, toB }) => position >= fromB && position <= toB)
    if (!one) return own.mapPos(transaction.changes.invertedDesc.mapPos(position, -1), -1)
    if (one.toB > one.fromB) return one.start + position - one.fromB
    const isBackward = !main.empty || main.head >= one.toA
    return isBackward ? own.mapPos(one.fromA, -1) : own.mapPos(one.toA, 1)
  }
  const { anchor, head } = transaction.newSelection.main
  const event = transaction.annotation(Transaction.userEvent)
  const grown = own.empty ? grownAct(startState.field(segments), struck, transaction) : null
  const annotations = [
    ...(event === undefined ? [] : [Transaction.userEvent.of(event)]),
    ...(grown === null ? [] : [Transaction.addToHistory.of(false)]),
  ]
  return {
    changes: own,
    effects: struck.length > 0 ? strike.of({ act: grown ?? uuid(), pieces: mapAll(struck, own) }) : [],
    selection: EditorSelection.single(place(anchor), place(head)),
    scrollIntoView: transaction.scrollIntoView,
    annotations,
  }
})

/** The last act, where a character beside it is struck soon after. */
function grownAct({ live, last }: Segments, struck: readonly Piece[], transaction: Transaction): string | null {
  const [piece] = struck
  if (!last || !piece || struck.length > 1 || !transaction.isUserEvent('delete')) return null
  if ((transaction.annotation(Transaction.time) ?? 0) - last.at > GROUP_MS) return null
  const isBeside = live.some(({ act, from, to }) => act === last.act && (to === piece[0] || from === piece[1]))
  return isBeside ? last.act : null
}

const undoable = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) => {
    if (effect.is(strike)) return [unstrike.of(effect.value.act)]
    if (effect.is(unstrike)) return [strikeAgain.of(effect.value)]
    return effect.is(strikeAgain) ? [unstrike.of(effect.value)] : []
  }),
)

/** The extension of a text in which suggestions are typed, in the hue of their author. `onTyped` is called for each change of theirs. */
export function draftSuggestions(hue: number, onTyped: (before: Hunk[], after: Hunk[]) => void): Extension {
  return [
    look.init(() => hue),
    segments,
    // Behind the filter that widens changes to whole characters.
    Prec.highest(asSuggestions),
    undoable,
    EditorView.updateListener.of(({ transactions, startState, state }) => {
      const before = startState.field(segments, false)
      if (before === undefined || before === state.field(segments)) return
      if (transactions.some((one) => one.annotation(given))) return
      onTyped(hunksIn(startState), hunksIn(state))
    }),
  ]
}

const newIn = (state: EditorState) => state.field(segments).live.filter(({ kind }) => kind === 'new')

/** The own suggestions over the shared text, in its order. */
export function hunksIn(state: EditorState): Hunk[] {
  let added = 0
  return runsOf(state.field(segments).live).map((run) => {
    const from = run[0]!.from - added
    let [removed, insert] = [0, '']
    for (const one of run) {
      if (one.kind === 'removed') removed += one.to - one.from
      else insert += state.doc.sliceString(one.from, one.to, '\n')
    }
    added += insert.length
    return { id: run[0]!.id, part: [from, from + removed, insert] }
  })
}

/** The shared text: without one's own new characters. */
export function sharedTextIn(state: EditorState): Text {
  const changes = newIn(state).map(({ from, to }) => ({ from, to }))
  return state.changes(changes).apply(state.doc)
}

/** The change from the shared text to the text with one's own new characters. */
export function additions(state: EditorState): ChangeSet {
  return state.changes(newIn(state).map(({ from, to }) => ({ from, to }))).invert(state.doc)
}

/** Takes in a change of the shared text. */
export function takeShared(view: Target, changes: ChangeSet): void {
  view.dispatch({ changes: changes.map(additions(view.state)), annotations: byOthers })
}
const byOthers = [given.of(true), Transaction.addToHistory.of(false), Transaction.remote.of(true)]

/** Begins with suggestions over the shared text `doc`, sorted and apart from each other, in place of all there was. */
export function beginWith(view: Target, doc: Text, hunks: readonly Hunk[]): void {
  const specs: ChangeSpec[] = []
  const all: Segment[] = []
  let added = 0
  for (const { id, part } of hunks) {
    const [from, to, insert] = part
    specs.push({ from: to, insert: view.state.toText(insert) })
    if (from < to) all.push({ from: from + added, to: to + added, kind: 'removed', id, act: '' })
    if (insert !== '') all.push({ from: to + added, to: to + added + insert.length, kind: 'new', id, act: '' })
    added += insert.length
  }
  const length = view.state.doc.length
  const text = ChangeSet.of(specs, doc.length).apply(doc)
  const changes = text.eq(view.state.doc) ? [] : { from: 0, to: length, insert: text }
  view.dispatch({ changes, effects: setSegments.of(all), annotations: byOthers })
}

/** Takes suggestions out again, such as those that were decided. */
export function dropHunks(view: Target, ids: ReadonlySet<string>): void {
  const all = view.state.field(segments).live.filter(({ id }) => ids.has(id))
  if (all.length === 0) return
  const changes = all.filter(({ kind }) => kind === 'new').map(({ from, to }) => ({ from, to }))
  view.dispatch({ changes, effects: drop.of(ids), annotations: byOthers })
}
