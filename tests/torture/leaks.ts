import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startS3Peer } from '../support/s3-peer.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { type Db, openDatabase } from '../../src/server/platform/db/db.ts'
import { Secrets } from './leaks/secrets.ts'
import { Desk } from './leaks/desk.ts'
import { Crawler } from './leaks/crawler.ts'
import { staysQuiet } from './leaks/quiet.ts'
import { seededRandom } from './random.ts'

export type LeakOptions = {
  /** Changes of articles, pages, names, pictures, links and of the blog's visibility. */
  changes: number
  seed: number
  /** PostgreSQL runs with two instances; both are written to and read from. */
  database: 'sqlite' | 'postgres'
  say?: (line: string) => void
}

export type LeakReport = {
  changes: number
  answers: number
  addresses: number
  /** Public words, pictures and cards in responses. */
  seen: number
  pictures: number
  cards: number
  /** Responses with 304. */
  unchanged: number
}

const CRAWLERS = 4
/** Number of responses per change. */
const ANSWERS = 10
/**
 * Number of changes between two pauses, in which the counts shown to readers are compared, and non-public data are
 * changed.
 */
const REST = 200
const SITE = 'Leckprobe'

/**
 * Crawls the whole public side anonymously while articles, pages, names, pictures and secret links change their state
 * at random. Every title, text, excerpt, slug, name and caption contains a unique word, every picture has a unique
 * colour, every card is rendered again. A response may contain one only if it was public at some moment between request
 * and response, on any instance (ADR 47), or belongs to the link in its address. Throws at the first violation.
 */
export async function leakRounds(options: LeakOptions): Promise<LeakReport> {
  const random = seededRandom(options.seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-leaks-'))
  const cluster = options.database === 'postgres' ? await startPostgres() : undefined
  const database = cluster && (await createDatabase(cluster.url))
  // Two instances share their media.
  const peer = cluster && (await startS3Peer())
  const env = { LOG_LEVEL: 'error', AUTH_RATE_LIMIT_PREVIEW: 'off', ...peer?.env }
  const start = () => startServer({ dataDir, databaseUrl: database?.url, env })
  const servers: ServerProcess[] = []
  const end = new AbortController()
  let db: Db | undefined
  try {
    servers.push(await start())
    if (cluster) servers.push(await start())
    const token = await register(servers[0]!)
    const calls: Call[] = servers.map(({ url }) => callAs(url, token))
    db = await openDatabase({ DATABASE_URL: database?.url, dataDir })
    const secrets = new Secrets(random)
    const urls = servers.map(({ url }) => url)
    const crawler = new Crawler({ urls, secrets, random, site: SITE })
    const desk = new Desk({ calls, db, secrets, random, found: (path) => crawler.add(path) })
    await desk.open(SITE)
    const crawling = Promise.all(Array.from({ length: CRAWLERS }, () => crawler.crawl(end.signal)))
    crawling.catch(() => {
      end.abort()
      crawler.allow(1)
    })
    for (let change = 1; change <= options.changes && !end.signal.aborted; change++) {
      await desk.change()
      crawler.allow(ANSWERS)
      if (change % REST === 0 && change < options.changes) {
        await desk.reopen()
        await counts(servers, desk)
        await staysQuiet(urls, desk)
        options.say?.(`${change} changes, ${crawler.answers} answers of ${crawler.addresses} addresses`)
      }
    }
    end.abort()
    crawler.allow(1)
    await crawling
    await desk.reopen()
    await counts(servers, desk)
    await staysQuiet(urls, desk)
    await crawler.walk()
    for (const server of servers) await server.stop()
    const { answers, addresses, pictures, cards, unchanged } = crawler
    return { changes: options.changes, answers, addresses, seen: secrets.seen, pictures, cards, unchanged }
  } catch (error) {
    end.abort()
    throw new Error(`seed ${options.seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    await db?.destroy()
    for (const server of servers) await server.kill()
    await peer?.stop()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Public counts: articles in the sitemap and the archive, pages in the footer. */
async function counts(servers: readonly ServerProcess[], desk: Desk): Promise<void> {
  for (const { url } of servers) {
    const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
    const archive = await (await fetch(`${url}/archiv`)).text()
    const listed = sitemap.match(/<loc>[^<]*\/article\//g)?.length ?? 0
    const counted = Number(/([\d.]+) Artikel/.exec(archive)?.[1]?.replaceAll('.', '') ?? 0)
    const found = `${listed} in the sitemap, ${counted} in the archive`
    const wanted = `${desk.listedArticles} in the sitemap, ${desk.publicArticles} in the archive`
    if (found !== wanted) throw new Error(`${url}: ${found} instead of ${wanted}`)
  }
}

async function register(server: ServerProcess): Promise<string> {
  const account = { email: 'inhaberin@redaktion.example', password: 'ein langes Passwort' }
  const { status, body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
  if (status !== 200) throw new Error(`sign-up: ${status}`)
  return body.access_token
}
