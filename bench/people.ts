import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../tests/support/server-process.ts'
import type { Blog } from './blog.ts'
import { residentMib } from './process-stats.ts'

/** A blog in use: readers and editors for some minutes. */
export type PeopleFigure = {
  seconds: number
  reads: number
  saves: number
  /** Milliseconds. */
  readP99: number
  saveP50: number
  saveP99: number
  /** Responses of 400 and above, and requests without a response. */
  errors: number
  /** MiB: mean of the second tenth of the time, after start-up, and of the last tenth. */
  memoryEarly: number
  memoryLate: number
}

const READERS = 200
const EDITORS = 20
/** Interval between two pages of a reader, and between two saves of an editor, in milliseconds. */
const READING_MS = 500
const SAVING_MS = 2000
/** One save in this many goes live. */
const LIVE_EVERY = 10
const WORDS = 'Ein Satz aus der Redaktion, der von Gärten und Rechnern erzählt. '

type Article = { id: string; slug: string; version: number }

/** When a request was sent (`performance.now()`) and its latency, in milliseconds. */
export type Timed = { at: number; ms: number }
/** Simulated users, until they are stopped. */
export type People = {
  reads: Timed[]
  saves: Timed[]
  errors: () => number
  leave: () => Promise<void>
}

/**
 * Readers and editors at once: readers open page after page, editors autosave, publish and open the list. Their starts
 * are spread over the interval between two requests.
 */
export async function startPeople(
  server: ServerProcess,
  blog: Blog,
  { readers, editors }: { readers: number; editors: number },
): Promise<People> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const reads: Timed[] = []
  const saves: Timed[] = []
  let [errors, isOver] = [0, false]
  const ask = async (method: string, path: string, body?: unknown) => {
    const at = performance.now()
    const answer = await send({
      agent,
      url: server.url + path,
      method,
      token: method === 'READ' ? '' : blog.accessToken,
      body,
    })
    if (answer.status >= 400) errors += 1
    return { ...answer, at, ms: performance.now() - at }
  }

  const articles: Article[] = []
  for (let index = 0; index < editors; index++) {
    const input = { title: `Am Werk ${index + 1}`, content_markdown: WORDS.repeat(60), status: 'published' }
    articles.push(JSON.parse((await ask('POST', '/api/articles', input)).text) as Article)
  }
  const paths = [
    '/',
    blog.category,
    `/article/${blog.slug}`,
    '/archiv',
    ...articles.map(({ slug }) => `/article/${slug}`),
  ]

  const reader = async (index: number) => {
    await pause((index / readers) * READING_MS)
    for (let turn = index; !isOver; turn++) {
      const { at, ms } = await ask('READ', paths[turn % paths.length]!)
      reads.push({ at, ms })
      await pause(READING_MS)
    }
  }
  const editor = async (article: Article, index: number) => {
    await pause((index / editors) * SAVING_MS)
    const base = {
      title: `Am Werk ${index + 1}`,
      slug: article.slug,
      excerpt: '',
      cover_image_url: null,
      category_id: null,
    }
    for (let turn = 1; !isOver; turn++) {
      const content_markdown = `${WORDS.repeat(60)}${turn}. Fassung.`
      const { version } = article
      const answer =
        turn % LIVE_EVERY === 0
          ? await ask('PATCH', `/api/articles/${article.id}`, { version, status: 'published', content_markdown })
          : await ask('PUT', `/api/articles/${article.id}/working-copy`, { ...base, version, content_markdown })
      saves.push({ at: answer.at, ms: answer.ms })
      if (answer.status === 200) article.version = (JSON.parse(answer.text) as Article).version
      if (turn % 5 === 0) await ask('GET', '/api/articles?limit=50')
      await pause(SAVING_MS)
    }
  }
  const all = Promise.all([...Array.from({ length: readers }, (_, index) => reader(index)), ...articles.map(editor)])
  return {
    reads,
    saves,
    errors: () => errors,
    async leave() {
      isOver = true
      await all
      agent.destroy()
    },
  }
}

/** 200 readers and 20 editors for a while. */
export async function measurePeople(server: ServerProcess, blog: Blog, seconds: number): Promise<PeopleFigure> {
  const people = await startPeople(server, blog, { readers: READERS, editors: EDITORS })
  const memory: number[] = []
  const watching = setInterval(() => memory.push(residentMib(server.pid) ?? 0), 250)
  await pause(seconds * 1000)
  await people.leave()
  clearInterval(watching)
  const [reads, saves] = [people.reads, people.saves].map((timed) => timed.map(({ ms }) => ms)) as [number[], number[]]
  const tenth = Math.max(1, Math.floor(memory.length / 10))
  return {
    seconds,
    reads: reads.length,
    saves: saves.length,
    readP99: quantile(reads, 0.99),
    saveP50: quantile(saves, 0.5),
    saveP99: quantile(saves, 0.99),
    errors: people.errors(),
    memoryEarly: mean(memory.slice(tenth, 2 * tenth)),
    memoryLate: mean(memory.slice(-tenth)),
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** A quantile of the values; infinite if there are none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Infinity
}

type Sent = { agent: Agent; url: string; method: string; token: string; body: unknown }

/** Status 599 if there was no response. */
function send({ agent, url, method, token, body }: Sent): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    'accept-encoding': 'identity',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 599, text: '' })
    const asking = request(
      url,
      { agent, method: method === 'READ' ? 'GET' : method, headers, timeout: 30_000 },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 599, text: Buffer.concat(parts).toString() }))
        answer.on('error', failed)
      },
    )
    asking.on('error', failed)
    asking.on('timeout', () => asking.destroy())
    asking.end(payload)
  })
}
