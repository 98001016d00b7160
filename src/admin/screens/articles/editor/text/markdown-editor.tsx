import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, undo } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec, Transaction, type Extension, type StateCommand } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightSpecialChars,
  keymap,
  placeholder,
  type Command,
} from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { GERMAN_PHRASES } from './german-phrases.ts'
import { lineSeparatorOf } from './line-separator.ts'
import {
  insertLink,
  insertText,
  leaveList,
  toggleEmphasis,
  toggleHeading,
  toggleInlineCode,
  toggleList,
  toggleQuote,
  toggleStrong,
} from './markdown-commands.ts'
import { markdownDecorations } from './markdown-decorations.ts'
import { articleLanguage } from './markdown-language.ts'
import './markdown-editor.css'

export type TextTool = 'strong' | 'emphasis' | 'heading' | 'list' | 'link' | 'quote' | 'undo'

const TOOLS: Record<TextTool, StateCommand> = {
  strong: toggleStrong,
  emphasis: toggleEmphasis,
  heading: toggleHeading,
  list: toggleList,
  link: insertLink,
  quote: toggleQuote,
  undo,
}

/** What the screen may do with the text; the editor alone holds it. */
export type MarkdownEditorHandle = {
  /** The text byte for byte, with the line ends it came with. */
  getText: () => string
  /** Replaces the whole text as one step that undo takes back. */
  replaceText: (text: string) => void
  insert: (text: string) => void
  run: (tool: TextTool) => void
  focus: (where?: 'start') => void
}

type Props = {
  initialText: string
  onChange: () => void
  /** Arrow up or Backspace at the very start: the title takes over. */
  onLeaveUp: () => void
  ref: Ref<MarkdownEditorHandle>
}

const lineSeparator = new Compartment()

function separatorFor(text: string): Extension {
  const separator = lineSeparatorOf(text)
  return separator === undefined ? [] : EditorState.lineSeparator.of(separator)
}

/** Tab moves a list item in and out; anywhere else it stays the key that leaves the field (keyboard access). */
function inListItem(command: Command): Command {
  return (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.head)
    let node = syntaxTree(view.state).resolveInner(line.to, -1).node
    while (node.parent && node.name !== 'ListItem') node = node.parent
    return node.name === 'ListItem' ? command(view) : false
  }
}

function toggleTask(view: EditorView, event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !event.target.closest('.md-task')) return false
  const node = syntaxTree(view.state).resolveInner(view.posAtDOM(event.target), 1)
  if (node.name !== 'TaskMarker') return false
  const done = view.state.sliceDoc(node.from + 1, node.from + 2) !== ' '
  view.dispatch({ changes: { from: node.from + 1, to: node.from + 2, insert: done ? ' ' : 'x' }, userEvent: 'input' })
  event.preventDefault()
  return true
}

function extensions(initialText: string, onChange: () => void, onLeaveUp: () => void): Extension[] {
  const leaveUp: Command = (view) => {
    const { main } = view.state.selection
    if (!main.empty || main.head > 0) return false
    onLeaveUp()
    return true
  }
  return [
    lineSeparator.of(separatorFor(initialText)),
    EditorState.phrases.of(GERMAN_PHRASES),
    // Strg+B folds the sidebar (SHELL-3), so strong takes Umschalt along.
    Prec.high(
      keymap.of([
        { key: 'Mod-Shift-b', run: toggleStrong, preventDefault: true, stopPropagation: true },
        { key: 'Mod-i', run: toggleEmphasis, preventDefault: true, stopPropagation: true },
        { key: 'Mod-k', run: insertLink, preventDefault: true, stopPropagation: true },
        { key: 'Mod-e', run: toggleInlineCode, preventDefault: true, stopPropagation: true },
        { key: 'Enter', run: leaveList },
        { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
        { key: 'Backspace', run: deleteMarkupBackward },
        { key: 'Tab', run: inListItem(indentMore), shift: inListItem(indentLess) },
        { key: 'ArrowUp', run: leaveUp },
      ]),
    ),
    history(),
    drawSelection(),
    dropCursor(),
    highlightSpecialChars(),
    EditorView.lineWrapping,
    EditorState.allowMultipleSelections.of(true),
    search(),
    keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    articleLanguage,
    markdownDecorations,
    placeholder('Schreiben Sie los.'),
    EditorView.contentAttributes.of({
      'aria-label': 'Text',
      lang: 'de',
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
    EditorView.scrollMargins.of(() => ({ top: 24, bottom: 104 })),
    EditorView.domEventHandlers({ mousedown: (event, view) => toggleTask(view, event) }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange()
    }),
  ]
}

/**
 * The text of an article on CodeMirror 6. Uncontrolled: what is typed lives in the editor, no answer of a server writes
 * into it, and reading it gives the very bytes it was opened with where nothing was typed.
 */
export function MarkdownEditor({ initialText, onChange, onLeaveUp, ref }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const text = useRef(initialText)
  const listeners = useRef({ onChange, onLeaveUp })
  useEffect(() => {
    listeners.current = { onChange, onLeaveUp }
  })

  useEffect(() => {
    const created = new EditorView({
      parent: host.current ?? undefined,
      state: EditorState.create({
        doc: text.current,
        extensions: extensions(
          text.current,
          () => listeners.current.onChange(),
          () => listeners.current.onLeaveUp(),
        ),
      }),
    })
    view.current = created
    return () => {
      // Strict mode mounts twice in development: the text must outlive the first view.
      text.current = created.state.sliceDoc()
      created.destroy()
      view.current = null
    }
  }, [])

  useImperativeHandle(ref, () => ({
    getText: () => view.current?.state.sliceDoc() ?? text.current,
    replaceText: (next) => {
      const current = view.current
      if (!current) return
      current.dispatch({ effects: lineSeparator.reconfigure(separatorFor(next)) })
      current.dispatch({
        changes: { from: 0, to: current.state.doc.length, insert: current.state.toText(next) },
        annotations: Transaction.addToHistory.of(true),
      })
    },
    insert: (piece) => {
      if (view.current) insertText(piece)(view.current)
      view.current?.focus()
    },
    run: (tool) => {
      if (view.current) TOOLS[tool](view.current)
      view.current?.focus()
    },
    focus: (where) => {
      view.current?.focus()
      if (where === 'start') view.current?.dispatch({ selection: { anchor: 0 } })
    },
  }))

  return <div ref={host} className="md-editor" />
}
