// `npm run bench`: every figure beside a baseline of the same run. Prints tables and writes
// bench/results/<time>.{json,md}. Options follow `--`:
//
// - `--quick` only checks that everything can be measured.
// - `--database postgres` uses PostgreSQL.
// - `--only http,typing` selects parts: http, strangers, start, screens, usable, typing, lists, scroll, search,
//   desk-search, uncached, kept, crawl, lighthouse, load, import, board, month, newsletter, together,
//   talk (pages with newsletter and comments).
// - `--rows "feed,landing"` selects rows of http, with `--rounds 5` of `--seconds 5` each.
// - `--hold COMMAND` is for shared machines: the command runs around each measurement, without its preparation. It
//   prints a line when the machine is free and releases it when its input ends.
// - `--figures` writes the tables into bench/figures.md.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '../tests/support/postgres.ts'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'
import { measureBoard } from './board.ts'
import { fillBlog, type Blog } from './blog.ts'
import { measureCrawls } from './crawl.ts'
import { measureHttp, requests } from './http.ts'
import { measureImport } from './import.ts'
import { measureKept } from './cached.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureDeskSearch, measurePalette } from './desk-search.ts'
import { measureLists, startListBlog, type ListBlog } from './lists.ts'
import { generator } from './load.ts'
import { tables, type Report } from './report.ts'
import { measureMonth } from './month.ts'
import { callerOf, measureNewsletter } from './newsletter.ts'
import { measurePeople } from './people.ts'
import { measureScreens } from './screens.ts'
import { measureSearch } from './search.ts'
import { measureScroll } from './scroll.ts'
import { measureStart } from './start.ts'
import { measureStrangers } from './strangers.ts'
import { letTalk, TALKING } from './talk.ts'
import { measureTogether } from './together.ts'
import { measureTyping } from './typing.ts'
import { measureUncached } from './uncached.ts'
import { measureUsable } from './usable.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    database: { type: 'string', default: 'sqlite' },
    figures: { type: 'boolean', default: false },
    /** Duration of load, import, and each round of an http row. */
    seconds: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '' },
    hold: { type: 'string' },
    only: {
      type: 'string',
      default:
        'http,strangers,start,screens,usable,typing,lists,scroll,search,desk-search,uncached,kept,crawl,lighthouse,load,import,board,month,newsletter,together,talk',
    },
  },
})
if (!['sqlite', 'postgres'].includes(options.database)) throw new Error('--database is sqlite or postgres')
const parts = options.only.split(',')
const { quick } = options
const pace = quick
  ? { rounds: 1, seconds: 1 }
  : { rounds: Number(options.rounds), seconds: Number(options.seconds ?? 5) }
/** Articles of the blog of a quick run. */
const FEW = 100

// Commits are durable (fsync), since this is a measurement and not a test.
const cluster = options.database === 'postgres' ? await startPostgres({ fsync: true }) : undefined
const report: Report = {
  at: new Date().toISOString(),
  commit: commit(),
  machine: {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
  },
  database: cluster ? 'PostgreSQL' : 'SQLite',
  generator,
  quick,
  http: [],
  strangers: [],
  start: null,
  screens: [],
  usable: [],
  swapped: [],
  typing: [],
  together: null,
  lists: [],
  search: [],
  deskSearch: [],
  palette: [],
  uncached: [],
  kept: [],
  crawl: [],
  lighthouse: [],
  scroll: null,
  board: [],
  month: null,
  people: null,
  moving: null,
  newsletter: null,
}

