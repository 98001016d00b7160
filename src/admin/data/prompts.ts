import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreatePrompt, Prompt, PromptCategory } from '../../contract/prompts.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeLists, without } from './pages.ts'

export type PromptFilter = { category?: PromptCategory | undefined; q?: string | undefined }

const PAGE_SIZE = 50

export const promptKeys = { all: ['prompts'] as const, lists: ['prompts', 'list'] as const }

/** Pages of the prompt database, newest first (DATA-10). */
export function promptListQuery(api: Api, { category, q }: PromptFilter) {
  return infiniteQueryOptions({
    queryKey: [...promptKeys.lists, { category: category ?? null, q: q ?? '' }],
    queryFn: ({ pageParam, signal }) =>
      api.prompts.list({ category, q, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** Saves a new prompt, or changes the one whose id is given. */
export function useSavePrompt() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...fields }: CreatePrompt & { id?: string | undefined }) =>
      id === undefined ? api.prompts.create(fields) : api.prompts.update({ id, ...fields }),
    onSuccess: () => client.invalidateQueries({ queryKey: promptKeys.all }),
  })
}

/** Moves a prompt to the trash; its card goes at once and comes back when the server refuses (RUL-20). */
export function useRemovePrompt() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Prompt, 'id'>) => api.prompts.remove({ id }),
    onMutate: ({ id }) => changeLists<Prompt>(client, promptKeys.lists, (pages) => without(pages, id)),
    onError: (_error, _prompt, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: promptKeys.all }),
  })
}

/** Takes a prompt out of the trash again (`Rückgängig`). */
export function useRestorePrompt() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Prompt, 'id'>) => api.trash.restore({ noun: 'prompts', id }),
    onSettled: () => client.invalidateQueries({ queryKey: promptKeys.all }),
  })
}
