import { isolateHistory, undo } from '@codemirror/commands'
import { EditorState, Transaction, type StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { WaitingPicture } from '../../../writing/local/waiting-pictures.ts'
import { headingsOf, type TextHeading } from '../../../writing/surface/headings.ts'
import {
  toggleEmphasis,
  toggleHeading,
  toggleInlineCode,
  toggleList,
  toggleQuote,
  toggleStrong,
  toggleTasks,
} from '../../../writing/surface/markdown-commands.ts'
import { mergeInto, type MergeOptions } from '../../../writing/surface/merge-into.ts'
import { insertPicture } from '../../../writing/surface/picture-place.ts'
import { NO_KEEPER, type UploadedImage } from '../../../writing/surface/picture-keeper.ts'
import { replacePicture, runPictureTool, type PictureTool } from '../../../writing/surface/picture-tools.ts'
import { goTo, placeOf, type Place } from '../../../writing/surface/place.ts'
import {
  adoptSeparator,
  askForLink,
  focusCompartment,
  writingExtensions,
  type WritingEvents,
} from '../../../writing/surface/setup.ts'
import { leaveTable } from '../../../writing/surface/table-keys.ts'
import { runTableTool, type TableTool } from '../../../writing/surface/table-tools.ts'
import '../../../writing/surface/surface.css'

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

/** What the screen may do with the text; the editor alone holds it. */
export type MarkdownEditorHandle = {
  /** The text byte for byte, with the line ends it came with. */
  getText: () => string
  /** Replaces the whole text as one step that undo takes back. */
  replaceText: (text: string) => void
  /** Brings the text to another one by small changes that leave the cursor where it is. */
  mergeText: (text: string, options: MergeOptions) => void
  place: () => Place | null
  /** Puts a picture into a paragraph of its own behind the cursor. */
  insertPicture: (image: UploadedImage) => void
  /** Puts an image into the place of the picture at the cursor. */
  replacePicture: (image: UploadedImage) => void
  /** Does what a tool is for with the picture at the cursor. */
  runPicture: (tool: PictureTool) => void
  /** Does what a tool is for with the table at the cursor. */
  runTable: (tool: TableTool | 'behind') => void
  /** Goes on with pictures that were left on this machine. */
  resumePictures: (pictures: WaitingPicture[]) => void
  run: (tool: TextTool) => void
  /** Opens the menu of commands at the cursor. */
  openCommands: () => void
  focus: (where?: 'start') => void
  headings: () => TextHeading[]
  /** The text with each line end as one character: places in it are those of `select`. */
  getLines: () => string
  /** Selects a piece of the text and brings it into sight. */
  select: (from: number, to?: number) => void
  /** Which line, and how far down it, stands at a height of the window; lines count from 0. */
  lineAtHeight: (clientY: number) => number
  /** The height in the window at which a line begins. */
  heightOfLine: (line: number) => number
  setFocusMode: (on: boolean) => void
}

/** Brings the selection into sight. Lines never drawn have guessed heights: what was measured meanwhile corrects the way. */
function bringIntoSight(view: EditorView, y: 'start' | 'center', passes = 3): void {
  if (!view.dom.isConnected) return
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y, yMargin: 48 }) })
  if (passes > 1) requestAnimationFrame(() => bringIntoSight(view, y, passes - 1))
}

type Props = WritingEvents & {
  initialText: string
  /** Where the writer was when this text was open last. */
  initialPlace: Place | null
  ref: Ref<MarkdownEditorHandle>
}

/**
 * The text of an article on CodeMirror 6. Uncontrolled: what is typed lives in the editor, no answer of a server writes
 * into it, and reading it gives the very bytes it was opened with where nothing was typed.
 */