let fault: unknown
try {
  if (parts.includes('start')) {
    console.log('Cold start and memory …')
    report.start = await alone(() => measureStart(cluster?.url, quick ? 1 : 9, quick ? 0 : 30))
  }
  if (parts.includes('strangers')) {
    console.log('Strangers …')
    const database = cluster ? await createDatabase(cluster.url) : undefined
    try {
      report.strangers = await alone(() => measureStrangers(database?.url, quick ? 1 : 5, quick))
    } finally {
      await database?.drop()
    }
  }
  if (parts.includes('usable')) {
    console.log('Until screens are usable …')
    report.usable = await alone(() => measureUsable(quick))
    report.swapped = await alone(() => measureUsable(quick, 'from screen to screen'))
  }
  if (parts.includes('board')) {
    console.log('Dragging on the board …')
    report.board = await onDatabase((url) => measureBoard(url, quick))
  }
  if (parts.includes('month')) {
    console.log('A full month and an empty one …')
    report.month = await onDatabase((url) => measureMonth(url, quick))
  }
  if (parts.includes('newsletter')) {
    console.log('Subscribing, and an issue on its way …')
    const size = quick ? { each: 3, recipients: 50, seconds: 1 } : { each: 200, recipients: 10_000, seconds: 60 }
    report.newsletter = await onDatabase((url) => measureNewsletter(url, size))
  }
  // Filling a large blog takes longer than measuring it, so parts of the same size share one.
  const blogs = new Map<number, Promise<ListBlog>>()
  const blogOf = async (articles: number): Promise<ListBlog> => {
    const count = quick ? FEW : articles
    const started = blogs.get(count) ?? startListBlog(cluster?.url, count)
    blogs.set(count, started)
    return started
  }
  try {
    if (parts.includes('lists')) {
      console.log('Article list at scale …')
      const [large, small] = [await blogOf(100_000), await blogOf(1_000)]
      report.lists = await alone(() => measureLists(small, large, quick ? 1 : 25))
    }
    if (parts.includes('scroll')) {
      console.log('Scrolling the list …')
      const large = await blogOf(100_000)
      report.scroll = await alone(() => measureScroll(large))
    }
    if (parts.includes('search')) {
      console.log('Search of readers at scale …')
      const large = await blogOf(100_000)
      report.search = await alone(() => measureSearch(large, quick ? 1 : 60))
    }
    if (parts.includes('desk-search')) {
      console.log('Search over everything …')
      const blog = await blogOf(10_000)
      report.deskSearch = await alone(() => measureDeskSearch(blog, quick))
      report.palette = await alone(() => measurePalette(blog, quick))
    }
    // Before long texts are added, which would fill the feeds.
    if (parts.includes('crawl')) {
      console.log('Every public address once …')
      const [large, small] = [await blogOf(100_000), await blogOf(1_000)]
      report.crawl = await alone(() => measureCrawls(small, large))
    }
    if (parts.includes('uncached')) {
      console.log('First readings at scale …')
      const [large, small] = [await blogOf(100_000), await blogOf(1_000)]
      report.uncached = await alone(() =>
        measureUncached(small, large, quick ? { pages: 1, turns: 1 } : { pages: 40, turns: 3 }),
      )
    }
    if (parts.includes('kept')) {
      console.log('What one change leaves of the cache …')
      const blog = await blogOf(10_000)
      report.kept = await alone(() => measureKept(blog, quick))
    }
  } finally {
    for (const blog of blogs.values()) await (await blog).stop()
  }
  // Half a minute per page is too long for a quick run.
  if (parts.includes('lighthouse') && !quick) {
    console.log('Lighthouse …')
    report.lighthouse = await alone(() => measureLighthouse(5))
  }
  if (parts.includes('screens') || parts.includes('typing'))
    await onBlog(async (server, blog) => {
      if (parts.includes('screens')) {
        console.log('First screens …')
        report.screens = await alone(() => measureScreens(server, blog, quick))
      }
      if (parts.includes('typing')) {
        console.log('Typing …')
        report.typing = await alone(() => measureTyping(server, blog, quick))
      }
    })
  if (parts.includes('together'))
    await onBlog(async (server, blog) => {
      console.log('Several editors of one article …')
      report.together = await alone(() => measureTogether(server, blog, quick))
    })
  if (parts.includes('load'))
    await onBlog(async (server, blog) => {
      const seconds = options.seconds === undefined ? (quick ? 5 : 300) : Number(options.seconds)
      console.log(`200 readers and 20 editors for ${seconds} s …`)
      report.people = await alone(() => measurePeople(server, blog, seconds))
    })
  if (parts.includes('import'))
    await onBlog(async (server, blog) => {
      const size = quick
        ? { count: 100, seconds: 3 }
        : { count: 10_000, seconds: options.seconds === undefined ? 180 : Number(options.seconds) }
      console.log(`An import of ${size.count} posts beside 50 readers and 20 editors …`)
      report.moving = await alone(() => measureImport(server, blog, size))
    })
  // By a process of its own: memory left by half an hour of typing would distort the cost of a request.
  if (parts.includes('http'))
    await onBlog(async (_server, blog, another) => {
      const wanted = options.rows.toLowerCase().split(',')
      const named = requests(blog).filter(({ name }) => wanted.some((words) => name.toLowerCase().includes(words)))
      for (const one of quick ? named.slice(-1) : named) {
        console.log(`${one.name} …`)
        report.http.push(await alone(() => measureHttp(another, blog, one, pace)))
      }
    })
  if (parts.includes('talk'))
    await onBlog(async (server, blog, another) => {
      console.log('Article page with comments and newsletter …')
      await letTalk(server.url, callerOf(server, blog), { slug: blog.slug, count: 50 })
      for (const one of requests(blog).slice(0, 2)) {
        const name = one.name.replace('page', 'page, 50 comments')
        report.http.push(await alone(() => measureHttp(another, blog, { ...one, name }, pace)))
      }
    }, TALKING)
} catch (error) {
  // An error must not lose half an hour of earlier measurements.
  fault = error
} finally {
  await cluster?.stop()
}

