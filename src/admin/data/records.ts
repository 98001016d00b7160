import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { TrashNoun } from '../../nouns/registries.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeCached, without, type Pages } from './pages.ts'

/** Nouns whose records are created, changed, trashed and restored in the same way. */
export type RecordNoun = TrashNoun & keyof Api

type Verb<N extends RecordNoun, V extends string> = V extends keyof Api[N] ? Api[N][V] : never
type Input<F> = F extends (input: infer I) => unknown ? I : never
type Output<F> = F extends (input: never) => Promise<infer O> ? O : never

/** All fields of a new record, or the changed fields with the id of an existing one. */
export type RecordInput<N extends RecordNoun> =
  | (Input<Verb<N, 'create'>> & { id?: string | undefined })
  | Input<Verb<N, 'update'>>

type Verbs = {
  create: (input: object) => Promise<unknown>
  update: (input: object) => Promise<unknown>
  remove: (input: { id: string }) => Promise<void>
}

/** Query keys of a noun: everything, its lists, each record. */
export function recordKeys(noun: RecordNoun) {
  return { all: [noun], lists: [noun, 'list'], item: (id: string) => [noun, 'item', id] } as const
}

/** Refetches everything of a noun, unless another mutation of it is running; the end of that one refetches. */
export function refreshRecords(client: QueryClient, noun: RecordNoun): Promise<void> | undefined {
  const { all } = recordKeys(noun)
  return client.isMutating({ mutationKey: all }) > 1 ? undefined : client.invalidateQueries({ queryKey: all })
}

/**
 * Saves a record of a noun, moves it to the trash (RUL-20), restores it (`Rückgängig`). Removal is optimistic.
 * `leaveOut` removes it from the cached lists of the noun, which are mostly pages.
 */
export function useRecords<N extends RecordNoun, Shown = Pages<{ id: string }>>(
  noun: N,
  leaveOut = without as unknown as (shown: Shown, id: string) => Shown,
) {
  const api = useApi()
  const client = useQueryClient()
  const { all, lists, item } = recordKeys(noun)
  const verbs = api[noun] as unknown as Verbs
  const save = useMutation({
    mutationFn: async ({ id, ...fields }: { id?: string | undefined }) => {
      const saved = await (id === undefined ? verbs.create(fields) : verbs.update({ id, ...fields }))
      return saved as { id: string } & Output<Verb<N, 'create'>>
    },
    onSuccess: (saved) => {
      client.setQueryData(item(saved.id), saved)
      return client.invalidateQueries({ queryKey: all })
    },
  })
  const remove = useMutation({
    mutationKey: all,
    mutationFn: ({ id }: { id: string }) => verbs.remove({ id }),
    onMutate: ({ id }) => changeCached<Shown>(client, lists, (shown) => leaveOut(shown, id)),
    onError: (_error, _record, putBack) => putBack?.(),
    onSettled: () => refreshRecords(client, noun),
  })
  const restore = useMutation({
    mutationKey: all,
    mutationFn: ({ id }: { id: string }) => api.trash.restore({ noun, id }),
    onSettled: () => refreshRecords(client, noun),
  })
  return {
    save: (record: RecordInput<N>) => save.mutateAsync(record as { id?: string }),
    isSaving: save.isPending,
    remove: remove.mutateAsync,
    restore: restore.mutateAsync,
  }
}
