import { useCallback, useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { ArticlePreview } from './article-preview.tsx'
import type { ArticleText } from '../../../../writing/text/article-text.ts'
import { markPassages, type SeenPassage } from './preview-passages.ts'
import { eyeOf, heightAt, linesBetween, type RenderedBlocks } from './preview-lines.ts'
import { keepSelection, selectionIn } from './redraw-blocks.ts'

type Props = {
  text: ArticleText
  base: Article | null
  /** The first visible line of the text, from 0; null for the top. */
  line: number | null
  /** Passages with remarks; `onPick` is called for the one that is pressed. */
  remarked?: {
    passages: readonly SeenPassage[] | undefined
    current: string | null
    onPick: (id: string, byKey: boolean) => void
  }
  ref?: Ref<PreviewHandle>
}

/** What can be asked of a preview. */
export type PreviewHandle = {
  /** Scrolls to a line of the text, from 0. */
  show: (line: number) => void
  /** The selected words as they are seen; '' without a selection in the preview. */
  selection: () => string
  /**
   * The lines of the text, from 0, whose blocks the selection touches; `to` is behind the last one. Null without a selection, and while
   * the preview still shows a text of before.
   */
  selectedLines: () => { from: number; to: number } | null
  /** Scrolls to the passage of a remark; false where it is not marked. */
  showRemark: (id: string) => boolean
  /** Focuses the passage of a remark, else the whole. */
  focus: (remark?: string | null) => void
}

/** The preview instead of the text, scrolled to the cursor. When the text changes, what is seen stays where it is. */
export function WholePreview({ text, base, line, remarked, ref }: Props) {
  const column = useRef<HTMLElement>(null)
  const arrived = useRef(false)
  const start = useRef(line)
  const blocks = useRef<RenderedBlocks>(null)
  const [drawn, setDrawn] = useState<RenderedBlocks | null>(null)
  /** The blocks that are seen, where they begin in the column, and its height then. */
  const seen = useRef<{ shown: { element: Element; at: number }[]; height: number }>({ shown: [], height: 0 })
  const look = useCallback(() => {
    const { current } = column
    if (current) seen.current = { shown: blocksIn(current, blocks.current), height: current.scrollHeight }
  }, [])
  /** Keeps what is seen in its place where something above it has another height now. */
  const stay = useCallback(() => {
    const { current } = column
    const stays = seen.current.shown.find(({ element }) => element.isConnected)
    if (current && stays && current.scrollTop > 0) current.scrollTop += placeIn(current, stays.element) - stays.at
  }, [])
  const begin = useCallback(
    (next: RenderedBlocks) => {
      const { current } = column
      blocks.current = next
      setDrawn(next)
      if (!current) return
      stay()
      if (!arrived.current && start.current !== null)
        current.scrollTop += heightAt(current, next, start.current) - eyeOf(current)
      arrived.current = true
      look()
    },
    [look, stay],
  )
  useEffect(() => {
    const { current } = column
    if (!current) return
    const resized = new ResizeObserver(() => {
      stay()
      look()
    })
    // A picture or a font that has just come is the observer's.
    const onScroll = () => {
      if (current.scrollHeight === seen.current.height) look()
    }
    for (const one of [current, ...current.children]) resized.observe(one)
    current.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      current.removeEventListener('scroll', onScroll)
    }
  }, [look, stay])
  const { passages, current } = remarked ?? {}
  const markdown = text.content_markdown.replaceAll('\r\n', '\n')
  useEffect(() => {
    const host = drawn?.elements[0]?.parentElement
    // Not while a text of before is still drawn.
    if (!host || !passages || drawn.markdown !== text.content_markdown) return
    keepSelection(host, () => markPassages(drawn, markdown, passages))
  }, [drawn, passages, markdown, text.content_markdown])
  useEffect(() => {
    for (const mark of drawn?.elements.flatMap((block) => [...block.querySelectorAll('[data-remark]')]) ?? [])
      mark.classList.toggle('now', (mark as HTMLElement).dataset.remark === current)
  }, [drawn, passages, markdown, current])
  const pick = useEffectEvent((event: Event) => {
    const target = event.target instanceof Element ? event.target : null
    const id = target?.closest<HTMLElement>('[data-remark]')?.dataset.remark
    if (!id || target?.closest('a')) return
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    remarked?.onPick(id, event.type === 'keydown')
  })
  useEffect(() => {
    const root = drawn?.elements[0]?.getRootNode()
    const hear = (event: Event) => pick(event)
    for (const kind of ['click', 'keydown']) root?.addEventListener(kind, hear)
    return () => {
      for (const kind of ['click', 'keydown']) root?.removeEventListener(kind, hear)
    }
  }, [drawn])
  useImperativeHandle(
    ref,
    () => ({
      show: (to) => {
        const { current } = column
        if (current) current.scrollTop += heightAt(current, blocks.current, to) - eyeOf(current)
      },
      selection: () => wordsOf(selectionOf(column.current)),
      selectedLines: () => {
        const selection = selectionOf(column.current)
        if (wordsOf(selection) === '' || blocks.current?.markdown !== text.content_markdown) return null
        const all = text.content_markdown.split('\n').length
        return linesBetween(blocks.current, [selection!.anchorNode, selection!.focusNode], all)
      },
      showRemark: (id) => {
        const [first] = marksOf(drawn, id)
        const { current: scrolled } = column
        if (first && scrolled) scrolled.scrollTop += first.getBoundingClientRect().top - eyeOf(scrolled)
        return first !== undefined
      },
      focus: (remark = null) => {
        const own = marksOf(drawn, remark).find((mark) => mark.tabIndex === 0)
        ;(own ?? column.current)?.focus()
      },
    }),
    [text, drawn],
  )
  return (
    <section
      ref={column}
      aria-label="Vorschau"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keyboard
      tabIndex={0}
      // The place is kept here: browsers lose it with the block they hold on to.
      className="min-h-0 flex-1 overflow-y-auto pb-24 [overflow-anchor:none] [--editor-top:-4px] md:[--editor-side:4rem] md:[--editor-top:28px] focus-visible:-outline-offset-2"
    >
      <ArticlePreview text={text} base={base} onDrawn={begin} />
    </section>
  )
}

function selectionOf(column: HTMLElement | null): Selection | null {
  const root = [...(column?.children ?? [])].find((child) => child.shadowRoot)?.shadowRoot
  return root ? selectionIn(root) : null
}

/** Where an element begins in what a column scrolls. */
const placeIn = (column: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - column.getBoundingClientRect().top + column.scrollTop

/** The blocks that a column shows, with their places in it. */
function blocksIn(column: HTMLElement, blocks: RenderedBlocks | null) {
  const { top: upper, bottom: lower } = column.getBoundingClientRect()
  const elements = blocks?.elements ?? []
  // They stand below each other.
  let [low, high] = [0, elements.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (elements[middle]!.getBoundingClientRect().bottom <= upper) low = middle + 1
    else high = middle
  }
  const shown: { element: Element; at: number }[] = []
  for (const element of elements.slice(low)) {
    const { top } = element.getBoundingClientRect()
    if (top >= lower) break
    shown.push({ element, at: placeIn(column, element) })
  }
  return shown
}

function marksOf(drawn: RenderedBlocks | null, id: string | null): HTMLElement[] {
  const marks = drawn?.elements.flatMap((block) => [...block.querySelectorAll<HTMLElement>('[data-remark]')]) ?? []
  return marks.filter((mark) => mark.dataset.remark === id)
}

const wordsOf = (selection: Selection | null) =>
  String(selection ?? '')
    .replaceAll('\u00ad', '')
    .trim()
