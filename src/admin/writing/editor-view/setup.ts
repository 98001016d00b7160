import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, insertNewline } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { Compartment, EditorState, Prec, type Extension, type Transaction } from '@codemirror/state'
import { dropCursor, EditorView, highlightSpecialChars, keymap, placeholder, type Command } from '@codemirror/view'
import type { LineEnds } from '../../../rules/text-steps.ts'
import { catchTyping, type CaughtTyping } from '../../lib/catch-typing.ts'
import { blankMarks } from './markdown/blank-marks.ts'
import type { LinkRequest } from './commands/link-request.ts'
import { lineSeparatorOf, withLineBreaks } from './line-separator.ts'
import {
  leaveList,
  toggleEmphasis,
  toggleHeading,
  toggleInlineCode,
  toggleList,
  toggleQuote,
  toggleStrong,
  toggleTasks,
} from './markdown/markdown-commands.ts'
import { markdownDecorations } from './markdown/markdown-decorations.ts'
import { articleLanguage } from './markdown/markdown-language.ts'
import { smartPaste } from './paste/paste.ts'
import { foldedAddresses } from './pictures/folded-addresses.ts'
import { atPicture, isAtPicture, pictureBlocks, type AtPicture } from './pictures/picture-blocks.ts'
import type { AskFacts, EmbedFacts } from './pictures/picture-facts.ts'
import { pictureKeys } from './pictures/picture-keys.ts'
import { pictureTyping } from './pictures/picture-typing.ts'
import type { Sending } from './uploads/picture-drafts.ts'
import { isInTable } from './tables/table.ts'
import { leaveTable, leaveTableUp, nextCell, nextRow, previousCell, tableTyping } from './tables/table-keys.ts'
import { isForeignStep, wholeCharacters } from './shared-steps.ts'
import { tableLook } from './tables/table-look.ts'

/** German strings of CodeMirror (announcements, invisible characters). */
const GERMAN_PHRASES: Record<string, string> = {
  'current match': 'Stelle',
  'on line': 'in Zeile',
  'replaced match on line $': 'Stelle in Zeile $ ersetzt',
  'replaced $ matches': '$ Stellen ersetzt',
  'Go to line': 'Gehe zu Zeile',
  go: 'los',
  'Control character': 'Steuerzeichen',
  'Selection deleted': 'Auswahl gelöscht',
  'Folded lines': 'Eingeklappte Zeilen',
  'Unfolded lines': 'Ausgeklappte Zeilen',
}

export type WritingEvents = {
  /** The text changed; `isOwn` unless only steps of others did it. */
  onChange: (isOwn: boolean) => void
  /** Following another person began or ended. */
  onFollow?: (id: string | null) => void
  /** A passage with a remark was clicked. */
  onRemark?: (id: string) => void
  /** Arrow up at the very start moves to the title. */
  onLeaveUp: () => void
  /** An image has to be chosen for the cursor position. */
  onImage: () => void
  /** A link is requested; its target is chosen outside of the editor view. */
  onLink: (request: LinkRequest) => void
  /** How inserted pictures are uploaded. */
  pictures: Sending
  /** Queries the library for the pictures of the text. */
  askPictures?: AskFacts
  /** Another image has to be chosen for the picture at the cursor. */
  onReplacePicture?: () => void
  /** A text with front matter was pasted into the empty text. */
  onMatter?: () => void
  /** Queries the server for the embeds of the text. */
  askEmbeds?: (addresses: string[]) => Promise<EmbedFacts[]>
  /** The cursor entered or left a picture, or what can be done there has changed. */
  onAtPicture?: (at: AtPicture | null) => void
  /** The cursor entered or left a table. */
  onInTable?: (inside: boolean) => void
  /** Text in brackets is a blank of a template. */
  blanks?: boolean
}

const lineSeparator = new Compartment()
/** Extensions of focus mode. */
export const focusCompartment = new Compartment()
export const wordsCompartment = new Compartment()
/** The look of notes and foldable parts, loaded after the text is shown. */
export const boxCompartment = new Compartment()
/** Cursors of others. */
export const othersCompartment = new Compartment()
/** Passages with remarks. */
export const remarksCompartment = new Compartment()

