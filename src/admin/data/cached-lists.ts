import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query'
import { createStore, type UseStore } from 'idb-keyval'
import { OFFLINE_NOUNS } from '../../nouns/registries.ts'

/**
 * Allow-list of cached queries that are persisted for a start without a network (RUL-65), by the first part of their
 * key. Never users, the audit log, backups, factors, sessions or invites.
 */
const KEPT = new Set<string>(['account', 'dashboard', 'settings', ...OFFLINE_NOUNS])
/** Keys below an allowed one that must not be persisted. */
const NEVER = new Set(['auth', 'sessions', 'removal', 'waiting', 'waiting-pictures', 'waiting-page'])

const MOST = 300
const MOST_LETTERS = 12_000_000
const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
const PAUSE_MS = 1_000

/** The account that owns the persisted lists. There is one at a time. */
const OWNER = 'owner'
type Kept = { savedAt: number; letters: number; query: string }

export function isKept(key: readonly unknown[]): boolean {
  return KEPT.has(String(key[0])) && !key.some((part) => NEVER.has(String(part)))
}

/**
 * The persisted lists of this browser. `change` runs in one transaction, so that nothing is written after a sign-out.
 */
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

/** Claims the store for an account and deletes the lists of any other account. */
function own(userId: string): Promise<void> {
  return store('readwrite', (table) =>
    withOwner(table, (owner) => {
      if (owner === userId) return
      table.clear()
      table.put(userId, OWNER)
    }),
  )
}

/** Deletes all persisted lists at sign-out. */
export async function forgetLists(): Promise<void> {
  await store('readwrite', (table) => {
    table.clear()
    return settled(table)
  }).catch(() => undefined)
}

/**
 * Persists what this account reads from now on, debounced. Returns `stop`, and `flush`, which resolves once everything
 * read so far is stored.
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
        // The account signed out meanwhile, perhaps in another tab.
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

/** Deletes entries older than 14 days, then the oldest beyond the limits of count and size. */
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

/**
 * Fills queries that failed with the persisted data of this account. The data are marked stale, so that a response of
 * the server replaces them.
 */
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
  // Cancels a running fetch of the query: unmounting its screen would otherwise revert the data set here.
  await client.cancelQueries({ predicate: ({ queryHash, state }) => state.data === undefined && hashes.has(queryHash) })
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
}
