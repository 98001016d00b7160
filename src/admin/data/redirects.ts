import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateRedirect, Redirect } from '../../contract/redirects.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeCached, pagesQuery, without, type Pages } from './pages.ts'

const KEYS = { all: ['redirects'], lists: ['redirects', 'list'] } as const
const PAGE_SIZE = 100

/** Pages of redirects, newest first; `q` matches either address (RUL-56). */
export function redirectsQuery(api: Api, q: string) {
  return pagesQuery([...KEYS.lists, q], (cursor, call) => api.redirects.list({ q, limit: PAGE_SIZE, cursor }, call))
}

/** Request body of a new redirect. */
export type NewRedirect = Pick<CreateRedirect, 'from'> & Partial<CreateRedirect>

/** Adds and removes redirects. Removal is optimistic; its undo creates a new record with the same fields. */
export function useRedirectChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: KEYS.all })
  const add = useMutation({ mutationFn: (redirect: NewRedirect) => api.redirects.create(redirect), onSettled })
  const remove = useMutation({
    mutationFn: ({ id }: Redirect) => api.redirects.remove({ id }),
    onMutate: ({ id }) => changeCached<Pages<Redirect>>(client, KEYS.lists, (shown) => without(shown, id)),
    onError: (_error, _redirect, putBack) => putBack?.(),
    onSettled,
  })
  return {
    add: add.mutateAsync,
    isAdding: add.isPending,
    remove: remove.mutateAsync,
    restore: ({ from, to, article_id, page_id, status }: Redirect) =>
      add.mutateAsync({ from, to, article_id, page_id, status }),
  }
}