function separatorFor(text: string): Extension {
  const separator = lineSeparatorOf(text)
  return separator === undefined ? [] : EditorState.lineSeparator.of(separator)
}

/** Sets the line separator of the state to that of a server's text. */
export function adoptEnds(ends: LineEnds) {
  return lineSeparator.reconfigure(ends === 'lf' ? [] : EditorState.lineSeparator.of(ends === 'crlf' ? '\r\n' : '\n'))
}

/** Sets the line separator of the state to that of another text. */
export function adoptSeparator(text: string) {
  return lineSeparator.reconfigure(separatorFor(text))
}

/** A command whose code is loaded on first use. Without a network it does nothing. */
function onDemand<T>(load: () => Promise<T>, use: (loaded: T, view: EditorView) => void): Command {
  return (view) => {
    void load().then(
      (loaded) => use(loaded, view),
      () => undefined,
    )
    return true
  }
}

/**
 * Like `onDemand`, for a command that opens a field: input typed while it loads goes into the field, not into the text.
 */
function onDemandField<T>(
  load: () => Promise<T>,
  use: (loaded: T, view: EditorView, typed: CaughtTyping) => void,
): Command {
  return (view) => {
    const typed = catchTyping(view, view.dom)
    void load().then((loaded) => use(loaded, view, typed), typed.release)
    return true
  }
}

/** Whether a position is in a list item or in code. */
function isWithin(state: EditorState, position: number, names: RegExp): boolean {
  let node = syntaxTree(state).resolveInner(position, -1).node
  while (node.parent && !names.test(node.name)) node = node.parent
  return names.test(node.name)
}

/** Runs a command in list items only. */
function inListItem(command: Command): Command {
  return (view) => {
    const { state } = view
    return isWithin(state, state.doc.lineAt(state.selection.main.head).to, /^ListItem$/) && command(view)
  }
}

/** Leading blanks are repeated only in lists and code, where they have a meaning. */
const plainBreak: Command = (view) =>
  !isWithin(view.state, view.state.selection.main.head, /^(?:ListItem|FencedCode|CodeBlock)$/) && insertNewline(view)

function toggleTask(view: EditorView, event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !event.target.closest('.md-task')) return false
  const node = syntaxTree(view.state).resolveInner(view.posAtDOM(event.target), 1)
  if (node.name !== 'TaskMarker') return false
  const done = view.state.sliceDoc(node.from + 1, node.from + 2) !== ' '
  view.dispatch({ changes: { from: node.from + 1, to: node.from + 2, insert: done ? ' ' : 'x' }, userEvent: 'input' })
  event.preventDefault()
  return true
}

/** Whether a typed slash opens the command menu: at the start of a line or after a blank, outside code. */
function slashAsks(state: EditorState): boolean {
  const { head } = state.selection.main
  if (!/^$|\s/.test(state.sliceDoc(Math.max(state.doc.lineAt(head).from, head - 2), head - 1))) return false
  return !/Code/.test(syntaxTree(state).resolveInner(head, -1).name)
}

/** The last line of what a transaction typed before the cursor. */
function typedBy({ changes, state }: Transaction): string {
  let typed = ''
  changes.iterChanges((_fromA, _toA, _fromB, toB, inserted) => {
    if (toB === state.selection.main.head) typed = inserted.line(inserted.lines).text
  })
  return typed
}

