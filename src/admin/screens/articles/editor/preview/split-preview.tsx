import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { ArticlePreview } from './article-preview.tsx'
import type { ArticleText } from '../../../../writing/text/article-text.ts'
import { eyeOf, heightAt, lineAt, type RenderedBlocks } from './preview-lines.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'

const PAUSE_MS = 200

type Props = {
  text: () => ArticleText
  base: Article | null
  /** Changes with every edit. */
  revision: unknown
  editorView: TextEditorView
  /** The scroll container of the text. */
  writing: RefObject<HTMLElement | null>
}

/** The preview beside the text. Scrolling one of them scrolls the other. */
export function SplitPreview({ text, base, revision, editorView, writing }: Props) {
  const [shown, setShown] = useState(text)
  const blocks = useRef<RenderedBlocks>(null)
  const keep = useCallback((drawn: RenderedBlocks) => {
    blocks.current = drawn
  }, [])
  const reading = useRef<HTMLElement>(null)
  const read = useRef(text)
  useEffect(() => {
    read.current = text
  })
  useEffect(() => {
    const timer = setTimeout(() => setShown(read.current()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [revision])

  useEffect(() => {
    const [left, right] = [writing.current, reading.current]
    if (!left || !right) return
    // Only the column the user scrolls leads; otherwise the columns would trigger each other.
    let leader: HTMLElement = left
    const lead = (event: Event) => {
      if (event.currentTarget instanceof HTMLElement) leader = event.currentTarget
    }
    const follow = (event: Event) => {
      if (event.currentTarget !== leader) return
      if (leader === left) {
        const line = editorView.lineAtHeight(eyeOf(left))
        right.scrollTop =
          left.scrollTop <= 0 ? 0 : right.scrollTop + heightAt(right, blocks.current, line) - eyeOf(right)
      } else {
        const line = lineAt(blocks.current, eyeOf(right))
        left.scrollTop = right.scrollTop <= 0 ? 0 : left.scrollTop + editorView.heightOfLine(line) - eyeOf(left)
      }
    }
    const columns = [left, right]
    const touches = ['pointerenter', 'pointerdown', 'wheel', 'touchstart', 'keydown', 'focusin'] as const
    for (const column of columns) {
      for (const touch of touches) column.addEventListener(touch, lead, { passive: true })
      column.addEventListener('scroll', follow, { passive: true })
    }
    return () => {
      for (const column of columns) {
        for (const touch of touches) column.removeEventListener(touch, lead)
        column.removeEventListener('scroll', follow)
      }
    }
  }, [editorView, writing])

  return (
    <section
      ref={reading}
      aria-label="Vorschau"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keyboard
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto border-l border-line pb-24 focus-visible:-outline-offset-2"
    >
      <ArticlePreview text={shown} base={base} onDrawn={keep} />
    </section>
  )
}
