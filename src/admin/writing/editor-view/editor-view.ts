import { isolateHistory, undo } from '@codemirror/commands'
import { EditorState, Transaction, type ChangeSet, type StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { sourceChanges, type Source, type SourceKind } from '../text/source-text.ts'
import { headingsOf, type TextHeading } from './markdown/headings.ts'
import {
  toggleEmphasis,
  toggleHeading,
  toggleInlineCode,
  toggleList,
  toggleQuote,
  toggleStrong,
  toggleTasks,
} from './markdown/markdown-commands.ts'
import { docOf, lineEndsOf, stepBetween, textOfDoc, type LineEnds } from '../../../rules/text-steps.ts'
import { foreignTransaction, isForeignStep, replacement } from './shared-steps.ts'
import type { UploadedImage, WaitingPicture } from './uploads/picture-drafts.ts'
import { insertPictures } from './pictures/picture-place.ts'
import { replacePicture, runPictureTool, toField, type PictureTool } from './pictures/picture-tools.ts'
import { goTo, viewPlace, type Place } from './positions/place.ts'
import {
  adoptEnds,
  adoptSeparator,
  askForLink,
  boxCompartment,
  find,
  focusCompartment,
  loadFind,
  othersCompartment,
  remarksCompartment,
  openCommands,
  wordsCompartment,
  writingExtensions,
  type WritingEvents,
} from './setup.ts'
import type * as Others from './others/others.ts'
import type * as Remarks from './remarks/remarks.ts'
import type { MarkedPassage } from './remarks/remarks.ts'
import type { OtherCursor } from './others/others.ts'
import type { ShownWords } from './markdown/own-words.ts'
import { leaveTable } from './tables/table-keys.ts'
import { runTableTool, type TableTool } from './tables/table-tools.ts'

const TOOLS = {
  strong: toggleStrong,
  emphasis: toggleEmphasis,
  heading: toggleHeading,
  list: toggleList,
  tasks: toggleTasks,
  quote: toggleQuote,
  code: toggleInlineCode,
  undo,
} satisfies Record<string, StateCommand>
export type TextTool = keyof typeof TOOLS | 'link'

/** When code that the first key needs is loaded: after the article and everything it shows. */
const AHEAD_MS = 1500

/**
 * Scrolls the selection into view. Lines not yet rendered have estimated heights, so the position is corrected once
 * they are measured.
 */
function bringIntoSight(view: EditorView, y: 'start' | 'center', passes = 3): void {
  if (!view.dom.isConnected) return
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y, yMargin: 48 }) })
  if (passes > 1) requestAnimationFrame(() => bringIntoSight(view, y, passes - 1))
}

/**
 * The text of an article in CodeMirror 6. No server response writes into it while the user types, and reading it
 * returns the exact bytes it was opened with if nothing was typed. It outlives its view, so that the last characters
 * can be read after the page has removed the editor. Methods that need a view do nothing without one.
 */