/** Start of a typed `[[` that requests a link: outside code, and not part of a picture or of more brackets. */
function bracketsAsk(state: EditorState): number | null {
  const { head } = state.selection.main
  const { from } = state.doc.lineAt(head)
  // An inline code span that is still open.
  if (state.sliceDoc(from, head).split('`').length % 2 === 0) return null
  if (!/(?:^|[^![\\])\[\[$/.test(state.sliceDoc(Math.max(from, head - 3), head))) return null
  return /Code/.test(syntaxTree(state).resolveInner(head, -1).name) ? null : head - 2
}

const loadLinkRequest = () => import('./commands/link-request.ts')

/** Requests a link at the selection. */
export function askForLink(view: EditorView, onLink: WritingEvents['onLink']): boolean {
  return onDemandField(loadLinkRequest, ({ linkRequest }, _view, typed) => onLink(linkRequest(view, typed)))(view)
}

/** Requests a link at `[[` that begins at `from`. Until it is chosen, the query is in the text. */
function askInBrackets(view: EditorView, from: number, onLink: WritingEvents['onLink']): boolean {
  return onDemand(loadLinkRequest, ({ bracketsRequest }) => {
    const request = bracketsRequest(view, from)
    if (request) onLink(request)
  })(view)
}

/** Opens the command menu. `from` is captured now, since more may be typed until its code is loaded. */
function askForCommands(
  view: EditorView,
  { from, slash }: { from: number; slash: boolean },
  onImage: () => void,
): boolean {
  return onDemand(
    () => import('./commands/slash-menu.ts'),
    ({ openSlashMenu }) => openSlashMenu(view, { from, slash }, onImage),
  )(view)
}

/** The command menu at the cursor, without a slash in the text. */
export function openCommands(view: EditorView, events: Told): boolean {
  const { head } = view.state.selection.main
  return askForCommands(view, { from: head, slash: false }, () => events().onImage())
}

/** Loads the code of find and replace. */
export const loadFind = () => import('./find-panel.ts')

export const find: Command = onDemandField(loadFind, ({ openFind }, view, typed) => {
  typed.release()
  openFind(view, typed.text())
})

/** Returns the current listeners of the text. */
type Told = () => WritingEvents

type Node = { name: string; parent: Node | null }
const isInLink = (node: Node): boolean =>
  ['Link', 'Autolink', 'URL'].includes(node.name) || (node.parent !== null && isInLink(node.parent))

/** Text is selected, or the cursor is in a link. */
function mayLink({ state }: EditorView): boolean {
  const { main } = state.selection
  if (!main.empty) return true
  for (const side of [-1, 1] as const) if (isInLink(syntaxTree(state).resolveInner(main.head, side))) return true
  return false
}

/**
 * Keys of the text, before those of CodeMirror. Here Strg+B is bold; everywhere else it collapses the sidebar (RUL-66).
 */
function writingKeys(events: Told): Extension {
  const leaveUp: Command = (view) => {
    const { main } = view.state.selection
    if (!main.empty || main.head > 0) return false
    events().onLeaveUp()
    return true
  }
  const own = (key: string, run: Command) => ({ key, run, preventDefault: true, stopPropagation: true })
  return Prec.high(
    keymap.of([
      own('Mod-b', toggleStrong),
      own('Meta-b', toggleStrong),
      own('Mod-Shift-b', toggleStrong),
      own('Mod-i', toggleEmphasis),
      {
        key: 'Mod-k',
        // With nothing to link, the key opens the palette (RUL-63).
        run: (view) => mayLink(view) && askForLink(view, (request) => events().onLink(request)),
      },
      own('Mod-e', toggleInlineCode),
      { key: 'Mod-Shift-h', run: toggleHeading, preventDefault: true },
      { key: 'Mod-Shift-8', run: toggleList, preventDefault: true },
      { key: 'Mod-Shift-9', run: toggleTasks, preventDefault: true },
      { key: 'Mod-Shift-.', run: toggleQuote, preventDefault: true },
      own('Mod-/', (view) => openCommands(view, events)),
      { key: 'Mod-f', run: find },
      { key: 'Enter', run: nextRow },
      { key: 'Enter', run: leaveList },
      { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
      { key: 'Enter', run: plainBreak, shift: plainBreak },
      { key: 'Backspace', run: deleteMarkupBackward },
      { key: 'Tab', run: nextCell, shift: previousCell },
      { key: 'Tab', run: inListItem(indentMore), shift: inListItem(indentLess) },
      // In other text Tab does nothing (RUL-105). At a picture it moves to the tools.
      { key: 'Tab', run: ({ state }) => !isAtPicture(state), shift: ({ state }) => !isAtPicture(state) },
      { key: 'ArrowUp', run: leaveUp },
    ]),
  )
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'])

/**
 * Escape, then Tab leaves the text; Escape, then an arrow leaves a table (RUL-105, WCAG 2.1.2). There is no time limit:
 * the wait ends with any other key, a click, a paste, a drop or loss of focus.
 */
function escapeLeads(events: Told): Extension {
  let waits = false
  const wait = (view: EditorView, on: boolean) => {
    waits = on
    view.setTabFocusMode(on)
    return false
  }
  const arrow = (view: EditorView, key: string): boolean => {
    if (key === 'ArrowDown') return leaveTable(view)
    if (key !== 'ArrowUp' || !isInTable(view.state, view.state.selection.main.head)) return false
    if (!leaveTableUp(view)) events().onLeaveUp()
    return true
  }
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event, view) => {
          if (MODIFIERS.has(event.key) || event.key === 'Tab') return false
          const waited = waits
          wait(view, false)
          return waited && !event.shiftKey && arrow(view, event.key)
        },
        blur: (_event, view) => wait(view, false),
        mousedown: (_event, view) => wait(view, false),
        paste: (_event, view) => wait(view, false),
        drop: (_event, view) => wait(view, false),
      }),
    ),
    // Lowest precedence: an Escape that closes a menu must not count as the first key.
    Prec.lowest(EditorView.domEventHandlers({ keydown: (event, view) => event.key === 'Escape' && wait(view, true) })),
  ]
}

