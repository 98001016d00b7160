import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { seedDemoBlog } from '../tests/support/demo-blog.ts'
import { freePort } from '../tests/support/free-port.ts'
import { restAs } from '../tests/support/rest.ts'
import { startServer } from '../tests/support/server-process.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'
import { letTalk, TALKING } from './talk.ts'

/** The categories of Lighthouse, in the order of its report. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Comments of the article that is measured once more with the forms of comments and newsletter. */
const COMMENTS = 50

export type LighthouseFigure = {
  name: string
  path: string
  runs: number
  /** Scores out of 100, in the order of `CATEGORIES`; medians of the runs. */
  scores: number[]
  /** Weighted audits that failed in at least one run. */
  failed: string[]
  /** Layout shift, maximum of the runs. */
  shift: number
  /** Milliseconds, medians, on the simulated phone and network of the mobile preset. */
  largestPaint: number
  blocked: number
  /** KiB transferred: everything except pictures, the scripts in it, and the pictures. */
  before: number
  script: number
  pictures: number
}

/** Runs Lighthouse with its mobile preset on one page of each type of the demo blog. Empty without Chromium. */
export async function measureLighthouse(runs: number): Promise<LighthouseFigure[]> {
  const executablePath = findChromium()
  if (!executablePath) return []
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-lighthouse-'))
  try {
    const owner = await seedDemoBlog(folder)
    const port = await freePort()
    // Canonical addresses must match the addresses that are read.
    const server = await startServer({
      dataDir: folder,
      port,
      env: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...UNLIMITED, ...TALKING },
    })
    const debugging = await freePort()
    const browser = await chromium.launch({
      executablePath,
      args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${debugging}`],
    })
    try {
      const rest = await restAs(server.url, owner)
      const { items } = await rest.send<{ items: { id: string; slug: string; version: number }[] }>('GET', '/api/pages')
      const privacy = items.find(({ slug }) => slug === 'datenschutz')
      if (!privacy) throw new Error('The demo blog has no Datenschutz')
      await rest.send('PATCH', `/api/pages/${privacy.id}`, { version: privacy.version, status: 'published' })
      const article = await longArticle(server.url)
      const pages = {
        'Landing page': '/',
        Article: article,
        'Category page': '/kategorie/technik',
        Topics: '/themen',
        Search: '/suche?q=garten',
        Datenschutz: '/datenschutz',
      }
      const measure = async (name: string, path: string) => {
        const results: Result[] = []
        for (let run = 0; run < runs; run++) {
          // Measures the compressed response from the cache, as readers get it.
          await untilCompressed(server.url + path)
          results.push(await judge(server.url + path, debugging))
        }
        return summed(name, path, results)
      }
      const figures: LighthouseFigure[] = []
      for (const [name, path] of Object.entries(pages)) figures.push(await measure(name, path))
      await letTalk(server.url, rest.send, { slug: article.replace('/article/', ''), count: COMMENTS })
      figures.push(await measure(`Article, ${COMMENTS} comments`, article))
      return figures
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Requests the page until the cache has its compressed form, from the second response on. Search results are never
 * cached.
 */
async function untilCompressed(url: string): Promise<void> {
  for (let visit = 0; visit < 20; visit++) {
    const answer = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
    await answer.arrayBuffer()
    if (answer.headers.has('content-encoding')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The longest article with code, a table and a picture besides its cover. */
async function longArticle(url: string): Promise<string> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/article\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await (await fetch(url + path)).text() })))
  const [longest] = texts
    .filter(({ text }) => text.includes('<pre') && text.includes('<table') && text.split('<img').length > 2)
    .toSorted((one, other) => other.text.length - one.text.length)
  if (!longest) throw new Error('The demo blog has no article with everything')
  return longest.path
}

/** One run. On a busy machine a trace is occasionally lost, and Lighthouse asks to retry. */
async function judge(url: string, port: number, tries = 3): Promise<Result> {
  const judged = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  const fault = judged ? judged.lhr.runtimeError : { message: 'no answer' }
  if (judged && !fault) return judged.lhr
  if (tries > 1) return judge(url, port, tries - 1)
  throw new Error(`${url}: ${fault?.message}`)
}

function summed(name: string, path: string, results: Result[]): LighthouseFigure {
  const number = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN
  const of = (audit: string) => results.map((result) => number(result, audit))
  // Of the last run: smaller picture sizes are generated after the first visits.
  const last = results.at(-1)
  const failed = results.flatMap(({ categories, audits }) =>
    Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  const sent = (last?.audits['network-requests']?.details as { items?: Sent[] } | undefined)?.items ?? []
  const kib = (counted: Sent[]) => counted.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024
  return {
    name,
    path,
    runs: results.length,
    scores: CATEGORIES.map((category) =>
      Math.round(100 * median(results.map(({ categories }) => categories[category]?.score ?? Number.NaN))),
    ),
    failed: [...new Set(failed)],
    shift: Math.max(...of('cumulative-layout-shift')),
    largestPaint: median(of('largest-contentful-paint')),
    blocked: median(of('total-blocking-time')),
    before: kib(sent.filter(({ resourceType }) => resourceType !== 'Image')),
    script: kib(sent.filter(({ resourceType }) => resourceType === 'Script')),
    pictures: kib(sent.filter(({ resourceType }) => resourceType === 'Image')),
  }
}

type Sent = { resourceType: string; transferSize: number }

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
