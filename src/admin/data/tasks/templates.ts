import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskStatus } from '../../../contract/tasks.ts'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'

const TEMPLATES = ['task-templates']

/** Templates of cards by name. */
export function taskTemplatesQuery(api: Api) {
  return queryOptions({
    queryKey: TEMPLATES,
    queryFn: async ({ signal }) => (await api.tasks.templates.list(undefined, { signal })).items,
  })
}

/** Creates templates and cards from them, renames and removes templates. */
export function useTaskTemplates() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: TEMPLATES })
  return {
    keep: useMutation({
      mutationFn: (input: { name: string; task_id: string; replace: boolean }) => api.tasks.templates.create(input),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: (input: { id: string; name: string }) => api.tasks.templates.rename(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.tasks.templates.remove({ id }), onSettled }),
    use: useMutation({
      mutationFn: (input: { id: string; status: TaskStatus }) => api.tasks.templates.use(input),
      onSettled: () => client.invalidateQueries({ queryKey: ['tasks'] }),
    }),
  }
}