/** Reports input and cursor position, and opens the menus that typed characters request. */
function listening(events: Told): Extension {
  let inTable = false
  let former = ''
  return EditorView.updateListener.of(({ state, startState, view, docChanged, transactions }) => {
    if (state !== startState) {
      const at = atPicture(state)
      const now = JSON.stringify(at)
      if (now !== former) events().onAtPicture?.(at)
      former = now
    }
    const inside = isInTable(state, state.selection.main.head)
    if (inside !== inTable) events().onInTable?.((inTable = inside))
    if (!docChanged) return
    events().onChange(transactions.some((one) => one.docChanged && !isForeignStep(one)))
    const typed = transactions.findLast((transaction) => transaction.isUserEvent('input.type'))
    const sign = typed && typedBy(typed)
    const brackets = sign === '[' || sign === '[[' ? bracketsAsk(state) : null
    if (brackets !== null) askInBrackets(view, brackets, (request) => events().onLink(request))
    if (sign !== '/' || !slashAsks(state)) return
    askForCommands(view, { from: state.selection.main.head - 1, slash: true }, () => events().onImage())
  })
}

/** All extensions of the editor view, around a text that stays byte for byte unchanged. */
export function writingExtensions(initialText: string, events: Told): Extension[] {
  const { askPictures, askEmbeds, blanks } = events()
  return [
    lineSeparator.of(separatorFor(initialText)),
    wholeCharacters,
    focusCompartment.of([]),
    wordsCompartment.of([]),
    boxCompartment.of([]),
    othersCompartment.of([]),
    remarksCompartment.of([]),
    EditorState.phrases.of(GERMAN_PHRASES),
    escapeLeads(events),
    // Before the keys of plain text.
    pictureKeys,
    writingKeys(events),
    // The native caret and selection are used: the drawn ones blink by an animation, which delays typed characters to
    // its next frame.
    history(),
    dropCursor(),
    highlightSpecialChars(),
    EditorView.lineWrapping,
    keymap.of([...historyKeymap, ...defaultKeymap]),
    articleLanguage,
    markdownDecorations,
    blanks ? blankMarks : [],
    foldedAddresses,
    // Must come before the other marks, so that cells contain them.
    tableLook,
    pictureBlocks({ ask: askPictures, askEmbeds, replace: () => events().onReplacePicture?.() }),
    tableTyping,
    // The state splits input only by its own line separator.
    EditorView.clipboardInputFilter.of((text, state) => withLineBreaks(text, state.lineBreak)),
    pictureTyping,
    smartPaste(
      () => events().pictures,
      () => events().onMatter?.(),
    ),
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
    listening(events),
  ]
}
