import type { QueryClient } from '@tanstack/react-query'
import type { InboxItem } from '../../../contract/inbox.ts'
import type { UploadedMedia } from '../../../contract/media.ts'
import type { Api } from '../api.ts'
import { keepRead } from '../persisted-reads.ts'
import { inboxListQuery, showArrived } from '../inbox.ts'
import type { OutboxSnapshot, Sender, Waiting } from '../outbox.ts'
import { boardQuery, showMoved } from '../tasks.ts'
import type { Upload } from '../uploads.ts'
import { createSender } from './sender.ts'
import { browserOutbox } from './store.ts'

/** Timeout of one action. It is sent again under its id. */
const PATIENCE_MS = 30_000

/** Timeout of the refetch that shows delivered actions. */
const LIST_PATIENCE_MS = 5_000

type Parts = {
  api: Api
  upload: Upload
  queries: QueryClient
  ask: () => Promise<boolean>
  lost: () => boolean
}

/** The storing and sending part of the outbox, in a browser. */
export function openSender(parts: Parts, show: (next: OutboxSnapshot) => void): Sender {
  return createSender({
    store: browserOutbox(),
    ask: parts.ask,
    lost: parts.lost,
    show,
    send: (deed) => send(deed, parts),
    onArrived: async (deed, answer) => {
      const shown = showInLists(deed, answer, parts).then(() => keepRead(parts.queries))
      // A list that does not load must not block the next actions.
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LIST_PATIENCE_MS))])
    },
  })
}

/** Unmounted lists are fetched too, since their persisted copies lack the delivered record. */
async function showInLists(deed: Waiting, answer: unknown, { api, queries }: Parts): Promise<void> {
  if (deed.kind === 'capture') {
    await showArrived(queries, answer as InboxItem)
    await queries.prefetchInfiniteQuery({ ...inboxListQuery(api, undefined), staleTime: Number.POSITIVE_INFINITY })
  } else {
    await showMoved(queries, deed.input)
    await queries.prefetchQuery({ ...boardQuery(api), staleTime: Number.POSITIVE_INFINITY })
  }
}

async function send(deed: Waiting, { api, upload }: Parts): Promise<unknown> {
  const call = { context: { userId: deed.userId, timeoutMs: PATIENCE_MS } }
  if (deed.kind === 'move') return api.tasks.move({ ...deed.input, move_id: deed.id }, call)
  const { title, url, note, allow_duplicate } = deed.input
  const names: string[] = []
  for (const { file } of deed.pictures ?? []) {
    const query = new URLSearchParams({ filename: file.name, duplicate: 'offer' })
    const headers = { 'content-type': file.type || 'application/octet-stream' }
    names.push((await upload<UploadedMedia>(`/api/media?${query}`, file, { headers })).filename)
  }
  const pictures = names.length > 0 ? `Bilder in der Mediathek: ${names.join(', ')}` : null
  const words = {
    title,
    ...(url !== undefined && { url }),
    note: [note, pictures].filter(Boolean).join('\n\n') || null,
  }
  const item = await api.inbox.create({ id: deed.id, ...words, allow_duplicate: allow_duplicate ?? false }, call)
  // The entry was delivered before its author changed it here.
  return item.title === title || item.title_pending || item.url === title
    ? item
    : api.inbox.update({ id: item.id, title }, call)
}
