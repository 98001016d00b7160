import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SavedSuggestions, SuggestionDecision, Suggestions } from '../../../contract/articles/suggestions.ts'
import { suggestionsKey, type SuggestedText } from './suggestions.ts'

/** Writes, decides, and takes decisions back. The list shows the result at once. */
export function useSuggestionDeeds(text: SuggestedText) {
  const client = useQueryClient()
  const { id, suggestions } = text
  const onSuccess = ({ version, log, items }: Suggestions) =>
    client.setQueryData<Suggestions>(suggestionsKey(text), { version, log, items })
  const onError = () => client.invalidateQueries({ queryKey: suggestionsKey(text) })
  return {
    write: useMutation({
      mutationFn: (input: Omit<SavedSuggestions, 'id'>) => suggestions.save({ ...input, id }),
      onSuccess,
      onError,
    }),
    decide: useMutation({
      mutationFn: (input: Omit<SuggestionDecision, 'id'>) => suggestions.decide({ ...input, id }),
      onSuccess,
      onError,
    }),
    reopen: useMutation({ mutationFn: (ids: string[]) => suggestions.reopen({ id, ids }), onSuccess, onError }),
    withdraw: useMutation({
      mutationFn: ({ version, log, one }: Pick<Suggestions, 'version' | 'log'> & { one: { id: string; n: number } }) =>
        suggestions.save({
          id,
          ...(log ? { log } : { version }),
          items: [{ id: one.id, n: one.n + 1, parts: [] }],
        }),
      onSuccess,
      onError,
    }),
  }
}
