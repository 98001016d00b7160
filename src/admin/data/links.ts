import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateLink, Link, LinkCategory } from '../../contract/links.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeLists, without } from './pages.ts'

export type LinkFilter = { category?: LinkCategory | undefined; q?: string | undefined }

const PAGE_SIZE = 100

export const linkKeys = { all: ['links'] as const, lists: ['links', 'list'] as const }

/** Pages of the link database, newest first (DATA-10). */
export function linkListQuery(api: Api, { category, q }: LinkFilter) {
  return infiniteQueryOptions({
    queryKey: [...linkKeys.lists, { category: category ?? null, q: q ?? '' }],
    queryFn: ({ pageParam, signal }) =>
      api.links.list({ category, q, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** Saves a new link, or changes the one whose id is given. */
export function useSaveLink() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...fields }: CreateLink & { id?: string | undefined }) =>
      id === undefined ? api.links.create(fields) : api.links.update({ id, ...fields }),
    onSuccess: () => client.invalidateQueries({ queryKey: linkKeys.all }),
  })
}

/** Moves a link to the trash; its row goes at once and comes back when the server refuses (RUL-20). */
export function useRemoveLink() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Link, 'id'>) => api.links.remove({ id }),
    onMutate: ({ id }) => changeLists<Link>(client, linkKeys.lists, (pages) => without(pages, id)),
    onError: (_error, _link, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: linkKeys.all }),
  })
}

/** Takes a link out of the trash again (`Rückgängig`). */
export function useRestoreLink() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Link, 'id'>) => api.trash.restore({ noun: 'links', id }),
    onSettled: () => client.invalidateQueries({ queryKey: linkKeys.all }),
  })
}
