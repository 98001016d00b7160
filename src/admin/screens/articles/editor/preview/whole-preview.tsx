import { useCallback, useRef } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { ArticlePreview } from './article-preview.tsx'
import type { ArticleText } from '../../../../writing/text/article-text.ts'
import { eyeOf, heightAt, type RenderedBlocks } from './preview-lines.ts'

type Props = {
  text: ArticleText
  base: Article | null
  /** The first visible line of the text, from 0; null for the top. */
  line: number | null
}

/** The preview instead of the text, scrolled to the cursor. */
export function WholePreview({ text, base, line }: Props) {
  const column = useRef<HTMLElement>(null)
  const arrived = useRef(false)
  const start = useRef(line)
  const begin = useCallback((drawn: RenderedBlocks) => {
    const { current } = column
    if (!current || arrived.current) return
    arrived.current = true
    if (start.current !== null) current.scrollTop += heightAt(current, drawn, start.current) - eyeOf(current)
  }, [])
  return (
    <section
      ref={column}
      aria-label="Vorschau"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto pb-24 [--editor-top:-4px] md:[--editor-side:4rem] md:[--editor-top:28px] focus-visible:-outline-offset-2"
    >
      <ArticlePreview text={text} base={base} onDrawn={begin} />
    </section>
  )
}
