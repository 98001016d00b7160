import { useEffect, useRef, useState, type RefObject } from 'react'
import { afterFrame } from '../../../../lib/after-frame.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { useEditorRoom, type EditorRoom } from './use-editor-room.ts'

const SPLIT_KEY = 'blog-cms-editor-split'

function remembered(): boolean {
  try {
    return localStorage.getItem(SPLIT_KEY) === 'on'
  } catch {
    return false
  }
}

/** Whether the preview is shown beside the text, as last set in this browser. */
function useSplit(): [split: boolean, setSplit: (on: boolean) => void] {
  const [wanted, setWanted] = useState(remembered)
  const set = (on: boolean) => {
    setWanted(on)
    try {
      localStorage.setItem(SPLIT_KEY, on ? 'on' : 'off')
    } catch {
      // A browser that stores nothing forgets it on unload.
    }
  }
  return [wanted, set]
}

/** Focus mode: only the text, until Escape. */
function useFocusMode(): [focused: boolean, setFocused: (on: boolean) => void] {
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (!focused) return
    document.documentElement.dataset.focusMode = ''
    const leave = (event: KeyboardEvent) => {
      // A menu or search field closed by this Escape has called preventDefault.
      if (event.key === 'Escape' && !event.defaultPrevented) setFocused(false)
    }
    window.addEventListener('keydown', leave)
    return () => {
      delete document.documentElement.dataset.focusMode
      window.removeEventListener('keydown', leave)
    }
  }, [focused])
  return [focused, setFocused]
}

const PAUSE_MS = 200

/** Counts pauses in typing, not keys: a typed character is shown before anything around the text is rendered again. */
export function useEdits(): { edits: number; noteEdit: () => void } {
  const [edits, setEdits] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const noteEdit = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setEdits((count) => count + 1), PAUSE_MS)
  }
  return { edits, noteEdit }
}

/** The panel is docked and open if there is room. Otherwise it opens on request, and closes when the room shrinks. */
function usePanel({ wide }: EditorRoom, open: boolean): [panel: boolean, setPanel: (open: boolean) => void] {
  const [docked, setDocked] = useState(open)
  const [called, setCalled] = useState(false)
  if (wide && called) setCalled(false)
  return wide ? [docked, setDocked] : [called, setCalled]
}

type Options = {
  startInPreview: boolean
  withPanel: boolean
  screen: RefObject<HTMLElement | null>
  editorView: TextEditorView
  /** The text that is seen, which takes the focus. */
  seen: RefObject<TextEditorView>
  title: RefObject<HTMLTextAreaElement | null>
}

/**
 * The preview instead of the text. It opens at the line of the cursor, and returning to the text focuses the cursor.
 */
function usePreview({ startInPreview, editorView, seen, title }: Options) {
  const [preview, setPreview] = useState(startInPreview)
  const [line, setLine] = useState<number | null>(null)
  const showPreview = (open: boolean) => {
    if (open === preview) return
    if (open) {
      const head = document.activeElement === title.current ? 0 : (editorView.place()?.head ?? 0)
      const before = editorView.lines().slice(0, head).split('\n').length - 1
      setLine(before > 0 ? before : null)
    } else afterFrame(() => seen.current.focus())
    setPreview(open)
  }
  return { preview, line, setPreview, showPreview }
}

export type WritingViews = ReturnType<typeof useWritingViews>

/** The views of an open text: layout, preview, panel, both columns, focus mode. */
export function useWritingViews(options: Options) {
  const { screen, editorView, withPanel } = options
  const room = useEditorRoom(screen)
  const { preview, line, setPreview, showPreview } = usePreview(options)
  const [panel, setPanel] = usePanel(room, withPanel)
  const [split, setSplit] = useSplit()
  const [focused, setFocused] = useFocusMode()
  useEffect(() => editorView.setFocusMode(focused), [editorView, focused])
  /** Closes the preview, then moves to a position in the text. */
  const showText = (goTo: () => void) => {
    setPreview(false)
    afterFrame(goTo)
  }
  return {
    room,
    preview,
    /** First line of the preview. */
    line,
    showPreview,
    panel,
    setPanel,
    togglePanel: () => setPanel(!panel),
    split,
    setSplit,
    /** There is room for two columns. */
    mayShowBoth: room.twoColumns(panel),
    focused,
    setFocused,
    showText,
    /** Like `showText`, and closes a panel that covers the text. A docked panel stays. */
    uncoverText: (goTo: () => void) => {
      if (room.wide && !preview) return goTo()
      if (!room.wide) setPanel(false)
      showText(goTo)
    },
  }
}
