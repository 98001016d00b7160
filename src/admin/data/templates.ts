import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateTemplate } from '../../contract/templates.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { refreshArticles } from './articles.ts'

/** Article templates, the built-in ones first. */
export function templatesQuery(api: Api) {
  return queryOptions({
    queryKey: ['templates'],
    queryFn: async ({ signal }) => (await api.templates.list(undefined, { signal })).items,
  })
}

/** Creates templates and drafts from them, and removes own templates. */
export function useTemplates() {
  const api = useApi()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['templates'] })
  const keep = useMutation({
    mutationFn: (input: Omit<CreateTemplate, 'replace'> & { replace?: boolean }) => api.templates.create(input),
    onSuccess: refresh,
  })
  const use = useMutation({
    mutationFn: (key: string) => api.templates.use({ key }),
    onSuccess: () => refreshArticles(client),
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.templates.remove({ id }),
    onSettled: refresh,
  })
  return { keep, use, remove }
}
