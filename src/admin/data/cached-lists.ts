import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query'
import { createStore, type UseStore } from 'idb-keyval'

/**
 * What of the query cache is kept on this machine for a start without a network (RUL-65): an allow-list by the first part of a
 * key. Never users, the audit log, backups, factors, sessions or invites.
 */
const KEPT = new Set([
  'account',
  'articles',
  'categories',
  'dashboard',
  'events',
  'inbox',
  'links',
  'media',
  'pages',
  'prompts',
  'research',
  'settings',
  'tags',
  'tasks',
])
/** What lies below one of them and is still nobody's but the server's. */
const NEVER = new Set(['auth', 'sessions', 'removal', 'waiting', 'waiting-pictures', 'waiting-page'])

const MOST = 300
const MOST_LETTERS = 12_000_000
const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
const PAUSE_MS = 1_000

/** Of whom the lists are: one account has them at a time. */
const OWNER = 'owner'
type Kept = { savedAt: number; letters: number; query: string }

export function isKept(key: readonly unknown[]): boolean {
  return KEPT.has(String(key[0])) && !key.some((part) => NEVER.has(String(part)))
}

/** The lists this browser keeps; `change` runs in one transaction, so that nothing is written behind a sign-out. */
let opened: UseStore | undefined
const store: UseStore = (mode, use) => (opened ??= createStore('blog-cms-lists', 'lists'))(mode, use)

const settled = (table: IDBObjectStore) =>
  new Promise<void>((resolve, reject) => {
    table.transaction.addEventListener('complete', () => resolve())
    table.transaction.addEventListener('abort', () => reject(table.transaction.error))
  })

function withOwner(table: IDBObjectStore, use: (owner: unknown) => void): Promise<void> {
  const owner = table.get(OWNER)
  owner.addEventListener('success', () => use(owner.result))
  return settled(table)
}

/** Takes the lists over for an account: those of another one go at once. */
function own(userId: string): Promise<void> {
  return store('readwrite', (table) =>
    withOwner(table, (owner) => {
      if (owner === userId) return
      table.clear()
      table.put(userId, OWNER)
    }),
  )
}

/** Nobody is signed in any more: nothing stays. */
export async function forgetLists(): Promise<void> {
  await store('readwrite', (table) => {
    table.clear()
    return settled(table)
  }).catch(() => undefined)
}

/**
 * Keeps what is read from now on for this account, a moment later. Gives the way to stop, and the way to write at once, which
 * is through when what was read until then lies on this machine.
 */
export async function keepLists(client: QueryClient, userId: string) {
  await own(userId)
  const due = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const now = Date.now()
    const kept = [...due].flatMap(([hash, query]): [string, Kept][] => {
      const [dehydrated] = dehydrate(client, { shouldDehydrateQuery: (one) => one === query }).queries
      if (!dehydrated) return []
      const text = JSON.stringify(dehydrated)
      return [[hash, { savedAt: now, letters: text.length, query: text }]]
    })
    due.clear()
    await store('readwrite', (table) =>
      withOwner(table, (owner) => {
        // Signed out meanwhile, perhaps in another tab.
        if (owner !== userId) return
        for (const [hash, entry] of kept) table.put(entry, `query:${hash}`)
        thinOut(table, now)
      }),
    ).catch(() => undefined)
  }
  const note = (query: Query) => {
    if (query.state.status !== 'success' || !isKept(query.queryKey)) return
    due.set(query.queryHash, query)
    timer ??= setTimeout(() => void write(), PAUSE_MS)
  }
  for (const query of client.getQueryCache().getAll()) note(query)
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  return {
    write,
    stop: () => {
      clearTimeout(timer)
      stop()
    },
  }
}

/** The oldest go where there are too many, or too much; what is older than 14 days in any case. */
function thinOut(table: IDBObjectStore, now: number): void {
  const all: { key: IDBValidKey; savedAt: number; letters: number }[] = []
  const walk = table.openCursor()
  walk.addEventListener('success', () => {
    const cursor = walk.result
    if (cursor) {
      if (cursor.key !== OWNER) all.push({ key: cursor.key, ...(cursor.value as Kept) })
      return cursor.continue()
    }
    let letters = 0
    for (const [place, entry] of all.toSorted((a, b) => b.savedAt - a.savedAt).entries()) {
      letters += entry.letters
      if (place >= MOST || letters > MOST_LETTERS || now - entry.savedAt > FOURTEEN_DAYS_MS) table.delete(entry.key)
    }
  })
}

/** Puts what is kept for this account under what could not be read; it counts as old, so that the server's word replaces it. */
export async function bringBackLists(client: QueryClient, userId: string): Promise<void> {
  const found: Kept[] = []
  await store('readonly', (table) =>
    withOwner(table, (owner) => {
      if (owner !== userId) return
      const all = table.getAll() as IDBRequest<(Kept | string)[]>
      all.addEventListener('success', () => {
        for (const entry of all.result) if (typeof entry === 'object') found.push(entry)
      })
    }),
  )
  const queries = found
    .filter(({ savedAt }) => Date.now() - savedAt <= FOURTEEN_DAYS_MS)
    .map(({ query }) => JSON.parse(query) as DehydratedState['queries'][number])
  const hashes = new Set(queries.map(({ queryHash }) => queryHash))
  // A screen that is left while it still tries to read would take back what was put under it with the reading.
  await client.cancelQueries({ predicate: ({ queryHash, state }) => state.data === undefined && hashes.has(queryHash) })
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
}
