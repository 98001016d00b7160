import { isolateHistory, undo } from '@codemirror/commands'
import { EditorState, Transaction, type StateCommand } from '@codemirror/state'
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
import { mergeInto, type MergeOptions } from './merge-into.ts'
import type { UploadedImage, WaitingPicture } from './uploads/picture-drafts.ts'
import { insertPicture } from './pictures/picture-place.ts'
import { replacePicture, runPictureTool, type PictureTool } from './pictures/picture-tools.ts'
import { goTo, viewPlace, type Place } from './positions/place.ts'
import {
  adoptSeparator,
  askForLink,
  find,
  focusCompartment,
  openCommands,
  wordsCompartment,
  writingExtensions,
  type WritingEvents,
} from './setup.ts'
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

/** Brings the selection into sight. Lines never drawn have guessed heights: what was measured meanwhile corrects the way. */
function bringIntoSight(view: EditorView, y: 'start' | 'center', passes = 3): void {
  if (!view.dom.isConnected) return
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y, yMargin: 48 }) })
  if (passes > 1) requestAnimationFrame(() => bringIntoSight(view, y, passes - 1))
}

/**
 * The text of an article on CodeMirror 6: what is typed lives here alone, no answer of a server writes into it, and reading it
 * gives the very bytes it was opened with where nothing was typed. It outlives its view: the last letter can still be read when
 * the page has taken that away. What needs a view does nothing without one.
 */
export class WritingSurface {
  #view: EditorView | null = null
  #text: string
  #startPlace: Place | null
  /** Who hears of what happens in the view. */
  #events: () => WritingEvents = () => {
    throw new Error('there is no view')
  }

  /** `place` is where the writer was when this text was open last. */
  constructor(text: string, place: Place | null) {
    this.#text = text
    this.#startPlace = place
  }

  /** Draws the text into an element. `events` gives those to tell of what happens, at each time anew. Gives the way to end it. */
  mount(host: Element, events: () => WritingEvents): () => void {
    const view = new EditorView({
      parent: host,
      state: EditorState.create({ doc: this.#text, extensions: writingExtensions(this.#text, events) }),
    })
    this.#view = view
    this.#events = events
    if (this.#startPlace) goTo(view, this.#startPlace)
    return () => {
      // Strict mode mounts twice in development: the text must outlive the first view.
      this.#text = view.state.sliceDoc()
      view.destroy()
      this.#view = null
    }
  }

  /** The text byte for byte, with the line ends it came with. */
  read(): string {
    return this.#view?.state.sliceDoc() ?? this.#text
  }

  /** Replaces the whole text as one step that undo takes back. */
  replace(text: string): void {
    const view = this.#adopt(text)
    view?.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) },
      annotations: [Transaction.addToHistory.of(true), isolateHistory.of('full')],
    })
  }

  /** Brings the text to another one by small changes that leave the cursor where it is. */
  merge(text: string, options: MergeOptions): void {
    const view = this.#adopt(text)
    if (view) mergeInto(view, text, options)
  }

  place(): Place | null {
    return this.#view && viewPlace(this.#view)
  }

  /** Puts a picture into a paragraph of its own behind the cursor. */
  insertPicture(image: UploadedImage): void {
    if (this.#view) insertPicture(this.#view, image)
    this.#view?.focus()
  }

  /** Puts an image into the place of the picture at the cursor. */
  replacePicture(image: UploadedImage): void {
    if (this.#view) replacePicture(this.#view, image)
    this.#view?.focus()
  }

  /** Does what a tool is for with the picture at the cursor. */
  runPicture(tool: PictureTool): void {
    if (this.#view) runPictureTool(this.#view, tool, this.#view.state.selection.main.head)
  }

  /** Does what a tool is for with the table at the cursor. */
  runTable(tool: TableTool | 'behind' | 'more'): void {
    const view = this.#view
    if (!view) return
    if (tool === 'more') return this.openCommands()
    if (tool === 'behind') leaveTable(view)
    else runTableTool(view, tool)
    view.focus()
  }

  /** Goes on with pictures that were left on this machine. */
  resumePictures(pictures: WaitingPicture[]): void {
    const view = this.#view
    if (!view || pictures.length === 0) return
    void import('./uploads/image-uploads.ts').then(
      (uploads) => uploads.resumePictures(view, pictures, this.#events().pictures),
      // They go on waiting.
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

  /** Opens find and replace. */
  find(): void {
    if (this.#view) find(this.#view)
  }

  /** Opens the menu of commands at the cursor. */
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

  headings(): TextHeading[] {
    return this.#view ? headingsOf(this.#view.state) : []
  }

  /** The text with each line end as one character: places in it are those of `select`. */
  lines(): string {
    return this.#view?.state.doc.toString() ?? ''
  }

  /**
   * Writes something else in some places of a text, given with its places in order, as one step that undo takes back; false where it
   * is another text by now.
   */
  change(text: string, changes: readonly { from: number; to: number; insert: string }[]): boolean {
    const view = this.#view
    if (!view || view.state.doc.toString() !== text) return false
    view.dispatch({
      changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
      annotations: [Transaction.addToHistory.of(true), isolateHistory.of('full')],
    })
    return true
  }

  /** Puts a source into the text at the cursor, as one step that undo takes back; false without a view. */
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

  /** Which words the blog has said something about; they come with their first ones. */
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

  /** Selects a piece of the text and brings it into sight. */
  select(from: number, to = from): void {
    const view = this.#view
    if (!view) return
    const { length } = view.state.doc
    view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } })
    view.focus()
    bringIntoSight(view, 'start')
  }

  /** Which line, and how far down it, stands at a height of the window; lines count from 0. */
  lineAtHeight(clientY: number): number {
    const view = this.#view
    if (!view) return 0
    const block = view.lineBlockAtHeight(clientY - view.documentTop)
    const within = block.height > 0 ? (clientY - view.documentTop - block.top) / block.height : 0
    return view.state.doc.lineAt(block.from).number - 1 + Math.max(0, Math.min(1, within))
  }

  /** The height in the window at which a line begins. */
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

  /** The view, made to speak the line ends of a text; without one the text is taken as it is. */
  #adopt(text: string): EditorView | null {
    if (!this.#view) this.#text = text
    else this.#view.dispatch({ effects: adoptSeparator(text) })
    return this.#view
  }
}
