import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Suggestion } from '../../../../../contract/articles/suggestions.ts'
import { suggestionsQuery, type SuggestedText } from '../../../../data/articles/suggestions.ts'
import { useMay } from '../../../../data/role.ts'
import { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { hasUnsent } from '../../../../writing/local/unsent-mark.ts'
import type { PanelTab } from '../remarks/use-remarks.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { WritingViews } from '../state/use-writing-views.ts'
import { afterFrame } from '../../../../lib/after-frame.ts'
import { catchTyping, type CaughtTyping } from '../../../../lib/catch-typing.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

type Parts = {
  editing: ArticleEditing
  editorView: TextEditorView
  views: WritingViews
  setTab: (tab: PanelTab) => void
  userId: string
}

/** The suggestions of an open text (TEAM-6): their list, the current one, and the text in which they are typed. */
export function useSuggestions({ editing, editorView, views, setTab, userId }: Parts) {
  const { base } = editing
  const { noun, around } = useWrittenNoun()
  const text: SuggestedText | null = base && { noun, id: base.id, suggestions: around.suggestions }
  const query = useQuery({
    ...suggestionsQuery(text ?? { noun, id: '', suggestions: around.suggestions }),
    enabled: text !== null,
  })
  const [current, setCurrent] = useState<string | null>(null)
  /** On a phone one suggestion is shown at a time, over the text. */
  const [sheet, setSheet] = useState(false)
  const begun = () => new TextEditorView(editorView.read(), editorView.place())
  // What was not sent when the text was left is continued.
  const [draft, setDraft] = useState<TextEditorView | null>(() =>
    base && hasUnsent({ userId, noun, id: base.id }) ? begun() : null,
  )
  const typing = useRef<CaughtTyping>(null)
  const takeTyped = () => {
    const caught = typing.current
    typing.current = null
    const typed = caught?.text() ?? ''
    caught?.release()
    return typed
  }
  useEffect(() => () => typing.current?.release(), [])
  const mayDecide = useMay('texts.write')
  const show = (id: string | null) => {
    setCurrent(id)
    setTab('suggestions')
    const isSheet = views.room.narrow && id !== null
    // Behind the click that opens it, which would count as one beside it.
    if (isSheet) afterFrame(() => setSheet(true))
    else setSheet(false)
    views.setPanel(!isSheet)
  }
  return {
    text,
    query,
    items: query.data?.items ?? NONE,
    current,
    setCurrent,
    show,
    sheet,
    closeSheet: () => setSheet(false),
    /** The text in which suggestions are typed; null while it is edited itself. */
    draft,
    /** Returns what has been typed since suggesting was switched on, before its text was there. */
    takeTyped,
    /** Whether the bar has room for the way to suggest; otherwise it is beside the list. */
    isInBar: views.room.wide,
    suggest: (on: boolean) => {
      takeTyped()
      if (on && !draft) typing.current = catchTyping(editorView)
      setDraft(on ? (draft ?? begun()) : null)
      if (views.room.narrow) views.setPanel(false)
    },
    mayDecide,
    userId,
  }
}

export type SuggestionsState = ReturnType<typeof useSuggestions>
const NONE: readonly Suggestion[] = []