if (options.figures && quick) throw new Error('A quick run measures nothing that belongs into the documents.')
const text = tables(report)
const folder = join(import.meta.dirname, 'results')
const file = join(folder, `${report.at.replaceAll(':', '-').slice(0, 19)}-${options.database}`)
mkdirSync(folder, { recursive: true })
writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`)
writeFileSync(`${file}.md`, text)
if (options.figures && !fault) {
  const figures = join(import.meta.dirname, 'figures.md')
  const marked = /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/
  writeFileSync(
    figures,
    readFileSync(figures, 'utf8').replace(marked, (_all, from, to) => `${from}\n${text}\n${to}`),
  )
}
console.log(`\n${text}\n${file}.json`)
if (fault) throw fault

/** Measures with a database of its own. */
async function onDatabase<T>(measure: (url: string | undefined) => Promise<T>): Promise<T> {
  const database = cluster ? await createDatabase(cluster.url) : undefined
  try {
    return await measure(database?.url)
  } finally {
    await database?.drop()
  }
}

/**
 * Measures on a server of its own with a blog of typical team size. `another` replaces the process, at the same address
 * and with the same blog.
 */
async function onBlog(
  measure: (server: ServerProcess, blog: Blog, another: () => Promise<ServerProcess>) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const database = cluster ? await createDatabase(cluster.url) : undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-bench-'))
  const start = async (port?: number) =>
    startServer({ databaseUrl: database?.url, dataDir, port, env: { ...UNLIMITED, ...more } })
  let server = await start()
  const another = async () => {
    await server.stop()
    return (server = await start(server.port))
  }
  try {
    await measure(server, await fillBlog(server, quick ? 12 : 60), another)
  } finally {
    await server.stop()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures while the command of `--hold` reserves the machine. */
async function alone<T>(measure: () => Promise<T>): Promise<T> {
  if (!options.hold) return measure()
  const holder = spawn(options.hold, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`${options.hold} ended without a word`))),
  ])
  try {
    return await measure()
  } finally {
    holder.stdin.end()
    await ended
  }
}

/** The measured commit; null without version control. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
