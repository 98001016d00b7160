import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fillArchive } from '../src/demo/seed/bulk.ts'
import { fillNames } from '../src/demo/seed/articles.ts'
import { tidyUp } from '../src/demo/seed/own-data.ts'
import { openDatabase, type Db } from '../src/server/platform/db/db.ts'
import { hasOrders, orderMissed } from '../src/server/writing/reader-index/reader-index.service.ts'
import { toCursor } from '../src/server/platform/db/keyset.ts'
import { inTransaction } from '../src/server/platform/db/transaction.ts'
import { createKit } from '../src/demo/builders/kit.ts'
import { registerOwner, type Account } from '../tests/support/e2e.ts'
import { freePort } from '../tests/support/free-port.ts'
import { createDatabase } from '../tests/support/postgres.ts'
import { restAs, type Rest } from '../tests/support/rest.ts'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'

export type ListFigure = {
  name: string
  /** Number of articles in the responses of the small and of the large blog. */
  items: [number, number]
  /** Milliseconds from request to complete response, medians; the two blogs alternately. */
  small: number
  large: number
}

/**
 * A word that occurs in this many titles of either blog, and another in this many texts, so that responses have the
 * same size.
 */
const PLANTED = 60

export type ListBlog = {
  account: Account
  articles: number
  server: ServerProcess
  rest: Rest
  requests: Map<string, string>
  /** Another process on the same blog and address, without any requests before; `watched` reports its event loop. */
  restart: (options?: { watched?: boolean }) => Promise<void>
  /** Writes many rows while the server is stopped. */
  fill: (work: (db: Db) => Promise<void>) => Promise<void>
  /** Its database, beside the server: for reading. */
  withDb: (work: (db: Db) => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

/** A server with a blog of this many articles, and the requests to measure. */
export async function startListBlog(adminUrl: string | undefined, articles: number): Promise<ListBlog> {
  const database = adminUrl ? await createDatabase(adminUrl) : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-bench-'))
  const port = await freePort()
  const location = { DATABASE_URL: database?.url, dataDir }
  // Waiting for the disk on hundreds of thousands of commits would take longer than all measurements, so filling is
  // asynchronous.
  const waitForDisk = async (waits: boolean) => {
    if (!database) return
    const beside = await openDatabase(location)
    const name = sql.id(new URL(database.url).pathname.slice(1))
    await sql`alter database ${name} set synchronous_commit = ${sql.raw(waits ? 'on' : 'off')}`.execute(beside)
    await beside.destroy()
  }
  await waitForDisk(false)
  const startOne = async (watched = false) =>
    startServer({ databaseUrl: database?.url, dataDir, port, env: UNLIMITED, watched })
  let server = await startOne()
  const account = await registerOwner(server.url)
  const rest = await restAs(server.url, account)
  const { id: author } = await rest.send<{ id: string }>('GET', '/api/account')
  // SQLite has one writer, and no queue between processes: filling beside a server would end in `database is locked`.
  await server.stop()
  const db = await openDatabase(location)
  try {
    const kit = createKit({ now: new Date() })
    const names = await inTransaction(db, (tx) => fillNames(tx, kit))
    await fillArchive(db, kit, { count: articles, names, authors: [author], tell: () => {} })
    await tidyUp(db)
    await orderMissed(db)
    server = await startOne()
    // The first one closes the connections that the former process has left.
    await fetch(`${server.url}/healthz`).catch(() => undefined)
    await plant(db, rest, articles)
    // The readers' search index is built in the background; nothing is measured until that is done.
    while (await hasOrders(db)) await sleep(250)
    const blog: ListBlog = {
      articles,
      account,
      server,
      rest,
      restart: async ({ watched } = {}) => {
        await blog.server.stop()
        blog.server = await startOne(watched)
      },
      requests: await requestsOf(db, {
        articles,
        author,
        category: [...names.categories.values()][0],
        tag: [...names.tags.values()][0],
      }),
      fill: async (work) => {
        await blog.server.stop()
        const beside = await openDatabase(location)
        try {
          await work(beside)
        } finally {
          await beside.destroy()
        }
        blog.server = await startOne()
      },
      withDb: async (work) => {
        const beside = await openDatabase(location)
        try {
          await work(beside)
        } finally {
          await beside.destroy()
        }
      },
      stop: async () => {
        await blog.server.stop()
        await database?.drop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
    await waitForDisk(true)
    if (adminUrl) {
      // The role of the blog may not.
      const admin = await openDatabase({ DATABASE_URL: adminUrl, dataDir })
      await sql`checkpoint`.execute(admin)
      await admin.destroy()
      // Open connections keep their settings.
      await blog.restart()
    }
    return blog
  } finally {
    await db.destroy()
  }
}

/** Puts the words into articles spread evenly over the blog. */
async function plant(db: Db, rest: Rest, articles: number): Promise<void> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'title', 'version', 'content_markdown'])
    .orderBy('id')
    .execute()
  for (let index = 0; index < PLANTED; index++) {
    const row = rows[Math.floor(((index + 0.5) * articles) / PLANTED)]
    if (!row) continue
    const even = index % 2 === 0
    await rest.send('PATCH', `/api/articles/${row.id}`, {
      version: row.version,
      title: `${row.title} mit Messlatte`,
      ...(even && { content_markdown: `${row.content_markdown}\n\nUnd der Prüfstein.` }),
    })
  }
}

async function requestsOf(
  db: Db,
  {
    articles,
    author,
    category,
    tag,
  }: { articles: number; author: string; category: string | undefined; tag: string | undefined },
): Promise<Map<string, string>> {
  const far = await db
    .selectFrom('articles')
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(Math.floor(articles * 0.9))
    .limit(1)
    .executeTakeFirstOrThrow()
  return new Map(
    Object.entries({
      'first page': '',
      'by last change': 'sort=updated',
      'by date': 'sort=date',
      'by title': 'sort=title',
      'far down (after 90 %)': `cursor=${toCursor({ at: far.created_at, id: far.id })}`,
      drafts: 'status=draft',
      'of a category': `category_id=${category}`,
      'of a tag': `tag_id=${tag}`,
      'of an author': `author_id=${author}`,
      'of a category and a tag, by title': `category_id=${category}&tag_id=${tag}&sort=title`,
      'search, a word in 60 titles': 'q=Messlatte',
      'the same by title': 'q=Messlatte&sort=title',
      'search, a word in many': 'q=ein',
      'search, a word in some': 'q=Schreibtisch',
      'search, a word in none': 'q=Nachtigallengesang',
      'search, another form of a word in 60 titles': 'q=Messlatten',
      'search, two words the other way round, in 60 titles': 'q=messlatte+mit',
      'search, two words in many': 'q=ein+der',
      'search, two characters': 'q=er',
      'search, two characters in none': 'q=qx',
    }).map(([name, query]) => [name, `/api/articles?${query}`]),
  )
    .set('hits in texts, a word in 30', '/api/articles/text-hits?q=Pr%C3%BCfstein')
    .set('hits in texts, another form of a word in 30', '/api/articles/text-hits?q=Pruefsteinen')
    .set('hits in texts, two words, in 30', '/api/articles/text-hits?q=Pr%C3%BCfstein+und')
    .set('hits in texts, a word in many', '/api/articles/text-hits?q=und')
    .set('hits in texts, a word in none', '/api/articles/text-hits?q=Nachtigallengesang')
}

/**
 * Sends the same requests to both blogs alternately. If the small one returns fewer articles, the large one is also
 * asked for that number, since a longer response takes longer however it was found.
 */
export async function measureLists(small: ListBlog, large: ListBlog, rounds: number): Promise<ListFigure[]> {
  const figures: ListFigure[] = []
  for (const [name, smallPath] of small.requests) {
    const largePath = large.requests.get(name) ?? ''
    const figure = await measureList(small, large, { name, smallPath, largePath, rounds })
    figures.push(figure)
    const [few, many] = figure.items
    if (few === 0 || few === many) continue
    const paths = { smallPath: `${smallPath}&limit=${few}`, largePath: `${largePath}&limit=${few}` }
    figures.push(await measureList(small, large, { name: `the same, ${few} of them`, ...paths, rounds }))
  }
  return figures
}

async function measureList(
  small: ListBlog,
  large: ListBlog,
  { name, smallPath, largePath, rounds }: { name: string; smallPath: string; largePath: string; rounds: number },
): Promise<ListFigure> {
  const times = { small: [] as number[], large: [] as number[] }
  let items: [number, number] = [0, 0]
  for (let round = -2; round < rounds; round++) {
    const [first, few] = await timed(small, smallPath)
    const [second, many] = await timed(large, largePath)
    items = [few.items.length, many.items.length]
    // The first two rounds warm up the statement and the pages.
    if (round < 0) continue
    times.small.push(first)
    times.large.push(second)
  }
  return { name, items, small: median(times.small), large: median(times.large) }
}

async function timed({ rest }: ListBlog, path: string): Promise<[number, { items: unknown[] }]> {
  const started = performance.now()
  const answer = await rest.send<{ items: unknown[] }>('GET', path)
  return [performance.now() - started, answer]
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