export class TextEditorView {
  #view: EditorView | null = null
  #text: string
  #startPlace: Place | null
  /** The line ends of the server's text, while it is written in steps. */
  #lineEnds: LineEnds | null = null
  #onOwn: ((changes: ChangeSet) => void) | null = null
  #onPlace: ((place: { anchor: number; head: number }) => void) | null = null
  #onAny: ((changes: ChangeSet) => void) | null = null
  #others: typeof Others | null = null
  #remarks: typeof Remarks | null = null
  /** Returns the current listeners of events of the view. */
  #events: () => WritingEvents = () => {
    throw new Error('there is no view')
  }

  /** `place` is the last position of the user in this text. */
  constructor(text: string, place: Place | null) {
    this.#text = text
    this.#startPlace = place
  }

  /** Renders the text into an element. `events` returns the current listeners. Returns the unmount function. */
  mount(host: Element, events: () => WritingEvents): () => void {
    const view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: this.#text,
        // Own changes are reported before anything else hears of them.
        extensions: [this.#reported(), writingExtensions(this.#text, events)],
      }),
    })
    this.#view = view
    this.#events = events
    if (this.#startPlace) goTo(view, this.#startPlace)
    void import('./boxes/box-look.ts').then(
      ({ boxLook }) => view.dom.isConnected && view.dispatch({ effects: boxCompartment.reconfigure(boxLook) }),
      () => undefined,
    )
    // Without a network it is loaded when it is asked for.
    const ahead = setTimeout(() => void loadFind().catch(() => undefined), AHEAD_MS)
    return () => {
      clearTimeout(ahead)
      // React's strict mode mounts twice in development, so the text must outlive the first view.
      this.#text = view.state.sliceDoc()
      view.destroy()
      this.#view = null
      this.#others = null
      this.#remarks = null
    }
  }

  /** The body for steps of several people. */
  readonly steps = {
    doc: () => this.#view?.state.doc ?? docOf(this.#text, this.#ends()),
    adopt: (ends: LineEnds) => {
      this.#lineEnds = ends
      this.#view?.dispatch({ effects: adoptEnds(ends) })
    },
    apply: (changes: ChangeSet) => {
      if (this.#view) this.#view.dispatch(foreignTransaction(changes))
      else this.#text = textOfDoc(changes.apply(docOf(this.#text, this.#ends())), this.#ends())
    },
    listen: (listener: ((changes: ChangeSet) => void) | null) => {
      this.#onOwn = listener
    },
  }

  /** Runs code that was loaded for it on the view; undefined without one. */
  withView<R>(act: (view: EditorView) => R): R | undefined {
    return this.#view ? act(this.#view) : undefined
  }

  /** Reports every change of the text, those of others, too. Returns the end of it. */
  onAnyChange(listener: (changes: ChangeSet) => void): () => void {
    this.#onAny = listener
    return () => {
      if (this.#onAny === listener) this.#onAny = null
    }
  }

  /** Reports where the author is, now and at each change; null for no longer. */
  followPlace(listener: ((place: { anchor: number; head: number }) => void) | null): void {
    this.#onPlace = listener
    const main = this.#view?.state.selection.main
    if (main) listener?.({ anchor: main.anchor, head: main.head })
  }

  /** Shows where others are; the code for it is loaded with the first. */
  showOthers(cursors: readonly OtherCursor[]): void {
    const view = this.#view
    if (!view || (cursors.length === 0 && !this.#others)) return
    if (this.#others) return this.#others.showOthers(view, cursors)
    void import('./others/others.ts').then(
      (others) => {
        if (!this.#view) return
        if (!this.#others)
          this.#view.dispatch({
            effects: othersCompartment.reconfigure(others.otherCursors((id) => this.#events().onFollow?.(id))),
          })
        this.#others = others
        others.showOthers(this.#view, cursors)
      },
      () => undefined,
    )
  }

  /** Where others are now. */
  others(): readonly OtherCursor[] {
    return (this.#view && this.#others?.othersIn(this.#view.state)) ?? []
  }

  /** Scrolls with a person from now on, until something is typed or Escape is pressed; null for no longer. */
  follow(id: string | null): void {
    if (this.#view) this.#others?.follow(this.#view, id)
    if (id !== null) this.#view?.focus()
  }

  /**
   * Marks the passages of remarks, in place of the former ones. The code for it is loaded with the first, and the text may change
   * meanwhile: `passagesNow` finds them in the text of its moment.
   */
  async showRemarks(passagesNow: () => readonly MarkedPassage[], current: string | null): Promise<void> {
    if (!this.#view || (!this.#remarks && passagesNow().length === 0)) return
    const remarks = this.#remarks ?? (await import('./remarks/remarks.ts').catch(() => null))
    if (!remarks || !this.#view) return
    if (!this.#remarks)
      this.#view.dispatch({
        effects: remarksCompartment.reconfigure(remarks.remarkedPassages((id) => this.#events().onRemark?.(id))),
      })
    this.#remarks = remarks
    remarks.markPassages(this.#view, passagesNow())
    remarks.markCurrent(this.#view, current)
  }

  /** Shows which remark is open; null for none. */
  showRemark(current: string | null): void {
    if (this.#view) this.#remarks?.markCurrent(this.#view, current)
  }

  /** The passages of remarks as the text is now. */
  remarks(): readonly MarkedPassage[] {
    return (this.#view && this.#remarks?.passagesIn(this.#view)) ?? []
  }

  /** The selected range, or without a selection the line of the cursor; null where there is nothing. */
  passage(): { from: number; to: number } | null {
    const view = this.#view
    if (!view) return null
    const { main } = view.state.selection
    const { from, to } = main.empty ? view.state.doc.lineAt(main.head) : main
    return from < to ? { from, to } : null
  }

  /** Whether a place of the text is in the window. */
  isSeen(at: number): boolean {
    const place = this.#view?.coordsAtPos(Math.min(at, this.#view.state.doc.length))
    return place != null && place.top >= 0 && place.bottom <= window.innerHeight
  }

  /** Scrolls to a place and leaves the focus where it is. */
  reveal(at: number): void {
    this.#view?.dispatch({
      effects: EditorView.scrollIntoView(Math.min(at, this.#view.state.doc.length), { y: 'center' }),
    })
  }

  #ends(): LineEnds {
    return this.#lineEnds ?? lineEndsOf(this.#text)
  }

  #reported() {
    return EditorView.updateListener.of(({ transactions, selectionSet, docChanged, state }) => {
      if (selectionSet || docChanged) {
        const { anchor, head } = state.selection.main
        this.#onPlace?.({ anchor, head })
      }
      for (const transaction of transactions) {
        if (!transaction.docChanged) continue
        if (!isForeignStep(transaction)) this.#onOwn?.(transaction.changes)
        this.#onAny?.(transaction.changes)
      }
    })
  }

  /** The text byte for byte, with its original line ends. */
  read(): string {
    return this.#view?.state.sliceDoc() ?? this.#text
  }

  /** Replaces the whole text as one undo step. */
  replace(text: string): void {
    const view = this.#adopt(text)
    view?.dispatch(replacement(view.state, view.state.toText(text)))
  }

  /**
   * Changes the text to another one by minimal changes, so that cursor, selection and scroll position stay. Text of others is
   * not undoable; the user's own choice (`undoable`) is.
   */
  merge(text: string, { undoable }: { undoable: boolean }): void {
    const view = this.#adopt(text)
    view?.dispatch({
      changes: stepBetween(view.state.doc, view.state.toText(text)),
      annotations: [
        Transaction.addToHistory.of(undoable),
        Transaction.remote.of(!undoable),
        // A choice is an undo step of its own, even directly after typing.
        ...(undoable ? [isolateHistory.of('full')] : []),
      ],
    })
  }

  place(): Place | null {
    return this.#view && viewPlace(this.#view)
  }

  /** Inserts pictures in a paragraph of their own after the cursor; several are a gallery. */
  insertPictures(images: readonly UploadedImage[]): void {
    if (this.#view) insertPictures(this.#view, images)
    this.#view?.focus()
  }

  /** Replaces the picture at the cursor. */
  replacePicture(image: UploadedImage): void {
    if (this.#view) replacePicture(this.#view, image)
    this.#view?.focus()
  }

  /** Runs a picture tool on the picture at the cursor. */
  runPicture(tool: PictureTool): void {
    if (this.#view) runPictureTool(this.#view, tool, this.#view.state.selection.main.head)
  }

  /** Runs a table tool on the table at the cursor. */
  runTable(tool: TableTool | 'behind' | 'more'): void {
    const view = this.#view
    if (!view) return
    if (tool === 'more') return this.openCommands()
    if (tool === 'behind') leaveTable(view)
    else runTableTool(view, tool)
    view.focus()
  }

  /** Continues with pictures waiting on this machine. */
  resumePictures(pictures: WaitingPicture[]): void {
    const view = this.#view
    if (!view || pictures.length === 0) return
    void import('./uploads/image-uploads.ts').then(
      (uploads) => uploads.resumePictures(view, pictures, this.#events().pictures),
      // If the code cannot be loaded, they keep waiting.
      () => undefined,
    )
  }

  run(tool: TextTool): void {
    const view = this.#view
    if (!view) return
    if (tool === 'link') {
      askForLink(view, (request) => this.#events().onLink(request))
      return
    }
    TOOLS[tool](view)
    view.focus()
  }

  find(): void {
    if (this.#view) find(this.#view)
  }

  openCommands(): void {
    const view = this.#view
    if (!view) return
    view.focus()
    openCommands(view, this.#events)
  }

  focus(where?: 'start'): void {
    this.#view?.focus()
    if (where === 'start') this.#view?.dispatch({ selection: { anchor: 0 } })
  }

  /** Returns to the cursor, also where the text was scrolled away from it. */
  refocus(): void {
    const view = this.#view
    view?.focus()
    view?.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y: 'nearest', yMargin: 48 }) })
  }

  headings(): TextHeading[] {
    return this.#view ? headingsOf(this.#view.state) : []
  }

  /** The text with each line end as one character, as the positions of `select` count it. */
  lines(): string {
    return this.#view?.state.doc.toString() ?? ''
  }

  /** Replaces ranges of the text, given in order, as one undo step. False if the text has changed meanwhile. */
  change(text: string, changes: readonly { from: number; to: number; insert: string }[]): boolean {
    const view = this.#view
    if (!view || view.state.doc.toString() !== text) return false
    view.dispatch({
      changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
      annotations: [Transaction.addToHistory.of(true), isolateHistory.of('full')],
    })
    return true
  }

  /** Inserts a source at the cursor as one undo step. False without a view. */
  insertSource(wanted: { source: Source; kind: SourceKind; day: string }): boolean {
    const view = this.#view
    if (!view) return false
    const { from, to } = view.state.selection.main
    const { changes, cursor } = sourceChanges(view.state.doc.toString(), { from, to }, wanted)
    view.dispatch({
      changes,
      selection: { anchor: cursor },
      annotations: [Transaction.addToHistory.of(true), isolateHistory.of('full')],
    })
    return true
  }

  /** The dictionary of the blog; its code is loaded with the first words. */
  setOwnWords(words: ShownWords): void {
    const view = this.#view
    if (!view || words.accepted.length + words.flagged.length === 0) {
      view?.dispatch({ effects: wordsCompartment.reconfigure([]) })
      return
    }
    void import('./markdown/own-words.ts').then(
      ({ ownWords }) => view.dispatch({ effects: wordsCompartment.reconfigure(ownWords(words)) }),
      () => undefined,
    )
  }

  /** Goes to the alternative text of the picture at a position: to its field, or to its markdown in a sentence. */
  editAlternative(at: number): void {
    this.select(at)
    if (this.#view) toField(this.#view, 'alt')
  }

  /** Selects a range of the text and scrolls it into view. */
  select(from: number, to = from): void {
    const view = this.#view
    if (!view) return
    const { length } = view.state.doc
    view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } })
    view.focus()
    bringIntoSight(view, 'start')
  }

  /** The line at a height of the window and the offset within it. Lines count from 0. */
  lineAtHeight(clientY: number): number {
    const view = this.#view
    if (!view) return 0
    const block = view.lineBlockAtHeight(clientY - view.documentTop)
    const within = block.height > 0 ? (clientY - view.documentTop - block.top) / block.height : 0
    return view.state.doc.lineAt(block.from).number - 1 + Math.max(0, Math.min(1, within))
  }

  /** Height in the window at which a line begins. */
  heightOfLine(line: number): number {
    const view = this.#view
    if (!view) return 0
    const number = Math.max(1, Math.min(view.state.doc.lines, Math.floor(line) + 1))
    const block = view.lineBlockAt(view.state.doc.line(number).from)
    return view.documentTop + block.top + (line - Math.floor(line)) * block.height
  }

  setFocusMode(on: boolean): void {
    const view = this.#view
    if (!view) return
    if (!on) {
      view.dispatch({ effects: focusCompartment.reconfigure([]) })
      return
    }
    view.focus()
    void import('./markdown/current-paragraph.ts').then(
      ({ currentParagraph }) => {
        view.dispatch({ effects: focusCompartment.reconfigure(currentParagraph) })
        bringIntoSight(view, 'center')
      },
      () => undefined,
    )
  }

  /** The view, configured for the line ends of a text. Without a view the text is stored as it is. */
  #adopt(text: string): EditorView | null {
    if (!this.#view) this.#text = text
    else this.#view.dispatch({ effects: adoptSeparator(text) })
    return this.#view
  }
}
