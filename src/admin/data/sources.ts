import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { recordKeys } from './records.ts'

const keys = recordKeys('research')
const SHOWN = 20

/** Sources beside a text: those of the article, or with `q` all that match. */
export function sourcesQuery(api: Api, { articleId, q }: { articleId: string | null; q: string }) {
  return queryOptions({
    queryKey: [...keys.all, 'beside', articleId, q],
    queryFn: async ({ signal }) => {
      if (q === '' && articleId === null) return []
      const wanted = q === '' ? { article_id: articleId ?? undefined } : { q }
      return (await api.research.list({ ...wanted, limit: SHOWN }, { signal })).items
    },
  })
}

/** Records that an article uses a source. */
export function useSourceUse() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (use: { id: string; article_id: string }) => api.research.use(use),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}
