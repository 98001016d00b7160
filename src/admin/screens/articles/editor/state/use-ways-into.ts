import { useRef, type RefObject } from 'react'
import type { PublishHint } from '../../../../../rules/publish-check.ts'
import type { TextHeading } from '../../../../writing/editor-view/markdown/headings.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { PanelTab } from '../remarks/use-remarks.ts'
import type { WritingViews } from './use-writing-views.ts'
import { afterFrame } from '../../../../lib/after-frame.ts'
import type { TextBlank } from './use-blanks.tsx'

/** Fields that hints link to, by their ids in the panel. */
const FIELDS = {
  'no-excerpt': 'article-excerpt',
  'slug-taken': 'article-slug',
  'no-cover': 'article-cover',
  noindex: 'article-noindex',
}

type Options = {
  views: WritingViews
  editorView: TextEditorView
  title: RefObject<HTMLTextAreaElement | null>
  blanks: readonly TextBlank[]
  setTab: (tab: PanelTab) => void
}

export type Ways = ReturnType<typeof useWaysInto>

/** Navigation into the text; closes the preview or a panel that covers it. */
export function useWaysInto({ views, editorView, title, blanks, setTab }: Options) {
  const wantsCheck = useRef(false)
  /** Goes to the hints if they were asked for. Without the panel's content they wait for it. */
  const showCheck = () => {
    const check = document.getElementById('article-check')
    if (!check || !wantsCheck.current) return
    wantsCheck.current = false
    check.scrollIntoView({ block: 'center' })
    check.parentElement?.querySelector('button')?.focus({ preventScroll: true })
  }
  const toBlank = ({ from, to }: TextBlank) => views.uncoverText(() => editorView.select(from, to))
  return {
    toHeading: ({ position }: TextHeading) => views.showText(() => editorView.select(position)),
    toBlank,
    /** The next blank after the cursor, else the first. */
    toNextBlank: () => {
      const after = editorView.place()?.head ?? 0
      const next = blanks.find(({ from }) => from > after) ?? blanks[0]
      if (next) toBlank(next)
    },
    /** The hints before publishing, in the panel. */
    toCheck: () => {
      wantsCheck.current = true
      setTab('facts')
      views.setPanel(true)
      afterFrame(showCheck)
    },
    /** Reports that the hints are on the screen now. */
    checkThere: () => void afterFrame(showCheck),
    toHint: (hint: PublishHint) => {
      if (hint.kind === 'no-alt') views.uncoverText(() => editorView.editAlternative(hint.from))
      else if ('from' in hint) views.uncoverText(() => editorView.select(hint.from, hint.to))
      else if (hint.kind === 'long-title') views.uncoverText(() => title.current?.focus())
      else document.getElementById(FIELDS[hint.kind])?.focus()
    },
  }
}
