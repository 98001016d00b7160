/*
 * The worker of the admin app (RUL-65). It has to do with three things: pages of the admin app, built files, and what is shared.
 * Nothing else ever passes through it, no answer of the API either, so that it cannot keep anything of any account.
 */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetched = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Told = Extendable & { data: { list: string } }
type Listen = {
  (type: 'install' | 'activate', listener: (event: Extendable) => void): void
  (type: 'fetch', listener: (event: Fetched) => void): void
  (type: 'message', listener: (event: Told) => void): void
}
const scope = globalThis as unknown as {
  addEventListener: Listen
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

const CODE = 'blog-cms-code'
const SHELL = 'blog-cms-shell'
/** The page is the same at every address of the app. */
const PAGE = '/admin'
const PATIENCE_MS = 8_000
/** What stands before a server whose process is away. */
const AWAY = new Set([502, 503, 504])
const MOST_PICTURES = 20
/** Any website can send a share, and none may fill this machine: shares kept, and bytes of their pictures together. */
const MOST_SHARED = 20
const MOST_BYTES = 200 * 1024 * 1024

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === '/admin/share') event.respondWith(takeShared(request))
  if (request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(builtFile(request))
  else if (request.mode === 'navigate' && (pathname === PAGE || pathname.startsWith(`${PAGE}/`)))
    event.respondWith(page(request))
})

/** The page knows the list of its code and has fetched all of it: from now on it opens without a network. */
scope.addEventListener('message', (event) => event.waitUntil(takeOver(event.data.list)))

/** From the server, else the last page whose code is all here. */
async function page(request: Request): Promise<Response> {
  const kept = () => caches.match(PAGE, { cacheName: SHELL })
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return (AWAY.has(answer.status) && (await kept())) || answer
  } catch (error) {
    const answer = await kept()
    if (!answer) throw error
    return answer
  }
}

/** Names carry hashes: what is here is what would come. */
async function builtFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CODE })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) {
    const copy = answer.clone()
    await caches
      .open(CODE)
      .then((cache) => cache.put(request, copy))
      // A full disk is no reason to show nothing.
      .catch(() => undefined)
  }
  return answer
}

/** Lays the page beside its code once that is complete, then lets the code of former builds go. */
async function takeOver(list: string): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' })
  if (answer.status !== 200 || !(await answer.clone().text()).includes(`content="${list}"`)) return
  const files = (await (await builtFile(new Request(list))).json()) as string[]
  const cache = await caches.open(CODE)
  await Promise.all(files.map((file) => builtFile(new Request(file))))
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  if (!files.every((file) => here.has(file))) return
  await (await caches.open(SHELL)).put(PAGE, answer)
  const current = new Set([...files, list])
  for (const file of here) if (/\.(?:js|css|json)$/.test(file) && !current.has(file)) await cache.delete(file)
}

/**
 * Keeps what is shared on this machine and opens the inbox, which shows it. Any website can send a form here: nothing of it goes to
 * the server before somebody says so.
 */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const words = (name: string) => String(form.get(name) ?? '').slice(0, 20_000)
  const pictures = form.getAll('images').filter((part) => typeof part !== 'string')
  const savedAt = new Date().toISOString()
  const shared = { title: words('title'), text: words('text'), url: words('url'), pictures, savedAt }
  const key = crypto.randomUUID()
  // The inbox says what it does not find.
  await keep(key, shared).catch(() => undefined)
  return Response.redirect(`/admin/inbox?geteilt=${key}`, 303)
}

type Waiting = { userId?: string; savedAt: string; pictures: readonly Blob[] }

const bytesOf = (pictures: readonly Blob[]) => pictures.reduce((sum, { size }) => sum + size, 0)

/** The first pictures that fit into these bytes, and the number of the others. */
function fitting(pictures: readonly Blob[], room: number): { pictures: Blob[]; missing: number } {
  const kept: Blob[] = []
  for (const picture of pictures)
    if (kept.length < MOST_PICTURES && bytesOf(kept) + picture.size <= room) kept.push(picture)
  return { pictures: kept, missing: pictures.length - kept.length }
}

/**
 * Keeps a share. Where too many or too large ones are kept, the oldest that no account has seen go; where accounts have seen the
 * others, the new one lacks the pictures that have no room, or is not kept. Rejects when the disk is full.
 */
async function keep(key: string, shared: Waiting): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('blog-cms-shared')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('shared'))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const work = opening.result.transaction('shared', 'readwrite')
      const store = work.objectStore('shared')
      const unseen: { key: IDBValidKey; savedAt: string; bytes: number }[] = []
      let count = 0
      let bytes = 0
      const walk = store.openCursor()
      walk.addEventListener('success', () => {
        const cursor = walk.result
        if (cursor) {
          const { userId, savedAt, pictures } = cursor.value as Waiting
          const held = bytesOf(pictures)
          count += 1
          bytes += held
          if (userId === undefined) unseen.push({ key: cursor.key, savedAt, bytes: held })
          return cursor.continue()
        }
        const wanted = Math.min(bytesOf(shared.pictures), MOST_BYTES)
        for (const oldest of unseen.toSorted((a, b) => a.savedAt.localeCompare(b.savedAt))) {
          const isFull = count >= MOST_SHARED
          if (!isFull && (bytes + wanted <= MOST_BYTES || oldest.bytes === 0)) continue
          store.delete(oldest.key)
          count -= 1
          bytes -= oldest.bytes
        }
        if (count < MOST_SHARED) store.put({ ...shared, ...fitting(shared.pictures, MOST_BYTES - bytes) }, key)
      })
      work.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
      work.addEventListener('abort', () => reject(work.error))
    })
  })
}
