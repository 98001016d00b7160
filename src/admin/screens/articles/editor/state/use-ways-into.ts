import type { RefObject } from 'react'
import type { PublishHint } from '../../../../../rules/publish-check.ts'
import type { TextHeading } from '../../../../writing/editor-view/markdown/headings.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
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
}

export type Ways = ReturnType<typeof useWaysInto>

/** Navigation into the text; closes the preview or a panel that covers it. */
export function useWaysInto({ views, editorView, title, blanks }: Options) {
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
      views.setPanel(true)
      afterFrame(() => {
        const check = document.getElementById('article-check')
        check?.scrollIntoView({ block: 'center' })
        check?.parentElement?.querySelector('button')?.focus({ preventScroll: true })
      })
    },
    toHint: (hint: PublishHint) => {
      if (hint.kind === 'no-alt') views.uncoverText(() => editorView.editAlternative(hint.from))
      else if ('from' in hint) views.uncoverText(() => editorView.select(hint.from, hint.to))
      else if (hint.kind === 'long-title') views.uncoverText(() => title.current?.focus())
      else document.getElementById(FIELDS[hint.kind])?.focus()
    },
  }
}
