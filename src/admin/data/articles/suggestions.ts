import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api.ts'

/** The article or page, and the endpoints of its suggestions. */
export type SuggestedText = { noun: 'articles' | 'pages'; id: string; suggestions: Api['articles']['suggestions'] }

export const suggestionsKey = ({ noun, id }: Pick<SuggestedText, 'noun' | 'id'>) => ['suggestions', noun, id]

/** The open suggestions of a text, in their order of time (TEAM-6). */
export function suggestionsQuery(text: SuggestedText) {
  return queryOptions({
    queryKey: suggestionsKey(text),
    queryFn: ({ signal }) => text.suggestions.list({ id: text.id }, { signal }),
    staleTime: 5_000,
    retry: 1,
  })
}
