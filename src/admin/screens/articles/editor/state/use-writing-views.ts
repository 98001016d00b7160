import { useEffect, useRef, useState, type RefObject } from 'react'
import { soon } from './soon.ts'
import type { MarkdownEditorHandle } from '../markdown-editor.tsx'

const SPLIT_KEY = 'blog-cms-editor-split'

function remembered(): boolean {
  try {
    return localStorage.getItem(SPLIT_KEY) === 'on'
  } catch {
    return false
  }
}

/** Whether the preview stands beside the text, as this browser was left. */
export function useSplit(): [split: boolean, setSplit: (on: boolean) => void] {
  const [wanted, setWanted] = useState(remembered)
  const set = (on: boolean) => {
    setWanted(on)
    try {
      localStorage.setItem(SPLIT_KEY, on ? 'on' : 'off')
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }
  return [wanted, set]
}

/** Nothing but the text: the admin's frame is gone until Escape. */
export function useFocusMode(): [focused: boolean, setFocused: (on: boolean) => void] {
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (!focused) return
    document.documentElement.dataset.focusMode = ''
    const leave = (event: KeyboardEvent) => {
      // A menu or the search field that Escape closes first has said so.
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

/** Counts pauses in typing, not keys: a letter is on the screen before anything around the text is drawn anew. */
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

type PreviewOptions = {
  start: boolean
  body: RefObject<MarkdownEditorHandle | null>
  title: RefObject<HTMLTextAreaElement | null>
}

/** The preview in the text's place: it opens at the line of the cursor, and back in the text the cursor has the focus. */
export function usePreview({ start, body, title }: PreviewOptions) {
  const [preview, setPreview] = useState(start)
  const [line, setLine] = useState<number | null>(null)
  const showPreview = (open: boolean) => {
    if (open === preview) return
    if (open) {
      const head = document.activeElement === title.current ? 0 : (body.current?.place()?.head ?? 0)
      const before = (body.current?.getLines() ?? '').slice(0, head).split('\n').length - 1
      setLine(before > 0 ? before : null)
    } else soon(() => body.current?.focus())
    setPreview(open)
  }
  return { preview, line, setPreview, showPreview }
}
