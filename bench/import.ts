import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../tests/support/server-process.ts'
import { wxr, type WxrPost } from '../tests/support/wxr.ts'
import type { Blog } from './blog.ts'
import { quantile, startPeople, type Timed } from './people.ts'
import { residentMib } from './process-stats.ts'

/** Latency for users during the import of a large blog, compared with no import. */
export type ImportFigure = {
  posts: number
  megabytes: number
  /** Seconds from the upload until the source was read, and until the import ended or the time was up. */
  readIn: number | null
  seconds: number
  /** Items finished by then. */
  done: number
  errors: number
  /** Peak memory in MiB, before and during the import. */
  memory: { idle: number; beside: number }
  rows: {
    name: string
    idle: { count: number; p50: number; p99: number }
    beside: { count: number; p50: number; p99: number; worst: number }
  }[]
}

const READERS = 50
const EDITORS = 20
/** Interval for polling the state of the import and the memory, in milliseconds. */
const LOOK_MS = 500
/** One outlier: a very deeply nested text. */
const NESTED = 200_000

/** Posts of 5 KB, as old blogs have them; one of them is a megabyte of nested elements. */
function* posts(count: number): Generator<WxrPost> {
  const paragraph = (n: number) =>
    `<p>Im ${n}. Absatz steht ein <strong>Satz</strong> mit einem <a href="https://alt.example/${n}/">Verweis</a> und etwas <code>Code</code>, damit er so lang wird wie ein gewöhnlicher Absatz eines Blogs.</p>\n\n`
  for (let id = 1; id <= count; id++) {
    const content =
      id === Math.ceil(count / 2)
        ? '<div>'.repeat(NESTED)
        : Array.from({ length: 22 }, (_, n) => paragraph(id + n)).join('')
    yield { id, content, categories: ['Technik'], tags: [`Wort ${id % 200}`, 'Linux'] }
  }
}

/**
 * 20 editors save and 50 readers read: for a third of the time alone, for `seconds` while a blog of `count` posts is
 * imported, and for another third alone. It is one run, so that idle and busy times are measured on the machine in the
 * same state.
 */
export async function measureImport(
  server: ServerProcess,
  blog: Blog,
  { count, seconds }: { count: number; seconds: number },
): Promise<ImportFigure> {
  const call = async (method: string, path: string, body?: FormData) => {
    const headers = { authorization: `Bearer ${blog.accessToken}` }
    const answer = await fetch(server.url + path, { method, headers, ...(body && { body }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as { id: string; state: string; counts: { total: number; done: number } }
  }
  const form = new FormData()
  const file = new Blob([...wxr(posts(count))])
  form.append('file', file, 'altes-blog.xml')

  const memory = { idle: 0, beside: 0 }
  let when: keyof typeof memory = 'idle'
  const watching = setInterval(() => {
    memory[when] = Math.max(memory[when], residentMib(server.pid) ?? 0)
  }, LOOK_MS)
  const people = await startPeople(server, blog, { readers: READERS, editors: EDITORS })
  // Warm-up: the first requests run uncompiled code.
  await pause(Math.min(10, seconds / 3) * 1000)
  const measuredFrom = performance.now()
  await pause((seconds / 3) * 1000)
  const from = performance.now()
  when = 'beside'
  let run = await call('POST', '/api/imports', form)
  let readIn: number | null = null
  while (run.state === 'running' && performance.now() - from < seconds * 1000) {
    await pause(LOOK_MS)
    run = await call('GET', `/api/imports/${run.id}?limit=1`)
    if (readIn === null && run.counts.total > 0) readIn = (performance.now() - from) / 1000
  }
  const to = performance.now()
  if (run.state === 'running') await call('POST', `/api/imports/${run.id}/cancel`)
  await pause((seconds / 3) * 1000)
  await people.leave()
  clearInterval(watching)

  const isBeside = ({ at }: Timed) => at >= from && at < to
  const rows = Object.entries({ Saves: people.saves, Pages: people.reads }).map(([name, all]) => {
    const measured = all.filter(({ at }) => at >= measuredFrom)
    const [beside, idle] = [measured.filter(isBeside), measured.filter((one) => !isBeside(one))].map((timed) =>
      timed.map(({ ms }) => ms),
    ) as [number[], number[]]
    const figure = (times: number[]) => ({
      count: times.length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    })
    return { name, idle: figure(idle), beside: { ...figure(beside), worst: Math.max(...beside) } }
  })
  const megabytes = file.size / 1024 ** 2
  const { done } = run.counts
  return { posts: count, megabytes, readIn, seconds: (to - from) / 1000, done, errors: people.errors(), memory, rows }
}
