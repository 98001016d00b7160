import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Suggestions } from '../../../../../contract/articles/suggestions.ts'
import { useOffers } from '../../../../actions/offers.ts'
import { suggestionsKey, type SuggestedText } from '../../../../data/articles/suggestions.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { showCurrent, showSuggestions } from '../../../../writing/editor-view/suggestions/shown-suggestions.ts'
import { changesHere } from '../../../../writing/remark-places.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { shownIn, SuggestionCard } from './suggestion-card.tsx'
import { aroundOf } from './suggestions-pane.tsx'
import { useDeciding } from './use-deciding.ts'
import type { SuggestionsState } from './use-suggestions.ts'

type Props = {
  suggestions: SuggestionsState
  text: SuggestedText
  editing: ArticleEditing
  editorView: TextEditorView
  edits: number
  narrow: boolean
}

/** When the list is read again, since its places cannot be found in the text that is seen here. */
const AGAIN_MS = 1500

/** Suggestions in the text: shown at their places, and decided by keys; on a phone one at a time in a sheet. */
export function SuggestionLayer({ suggestions, text, editing, editorView, edits, narrow }: Props) {
  const { query, current, items, mayDecide, userId, sheet, closeSheet } = suggestions
  const deciding = useDeciding({ suggestions, text, editing, editorView })
  const { one, ordered, at, decidable, go, decide } = deciding
  usePlaces({ query: query.data, current, editing, editorView, edits, text, pick: deciding.jump })
  const mayGo = items.length > 0
  const mayAll = mayDecide && decidable.length > 0
  useOffers({
    'suggestion.next': mayGo ? () => go(1) : null,
    'suggestion.previous': mayGo ? () => go(-1) : null,
    'suggestion.accept': mayDecide && one && !one.gone ? () => void decide([one], 'accept') : null,
    'suggestion.refuse': mayDecide && one ? () => void decide([one], 'refuse') : null,
    'suggestion.accept-all': mayAll ? () => void decide(decidable, 'accept') : null,
    'suggestion.refuse-all': mayAll ? () => void decide(ordered, 'refuse') : null,
  })
  if (!narrow || !one) return null
  return (
    <Dialog open={sheet} onClose={closeSheet} title={`Vorschlag ${at + 1} von ${ordered.length}`} initialFocus="dialog">
      {ordered.length > 1 && (
        <div className="-mt-2 mb-2 flex">
          <IconButton label="Voriger Vorschlag" onClick={() => go(-1)}>
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label="Nächster Vorschlag" onClick={() => go(1)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </div>
      )}
      <SuggestionCard
        suggestion={one}
        around={aroundOf(editorView, one.id)}
        isCurrent
        isOwn={one.author?.id === userId}
        mayDecide={mayDecide}
        deciding={deciding}
      />
    </Dialog>
  )
}

type Places = {
  query: Suggestions | undefined
  current: string | null
  editing: ArticleEditing
  editorView: TextEditorView
  edits: number
  text: SuggestedText
  pick: (id: string) => void
}

/** Shows the list in the text. Once shown they move along there; a new list is placed again. */
function usePlaces({ query, current, editing, editorView, edits, text, pick }: Places): void {
  const client = useQueryClient()
  const { article, base } = editing
  const version = base?.version
  const onPick = useEffectEvent(pick)
  const place = useEffectEvent((list: Suggestions) => {
    const here = changesHere(article, editorView.read(), list)
    if (!here) return false
    editorView.withView((view) =>
      showSuggestions(view, shownIn(list.items, here), { current, onPick: (id) => onPick(id) }),
    )
    return true
  })
  const key = suggestionsKey(text)
  const again = useEffectEvent(() => void client.invalidateQueries({ queryKey: key }))
  useEffect(() => {
    if (!query || place(query)) return
    const timer = setTimeout(() => again(), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [query, version, edits])
  // With the last one this goes, and the text stays.
  useEffect(
    () => () => {
      editorView.withView((view) => showSuggestions(view, [], { current: null, onPick: () => undefined }))
    },
    [editorView],
  )
  useEffect(() => {
    editorView.withView((view) => showCurrent(view, current))
  }, [editorView, current])
}
