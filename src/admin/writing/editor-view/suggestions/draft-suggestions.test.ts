import { history, undo, redo } from '@codemirror/commands'
import { ChangeSet, EditorState, Text, Transaction, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { changeOf, type Part } from '../../../../rules/suggestions.ts'
import { beginWith, draftSuggestions, dropHunks, hunksIn, sharedTextIn, takeShared } from './draft-suggestions.ts'

function open(text: string) {
  let state = EditorState.create({ doc: text, extensions: [history(), draftSuggestions(1, () => undefined)] })
  const view = {
    get state() {
      return state
    },
    dispatch(spec: TransactionSpec | Transaction) {
      state = (spec instanceof Transaction ? spec : state.update(spec)).state
    },
  }
  const hunks = () => hunksIn(view.state)
  return {
    view,
    parts: () => hunks().map(({ part }) => part),
    ids: () => hunks().map(({ id }) => id),
    shared: () => sharedTextIn(view.state).toString(),
    doc: () => view.state.doc.toString(),
    type: (from: number, to: number, insert: string) =>
      view.dispatch({ changes: { from, to, insert }, userEvent: insert === '' ? 'delete.backward' : 'input.type' }),
    /** The text once everything is accepted. */
    accepted: () => {
      const shared = sharedTextIn(view.state)
      const parts: Part[] = hunks().map(({ part }) => part)
      return changeOf(parts, shared.length).apply(shared).toString()
    },
  }
}

test('[TEAM-6] typed, replaced and removed is a suggestion; the shared text stays', () => {
  const text = open('sechs Gigabyte')
  text.type(0, 5, 'acht')
  expect([text.doc(), text.shared(), text.accepted()]).toEqual([
    'sechsacht Gigabyte',
    'sechs Gigabyte',
    'acht Gigabyte',
  ])
  expect(text.parts()).toEqual([[0, 5, 'acht']])
  // One's own new characters go for good.
  text.type(8, 9, '')
  expect(text.accepted()).toBe('ach Gigabyte')
  text.type(text.doc().length - 4, text.doc().length, '')
  expect(text.accepted()).toBe('ach Giga')
  expect(text.view.state.selection.main.head).toBeLessThan(text.doc().length)
  undo(text.view)
  undo(text.view)
  undo(text.view)
  expect([text.doc(), text.parts()]).toEqual(['sechs Gigabyte', []])
  redo(text.view)
  expect(text.accepted()).toBe('ach Gigabyte')
})

test('[TEAM-6] characters struck one after the other are one step of undo', () => {
  const text = open('Ende.')
  for (const at of [0, 1, 2]) text.type(at, at + 1, '')
  expect(text.accepted()).toBe('e.')
  undo(text.view)
  expect(text.accepted()).toBe('Ende.')
  redo(text.view)
  expect(text.accepted()).toBe('e.')
})

test('[TEAM-6] steps of others are taken in, and what was decided goes out', () => {
  const text = open('')
  beginWith(text.view, Text.of(['abc def ghi']), [
    { id: 'one', part: [0, 3, 'ABC'] },
    { id: 'two', part: [8, 11, ''] },
    { id: 'three', part: [11, 11, '!'] },
  ])
  // Two that touch are one.
  expect(text.ids()).toEqual(['one', 'two'])
  takeShared(text.view, ChangeSet.of({ from: 4, to: 7, insert: 'x' }, 11))
  expect([text.shared(), text.accepted()]).toEqual(['abc x ghi', 'ABC x !'])
  takeShared(text.view, ChangeSet.of({ from: 1, insert: '-' }, 9))
  expect([text.shared(), text.accepted()]).toEqual(['a-bc x ghi', '-ABC x !'])
  dropHunks(text.view, new Set(['two']))
  expect([text.doc().includes('!'), text.accepted()]).toEqual([false, '-ABC x ghi'])
})

test.each([1, 2, 3, 4])('[TEAM-6] whatever is done, the shared text is that of the steps alone (%i)', (seed) => {
  let state = seed * 7919
  const at = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  let shared = Text.of(['Vor zwei Jahren 👩 galt', '', 'als ausgemacht.'])
  const text = open('')
  beginWith(text.view, shared, [])
  for (let turn = 0; turn < 400; turn += 1) {
    const whole = text.view.state.doc
    const from = at(whole.length + 1)
    const to = Math.min(whole.length, from + at(6))
    const deed = at(9)
    const before = text.accepted()
    if (deed < 3) text.type(from, at(2) ? to : from, ['x', 'yz', '\n'][at(3)]!)
    else if (deed < 5) text.type(from, to, '')
    else if (deed === 5) undo(text.view)
    else if (deed === 6) redo(text.view)
    else if (deed === 7) {
      const place = at(shared.length + 1)
      const changes = ChangeSet.of(
        { from: place, to: Math.min(shared.length, place + at(5)), insert: Text.of([['', 'N', ''][at(3)]!]) },
        shared.length,
      )
      takeShared(text.view, changes)
      shared = changes.apply(shared)
    } else dropHunks(text.view, new Set(text.ids().slice(0, at(2))))
    expect(text.shared(), `${turn} ${deed}`).toBe(shared.toString())
    const parts = text.parts()
    expect(parts.every(([begin], index) => index === 0 || begin > parts[index - 1]![1])).toBe(true)
    expect(new Set(text.ids()).size).toBe(parts.length)
    if (deed < 3) expect(text.accepted().length).toBeGreaterThanOrEqual(before.length - (to - from))
  }
})