export function MarkdownEditor({ initialText, initialPlace, ref, ...events }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const text = useRef(initialText)
  const startPlace = useRef(initialPlace)
  const listeners = useRef(events)
  useEffect(() => {
    listeners.current = events
  })

  useEffect(() => {
    const created = new EditorView({
      parent: host.current ?? undefined,
      state: EditorState.create({
        doc: text.current,
        extensions: writingExtensions(text.current, {
          onChange: () => listeners.current.onChange(),
          onLeaveUp: () => listeners.current.onLeaveUp(),
          onImage: () => listeners.current.onImage(),
          onLink: (request) => listeners.current.onLink(request),
          upload: (...upload) => listeners.current.upload(...upload),
          keeper: listeners.current.keeper,
          askPictures: listeners.current.askPictures,
          onReplacePicture: () => listeners.current.onReplacePicture?.(),
          onAtPicture: (at) => listeners.current.onAtPicture?.(at),
          onInTable: (inside) => listeners.current.onInTable?.(inside),
          blanks: listeners.current.blanks,
        }),
      }),
    })
    view.current = created
    if (startPlace.current) goTo(created, startPlace.current)
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
      if (!current) {
        text.current = next
        return
      }
      current.dispatch({ effects: adoptSeparator(next) })
      current.dispatch({
        changes: { from: 0, to: current.state.doc.length, insert: current.state.toText(next) },
        annotations: [Transaction.addToHistory.of(true), isolateHistory.of('full')],
      })
    },
    mergeText: (next, options) => {
      const current = view.current
      if (!current) {
        text.current = next
        return
      }
      current.dispatch({ effects: adoptSeparator(next) })
      mergeInto(current, next, options)
    },
    place: () => view.current && placeOf(view.current),
    insertPicture: (image) => {
      if (view.current) insertPicture(view.current, image)
      view.current?.focus()
    },
    replacePicture: (image) => {
      if (view.current) replacePicture(view.current, image)
      view.current?.focus()
    },
    runPicture: (tool) => {
      if (view.current) runPictureTool(view.current, tool, view.current.state.selection.main.head)
    },
    runTable: (tool) => {
      const current = view.current
      if (!current) return
      if (tool === 'behind') leaveTable(current)
      else runTableTool(current, tool)
      current.focus()
    },
    resumePictures: (pictures) => {
      const current = view.current
      const { upload, keeper = NO_KEEPER } = listeners.current
      if (!current || pictures.length === 0) return
      void import('../../../writing/surface/image-uploads.ts').then(
        (uploads) => uploads.resumePictures(current, pictures, { upload, keeper }),
        // They go on waiting.
        () => undefined,
      )
    },
    run: (tool) => {
      if (!view.current) return
      if (tool === 'link') {
        askForLink(view.current, null, listeners.current.onLink)
        return
      }
      TOOLS[tool](view.current)
      view.current.focus()
    },
    openCommands: () => {
      const current = view.current
      if (!current) return
      current.focus()
      void import('../../../writing/surface/slash-menu.ts').then(
        ({ openSlashMenu }) =>
          openSlashMenu(current, { from: current.state.selection.main.head, slash: false }, listeners.current.onImage),
        () => undefined,
      )
    },
    focus: (where) => {
      view.current?.focus()
      if (where === 'start') view.current?.dispatch({ selection: { anchor: 0 } })
    },
    getLines: () => view.current?.state.doc.toString() ?? '',
    headings: () => (view.current ? headingsOf(view.current.state) : []),
    select: (from, to = from) => {
      const current = view.current
      if (!current) return
      const [anchor, head] = [from, to].map((place) => Math.min(place, current.state.doc.length)) as [number, number]
      current.dispatch({ selection: { anchor, head } })
      current.focus()
      bringIntoSight(current, 'start')
    },
    lineAtHeight: (clientY) => {
      const current = view.current
      if (!current) return 0
      const block = current.lineBlockAtHeight(clientY - current.documentTop)
      const within = block.height > 0 ? (clientY - current.documentTop - block.top) / block.height : 0
      return current.state.doc.lineAt(block.from).number - 1 + Math.max(0, Math.min(1, within))
    },
    heightOfLine: (line) => {
      const current = view.current
      if (!current) return 0
      const number = Math.max(1, Math.min(current.state.doc.lines, Math.floor(line) + 1))
      const block = current.lineBlockAt(current.state.doc.line(number).from)
      return current.documentTop + block.top + (line - Math.floor(line)) * block.height
    },
    setFocusMode: (on) => {
      const current = view.current
      if (!on) current?.dispatch({ effects: focusCompartment.reconfigure([]) })
      else {
        current?.focus()
        void import('../../../writing/surface/current-paragraph.ts').then(
          ({ currentParagraph }) => {
            current?.dispatch({ effects: focusCompartment.reconfigure(currentParagraph) })
            if (current) bringIntoSight(current, 'center')
          },
          () => undefined,
        )
      }
    },
  }))

  return <div ref={host} className="md-editor" />
}
