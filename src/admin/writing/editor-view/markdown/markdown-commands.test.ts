import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { openText } from '../../../../../tests/support/text-state.ts'
import { toggleEmphasis, toggleInlineCode, toggleStrong } from './markdown-commands.ts'

const COMMANDS = { bold: toggleStrong, italic: toggleEmphasis, code: toggleInlineCode } satisfies Record<
  string,
  StateCommand
>
type Command = keyof typeof COMMANDS

/** A text with a selection between `‹` and `›`, or a cursor at `‹›`. */
function selected(marked: string): EditorState {
  const anchor = marked.indexOf('‹')
  const head = marked.indexOf('›') - 1
  return openText(marked.replaceAll(/[‹›]/g, '')).update({ selection: { anchor, head } }).state
}

function shown(state: EditorState): string {
  const { from, to } = state.selection.main
  return `${state.sliceDoc(0, from)}‹${state.sliceDoc(from, to)}›${state.sliceDoc(to)}`
}

function run(state: EditorState, ...commands: Command[]): EditorState {
  return commands.reduce((now, command) => {
    let next = now
    COMMANDS[command]({ state: now, dispatch: (transaction) => (next = transaction.state) })
    return next
  }, state)
}

/** The marks of the selection according to the parser. */
function look(state: EditorState): string {
  const names = new Set<string>()
  const { from, to } = state.selection.main
  const at = state.sliceDoc().indexOf('Wort', from === to ? 0 : from)
  let node = ensureSyntaxTree(state, state.doc.length, 60_000)!.resolveInner(at + 1, 1).node
  for (; node.parent; node = node.parent) names.add(node.name)
  return [names.has('StrongEmphasis') && 'bold', names.has('Emphasis') && 'italic'].filter(Boolean).join(' ')
}

const FORMS = {
  '': ['ein ‹Wort› hier', 'ein ‹zweites Wort› hier', 'ein W‹›ort hier', 'un‹Wort›es'],
  bold: [
    'ein **‹Wort›** hier',
    'ein ‹**Wort**› hier',
    'ein **W‹›ort** hier',
    'ein __‹Wort›__ hier',
    'ein ‹__Wort__› hier',
    '‹**a *b* Wort**›',
  ],
  italic: [
    'ein *‹Wort›* hier',
    'ein ‹*Wort*› hier',
    'ein *W‹›ort* hier',
    'ein _‹Wort›_ hier',
    'ein ‹_Wort_› hier',
    '_W‹›ort_',
  ],
  'bold italic': [
    'ein ***‹Wort›*** hier',
    'ein ‹***Wort***› hier',
    'ein ***W‹›ort*** hier',
    'ein **_‹Wort›_** hier',
    'ein **‹_Wort_›** hier',
    'ein ‹**_Wort_**› hier',
    'ein *__‹Wort›__* hier',
    'ein ‹___Wort___› hier',
  ],
} as const
const TABLE = Object.entries(FORMS).flatMap(([form, texts]) => texts.map((text) => [text, form] as const))
const SEQUENCES: Command[][] = [['bold'], ['italic'], ['bold', 'italic'], ['italic', 'bold']]

describe('[WEEK-8] bold and italic are toggled independently', () => {
  describe.each(TABLE)('%s', (text, form) => {
    test('the selection has the expected marks', () => expect(look(selected(text))).toBe(form))

    test.each(SEQUENCES.map((commands) => [commands.join(', '), commands] as const))('%s', (_name, commands) => {
      const words = new Set(form.split(' ').filter(Boolean))
      for (const command of commands) if (!words.delete(command)) words.add(command)
      const once = run(selected(text), ...commands)
      expect(look(once)).toBe(['bold', 'italic'].filter((word) => words.has(word)).join(' '))
      // Only marks change, and the same words stay selected.
      const plain = (marked: string) => marked.replaceAll(/[*_]/g, '')
      expect(plain(shown(once))).toBe(plain(text))
      // The same commands again, in either order, restore the look.
      for (const again of [commands, commands.toReversed()]) expect(look(run(once, ...again))).toBe(form)
    })
  })

  test.each([
    ['ein **‹Wort›** hier', ['italic'], 'ein ***‹Wort›*** hier'],
    ['ein ‹**Wort**› hier', ['italic'], 'ein ‹***Wort***› hier'],
    ['ein ‹**Wort**› hier', ['italic', 'italic'], 'ein ‹**Wort**› hier'],
    ['ein ***‹Wort›*** hier', ['italic'], 'ein **‹Wort›** hier'],
    ['ein ***‹Wort›*** hier', ['bold'], 'ein *‹Wort›* hier'],
    ['ein **‹_Wort_›** hier', ['bold'], 'ein ‹_Wort_› hier'],
    // Two separate emphases do not count as one mark around all.
    ['‹*a* und *b*›', ['italic'], '*‹*a* und *b*›*'],
    ['‹**a** und **b**›', ['italic'], '*‹**a** und **b**›*'],
    // Blanks at the ends stay outside.
    ['ein‹ Wort ›hier', ['bold'], 'ein **‹Wort›** hier'],
    // Part of an identifier.
    ['snake_‹Wort›_name', ['italic'], 'snake_*‹Wort›*_name'],
    // An empty selection.
    ['ein ‹› hier', ['bold', 'italic'], 'ein ***‹›*** hier'],
    ['ein ‹› hier', ['bold', 'italic', 'bold', 'italic'], 'ein ‹› hier'],
    ['ein ‹Wort› hier', ['code', 'code'], 'ein ‹Wort› hier'],
    ['ein ‹`Wort`› hier', ['code'], 'ein ‹Wort› hier'],
    ['ein ‹`a` und `b`›', ['code'], 'ein `‹`a` und `b`›`'],
  ] as [string, Command[], string][])('%s, %j', (text, commands, after) => {
    expect(shown(run(selected(text), ...commands))).toBe(after)
  })
})
