import { useEffect, useRef } from 'react'
import { shortcutOf } from '../../../../actions/keys.ts'
import { Button } from '../../../../ui/button.tsx'
import { LoadFault } from '../../../../ui/screen-state.tsx'
import { SkeletonBar } from '../../../../ui/skeleton.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { suggestionsIn } from '../../../../writing/editor-view/suggestions/shown-suggestions.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { SuggestionCard } from './suggestion-card.tsx'
import { useDeciding } from './use-deciding.ts'
import type { SuggestionsState } from './use-suggestions.ts'
import type { SuggestedText } from '../../../../data/articles/suggestions.ts'

type Props = {
  suggestions: SuggestionsState
  text: SuggestedText
  editing: ArticleEditing
  editorView: TextEditorView
}

/** Longest of a suggestion that stands among its neighbours, and how much of those is shown. */
const SHORT = 60
const AROUND = 24

/** Words around a short suggestion, so that it can be understood. */
export function aroundOf(editorView: TextEditorView, id: string): { before: string; after: string } {
  const none = { before: '', after: '' }
  return (
    editorView.withView((view) => {
      const { state } = view
      const parts = suggestionsIn(view).find((one) => one.id === id)?.parts
      const [first, last] = [parts?.[0], parts?.at(-1)]
      if (!first || !last || last[1] - first[0] + last[2].length > SHORT) return none
      const [start, end] = [state.doc.lineAt(first[0]).from, state.doc.lineAt(last[1]).to]
      const before = state.sliceDoc(Math.max(start, first[0] - AROUND), first[0]).split(' ')
      const after = state.sliceDoc(last[1], Math.min(end, last[1] + AROUND)).split(' ')
      // A word that is cut is left out.
      return {
        before: (first[0] - AROUND > start ? before.slice(1) : before).slice(-3).join(' '),
        after: (last[1] + AROUND < end ? after.slice(0, -1) : after).slice(0, 3).join(' '),
      }
    }) ?? none
  )
}

/** The open suggestions of a text beside it (TEAM-6). */
export function SuggestionsPane({ suggestions, text, editing, editorView }: Props) {
  const { query, current, mayDecide, userId, sheet } = suggestions
  const deciding = useDeciding({ suggestions, text, editing, editorView })
  const { ordered, decidable } = deciding
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current !== null)
      list.current?.querySelector(`[data-suggestion-card="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div ref={list} className="-mb-4 flex flex-col md:-mb-5 md:min-h-[calc(100dvh-var(--header)-7rem)]">
      <div className="flex flex-1 flex-col gap-3 pt-3 pb-4 md:-mx-2">
        {!suggestions.isInBar && (
          <Button onClick={() => suggestions.suggest(suggestions.draft === null)}>
            {suggestions.draft ? 'Bearbeiten' : 'Vorschlagen'}
          </Button>
        )}
        {query.isPending && <SkeletonBar className="w-full" />}
        {query.isError && !query.data && <LoadFault query={query} className="py-4 text-s" />}
        {query.data && ordered.length === 0 && (
          <p className="px-2 py-4 text-s text-fg-2">
            Keine offenen Vorschläge. Mit {shortcutOf('editor.suggest')} beginnen Sie einen.
          </p>
        )}
        {ordered.map((one) => (
          <SuggestionCard
            key={one.id}
            suggestion={one}
            around={aroundOf(editorView, one.id)}
            isCurrent={one.id === current && !sheet}
            isOwn={one.author?.id === userId}
            mayDecide={mayDecide}
            deciding={deciding}
            onOpen={() => deciding.jump(one.id)}
          />
        ))}
      </div>
      {mayDecide && decidable.length > 1 && (
        <div className="sticky bottom-0 -mx-5 flex gap-2 border-t border-line bg-page in-[.bg-raised]:bg-raised px-3 py-3 [&>button]:flex-1">
          <Button disabled={deciding.busy} onClick={() => void deciding.decide(decidable, 'accept')}>
            Alle {decidable.length} annehmen
          </Button>
          <Button look="quiet" disabled={deciding.busy} onClick={() => void deciding.decide(ordered, 'refuse')}>
            Alle ablehnen
          </Button>
        </div>
      )}
    </div>
  )
}
