import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { ArticlePreview, type RenderedBlocks } from './article-preview.tsx'
import type { ArticleText } from './article-text.ts'
import type { MarkdownEditorHandle } from './text/markdown-editor.tsx'

const PAUSE_MS = 200
/** The place in both columns that is kept together, in px below their upper edge. */
const EYE = 64

type Props = {
  text: () => ArticleText
  /** Changes with everything that is written. */
  revision: unknown
  body: RefObject<MarkdownEditorHandle | null>
  /** The column the text scrolls in. */
  writing: RefObject<HTMLElement | null>
}

/** The preview beside the text; whichever of the two is moved takes the other along. */
export function SplitPreview({ text, revision, body, writing }: Props) {
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
    // Moving one column moves the other, which must not move the first in turn.
    let leader: HTMLElement = left
    const lead = (event: Event) => {
      if (event.currentTarget instanceof HTMLElement) leader = event.currentTarget
    }
    const follow = (event: Event) => {
      const { current } = body
      if (event.currentTarget !== leader || !current) return
      if (leader === left) {
        const line = current.lineAtHeight(left.getBoundingClientRect().top + EYE)
        right.scrollTop = left.scrollTop <= 0 ? 0 : right.scrollTop + heightAt(right, blocks.current, line) - eye(right)
      } else {
        const line = lineAt(blocks.current, eye(right))
        left.scrollTop = right.scrollTop <= 0 ? 0 : left.scrollTop + current.heightOfLine(line) - eye(left)
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
  }, [body, writing])

  return (
    <section
      ref={reading}
      aria-label="Vorschau"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keyboard
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto border-l border-line px-8 pt-11 pb-24 focus-visible:-outline-offset-2"
    >
      <ArticlePreview text={shown} onDrawn={keep} />
    </section>
  )
}

const eye = (column: HTMLElement) => column.getBoundingClientRect().top + EYE

/** The height in the window at which the preview shows a line of the markdown. */
function heightAt(column: HTMLElement, blocks: RenderedBlocks | null, line: number): number {
  const tops = blocks?.elements.map((element) => element.getBoundingClientRect().top) ?? []
  const after = blocks?.lines.findIndex((first) => first > line) ?? -1
  const index = after < 0 ? tops.length - 1 : after - 1
  if (!blocks || tops.length === 0) return eye(column)
  if (index < 0) return column.getBoundingClientRect().top - column.scrollTop + EYE
  const first = blocks.lines[index]!
  const next = blocks.lines[index + 1] ?? first + 1
  const bottom = tops[index + 1] ?? blocks.elements[index]!.getBoundingClientRect().bottom
  const share = next > first ? Math.min(1, (line - first) / (next - first)) : 0
  return tops[index]! + share * (bottom - tops[index]!)
}

/** The line of the markdown the preview shows at a height of the window. */
function lineAt(blocks: RenderedBlocks | null, height: number): number {
  if (!blocks) return 0
  const boxes = blocks.elements.map((element) => element.getBoundingClientRect())
  const index = boxes.findLastIndex(({ top }) => top <= height)
  if (index < 0) return 0
  const first = blocks.lines[index]!
  const next = blocks.lines[index + 1] ?? first + 1
  const { top, bottom } = boxes[index]!
  const end = boxes[index + 1]?.top ?? bottom
  return first + (end > top ? Math.min(1, (height - top) / (end - top)) : 0) * (next - first)
}
