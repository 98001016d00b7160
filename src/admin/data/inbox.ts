import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../contract/errors.ts'
import type { ConversionTarget, InboxItem, InboxStatus } from '../../contract/inbox.ts'
import { inboxEntryOf } from '../../rules/collecting.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { useOutbox, useWaiting } from './outbox.ts'
import { changeCached, pagesQuery, withChanged, withFirst, without, type Pages } from './pages.ts'
import { recordKeys, refreshRecords } from './records.ts'

const PAGE_SIZE = 50

const keys = recordKeys('inbox')

/** Pages of the inbox, newest first (INBOX-5). */
export function inboxListQuery(api: Api, status: InboxStatus | undefined) {
  return pagesQuery([...keys.lists, { status: status ?? null }], (cursor, call) =>
    api.inbox.list({ status, limit: PAGE_SIZE, cursor }, call),
  )
}

/** One entry, for a URL that contains its id. */
export function inboxItemQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => api.inbox.get({ id }, { signal }),
  })
}

/** Number of open and processed entries: for the filter, the navigation and the dashboard. */
export function inboxCountsQuery(api: Api) {
  return queryOptions({
    queryKey: [...keys.all, 'counts'],
    queryFn: ({ signal }) => api.inbox.counts(undefined, { signal }),
  })
}

const MUTATIONS = { mutationKey: keys.all }
const PROVISIONAL = 'neu:'

/** True while an entry has not reached the server; it has no actions until then. */
export function isProvisional(item: InboxItem): boolean {
  return item.id.startsWith(PROVISIONAL)
}

type ListKey = readonly [...typeof keys.lists, { status: InboxStatus | null }]
const filterOf = (key: readonly unknown[]) => (key as ListKey)[2].status

/** The captured text. `allow_duplicate` is set after the user has confirmed a second entry with the same address. */
export type Captured = { title: string; allow_duplicate?: boolean }

/** The existing entry with the same address, if the error carries one; otherwise null. */
export function entryThere(error: unknown): InboxItem | null {
  return isApiError(error, 'already_in_inbox') ? ((error.data?.current as InboxItem | undefined) ?? null) : null
}

/**
 * Adds an entry. It is listed at once (`useWaitingEntries`) and disappears if the server refuses it (INBOX-1). While
 * the server is unreachable it waits in the outbox (RUL-65).
 */
export function useAddToInbox() {
  const outbox = useOutbox()
  return useMutation({ mutationFn: (input: Captured) => outbox.add({ kind: 'capture', input }) })
}

/** Inbox entries in the outbox, newest first. They have no actions yet. */
export function useWaitingEntries(there: readonly InboxItem[]): InboxItem[] {
  const known = new Set(there.map(({ id }) => id))
  return useWaiting()
    .waiting.flatMap((deed) => {
      if (deed.kind !== 'capture' || deed.refusal || known.has(deed.id)) return []
      const { title, url, note } = deed.input
      return {
        id: PROVISIONAL + deed.id,
        title,
        ...inboxEntryOf({ title, url }),
        status: 'open' as const,
        note: note ?? null,
        source: 'quick' as const,
        feed: null,
        author_id: deed.userId,
        title_pending: false,
        created_at: deed.savedAt,
      }
    })
    .toReversed()
}

/** Adds a delivered entry to the lists until these are refetched. */
export async function showArrived(client: QueryClient, item: InboxItem): Promise<void> {
  await changeCached<Pages<InboxItem>>(client, keys.lists, (pages, key) =>
    filterOf(key) === 'processed' ? pages : withFirst(without(pages, item.id), item),
  )
  void refreshRecords(client, 'inbox')
}

function changeStatus(client: QueryClient, id: string, status: InboxStatus) {
  return changeCached<Pages<InboxItem>>(client, keys.lists, (pages, key) => {
    const filter = filterOf(key)
    return filter === null || filter === status ? withChanged(pages, id, { status }) : without(pages, id)
  })
}

/** Toggles an entry between open and processed (INBOX-3). */
export function useSetInboxStatus() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    ...MUTATIONS,
    mutationFn: ({ id, status }: Pick<InboxItem, 'id' | 'status'>) => api.inbox.update({ id, status }),
    onMutate: ({ id, status }) => changeStatus(client, id, status),
    onError: (_error, _item, putBack) => putBack?.(),
    onSettled: () => refreshRecords(client, 'inbox'),
  })
}

/** Saves the note or the title of an entry. */
export function useSaveInboxWords() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    ...MUTATIONS,
    mutationFn: (words: { id: string; note?: string; title?: string }) => api.inbox.update(words),
    onSuccess: async (saved) => {
      await changeCached<Pages<InboxItem>>(client, keys.lists, (pages) => withChanged(pages, saved.id, saved))
      await refreshRecords(client, 'inbox')
    },
  })
}

/** Query keys of the nouns that an entry can be converted into. */
const TARGET_KEYS: Record<ConversionTarget, string> = {
  article: 'articles',
  task: 'tasks',
  research: 'research',
  link: 'links',
}

/** Converts an entry into a record of another noun. The entry is processed then. */
export function useConvertInboxItem() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    ...MUTATIONS,
    mutationFn: ({ id, to }: { id: string; to: ConversionTarget }) => api.inbox.convert({ id, to }),
    onMutate: ({ id }) => changeStatus(client, id, 'processed'),
    onError: (_error, _item, putBack) => putBack?.(),
    onSettled: (_data, _error, { to }) => {
      void client.invalidateQueries({ queryKey: [TARGET_KEYS[to]] })
      return refreshRecords(client, 'inbox')
    },
  })
}

/** Undoes a conversion: the new record goes to the trash, the entry gets its former status. */
export function useUndoConversion() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    ...MUTATIONS,
    mutationFn: async (made: { to: ConversionTarget; id: string; item: Pick<InboxItem, 'id' | 'status'> }) => {
      const { id } = made
      if (made.to === 'article') await api.articles.remove({ id })
      else if (made.to === 'task') await api.tasks.remove({ id })
      else if (made.to === 'research') await api.research.remove({ id })
      else await api.links.remove({ id })
      await api.inbox.update({ id: made.item.id, status: made.item.status })
    },
    onSettled: (_data, _error, { to }) => {
      void client.invalidateQueries({ queryKey: [TARGET_KEYS[to]] })
      return refreshRecords(client, 'inbox')
    },
  })
}
