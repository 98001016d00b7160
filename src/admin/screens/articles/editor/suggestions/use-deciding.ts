import type { Suggestion, Suggestions } from '../../../../../contract/articles/suggestions.ts'
import { counted } from '../../../../../rules/counted.ts'
import { useSuggestionDeeds } from '../../../../data/articles/suggestion-deeds.ts'
import type { SuggestedText } from '../../../../data/articles/suggestions.ts'
import { toastDone, toastFault, toastRefusal } from '../../../../ui/toast.tsx'
import { suggestionsIn } from '../../../../writing/editor-view/suggestions/shown-suggestions.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { SuggestionsState } from './use-suggestions.ts'

/** In the order of their places; those whose place is gone last. */
export function inOrder(items: readonly Suggestion[]): Suggestion[] {
  const placeOf = ({ gone, parts }: Suggestion) => (gone ? Number.MAX_SAFE_INTEGER : (parts[0]?.[0] ?? 0))
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

type After = { onWithdrawn?: () => void; onReopened?: (list: Suggestions) => void }

/** Takes own suggestions back, and reopens what was taken back or decided. */
export function useWithdrawing(text: SuggestedText, list: Suggestions | undefined, after: After = {}) {
  const deeds = useSuggestionDeeds(text)
  const reopen = (ids: string[]) =>
    deeds.reopen.mutate(ids, {
      onSuccess: (reopened) => after.onReopened?.(reopened),
      onError: (error) => toastRefusal(error, 'Das ließ sich nicht zurücknehmen'),
    })
  const withdraw = (one: Suggestion) => {
    if (!list) return
    deeds.withdraw.mutate(
      { version: list.version, log: list.log, one },
      {
        onSuccess: () => {
          after.onWithdrawn?.()
          toastDone('Vorschlag zurückgezogen', { undo: () => reopen([one.id]) })
        },
        onError: (error) => toastRefusal(error, 'Der Vorschlag ließ sich nicht zurückziehen'),
      },
    )
  }
  return { reopen, withdraw, busy: deeds.withdraw.isPending }
}

type Parts = {
  suggestions: SuggestionsState
  text: SuggestedText
  editing: ArticleEditing
  editorView: TextEditorView
}

/** Going from one suggestion to the next, and deciding. */
export function useDeciding({ suggestions, text, editing, editorView }: Parts) {
  const { items, current, show, setCurrent, draft, sheet, closeSheet } = suggestions
  const deeds = useSuggestionDeeds(text)
  const { reopen, withdraw, busy } = useWithdrawing(text, suggestions.query.data, {
    onWithdrawn: closeSheet,
    onReopened: ({ version }) => editing.article.noticed(version),
  })
  const ordered = inOrder(items)
  const at = ordered.findIndex(({ id }) => id === current)

  const jump = (id: string) => {
    show(id)
    const placeIn = (shown: TextEditorView | null) =>
      shown?.withView((view) => suggestionsIn(view).find((one) => one.id === id)?.parts[0]?.[0])
    const place = placeIn(draft) ?? placeIn(editorView)
    if (place !== undefined) (draft ?? editorView).reveal(place)
  }
  const go = (by: 1 | -1) => {
    const next = at < 0 ? ordered.at(by === 1 ? 0 : -1) : ordered[(at + by + ordered.length) % ordered.length]
    if (next) jump(next.id)
  }
  const decide = async (chosen: readonly Suggestion[], decision: 'accept' | 'refuse') => {
    const next = ordered[at + 1] ?? ordered[at - 1]
    try {
      // What was typed here comes first, so that nobody has to choose between the two.
      await editing.article.settle()
      const { version, left } = await deeds.decide.mutateAsync({
        decision,
        items: chosen.map(({ id, n }) => ({ id, n })),
      })
      editing.article.noticed(version)
      const ids = chosen.map(({ id }) => id).filter((id) => !left.includes(id))
      const done = decision === 'accept' ? 'angenommen' : 'abgelehnt'
      toastDone(`${counted(ids.length, 'Vorschlag', 'Vorschläge')} ${done}`, { undo: () => reopen(ids) })
      if (left.length > 0)
        toastFault(`Bei ${counted(left.length, 'Vorschlag', 'Vorschlägen')} gibt es die Stelle nicht mehr.`)
      if (chosen.length > 1 || !next || ordered.length < 2) {
        setCurrent(null)
        closeSheet()
      } else if (sheet) jump(next.id)
      else setCurrent(next.id)
    } catch (error) {
      toastRefusal(error, 'Der Vorschlag ließ sich nicht entscheiden')
    }
  }
  return {
    ordered,
    at,
    one: ordered[at],
    decidable: ordered.filter(({ gone }) => !gone),
    jump,
    go,
    decide,
    withdraw,
    busy: deeds.decide.isPending || busy,
  }
}

export type Deciding = ReturnType<typeof useDeciding>
