import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'
import { fillBlog, type Blog } from './blog.ts'
import { load, type Request } from './load.ts'
import { cpuSeconds, residentMib } from './process-stats.ts'
import { quantiles } from './search.ts'

/** Subscribing with addresses of one kind: the median of its responses, and its ratio to that of unknown addresses. */
export type SubscribingFigure = { kind: string; p50: number; ratio: number }

/** An issue on its way. */
export type IssueFigure = {
  recipients: number
  /** CPU seconds of the server from the plan to the first mail. */
  preparing: number
  /** Mails a second that the server handed over. */
  perSecond: number
  /** MiB: before the issue, and the most while it is sent. */
  memoryBefore: number
  memoryMost: number
  /** p99 of a cached page in milliseconds, before and meanwhile. */
  alone: number
  beside: number
}

export type NewsletterFigure = { subscribing: SubscribingFigure[]; issue: IssueFigure }

const SECRET = 'ein-geheimnis-nur-fuer-messungen'
/** The most that settings allow, a minute. */
const PACE = 6000
/** Milliseconds between two looks at an issue. */
const LOOK_MS = 250
const READERS = { connections: 8, pause: 10 }

/** What strangers could tell from the time of the form, and what an issue costs its readers. */
export async function measureNewsletter(
  databaseUrl: string | undefined,
  { each, recipients, seconds }: { each: number; recipients: number; seconds: number },
): Promise<NewsletterFigure> {
  const sink = await startSink()
  const env = {
    ...UNLIMITED,
    AUTH_RATE_LIMIT_NEWSLETTER: 'off',
    AUTH_RATE_LIMIT_NEWSLETTER_ALL: 'off',
    AUTH_MAIL_CONFIRM: 'false',
    SMTP_URL: sink.url,
    MAIL_BOUNCE_SECRET: SECRET,
  }
  const server = await startServer({ databaseUrl, env })
  try {
    const blog = await fillBlog(server, 20)
    const api = callerOf(server, blog)
    await api('PATCH', '/api/newsletter', { enabled: true, address: 'Weg 1, 04229 Leipzig', pace: PACE })
    const subscribing = await measureSubscribing(server, api, each)
    return { subscribing, issue: await measureIssue(server, api, blog, { recipients, seconds, sink }) }
  } finally {
    await server.stop()
    await sink.stop()
  }
}

type Api = ReturnType<typeof callerOf>

/** The API as the owner of a blog; throws what it refuses. */
export function callerOf(server: ServerProcess, blog: Blog) {
  return async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${blog.accessToken}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(server.url + path, { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

/** Adds addresses without proof, as an owner who vouches for them may. */
async function bring(api: Api, emails: readonly string[]): Promise<void> {
  await api('POST', '/api/subscribers/import', { csv: `email\n${emails.join('\n')}`, without_proof: true })
}

async function measureSubscribing(server: ServerProcess, api: Api, each: number): Promise<SubscribingFigure[]> {
  const named = (kind: string) => Array.from({ length: each }, (_, index) => `${kind}-${index}@leser.example`)
  const kinds = ['unknown', 'known', 'left', 'complained', 'blocked'] as const
  for (const kind of kinds.slice(1)) await bring(api, named(kind))
  const idOf = async (email: string): Promise<string> =>
    (await api('GET', `/api/subscribers?q=${encodeURIComponent(email)}`)).items[0].id
  for (const email of named('left')) await api('POST', `/api/subscribers/${await idOf(email)}/leave`)
  for (const email of named('blocked')) await api('DELETE', `/api/subscribers/${await idOf(email)}`, { block: true })
  for (const email of named('complained')) {
    const headers = { 'content-type': 'application/json', 'x-bounce-secret': SECRET }
    const body = JSON.stringify({ kind: 'complaint', email, reply: 'abuse' })
    const answer = await fetch(`${server.url}/functions/v1/mail-bounce`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`mail-bounce: ${answer.status} ${await answer.text()}`)
  }
  const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
  // One of each in turn, so that what else the machine does meets all of them.
  for (let index = 0; index < each; index++)
    for (const kind of kinds) {
      const body = new URLSearchParams({ email: `${kind}-${index}@leser.example`, rhythm: 'each' })
      const started = performance.now()
      const answer = await fetch(`${server.url}/newsletter`, { method: 'POST', body, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status !== 303) throw new Error(`${kind}: ${answer.status}`)
      times.get(kind)?.push(performance.now() - started)
    }
  const median = (kind: string) => quantiles(times.get(kind) ?? []).p50
  return kinds.map((kind) => ({ kind, p50: median(kind), ratio: median(kind) / median('unknown') }))
}

async function measureIssue(
  server: ServerProcess,
  api: Api,
  blog: Blog,
  { recipients, seconds, sink }: { recipients: number; seconds: number; sink: Sink },
): Promise<IssueFigure> {
  await bring(
    api,
    Array.from({ length: recipients }, (_, index) => `leserin-${index}@leser.example`),
  )
  const page: Request = { method: 'GET', path: `/article/${blog.slug}`, headers: { 'Accept-Encoding': 'gzip' } }
  const read = () => load(server.url, server.pid, { request: page, ...READERS, seconds })
  await read()
  const alone = await read()
  const memoryBefore = residentMib(server.pid) ?? 0
  const [article] = (await api('GET', '/api/articles?limit=1')).items
  // Those who subscribed just now got mails, too.
  const takenBefore = sink.taken()
  const cpuBefore = cpuSeconds(server.pid) ?? 0
  const { id } = await api('POST', '/api/issues', { article_id: article.id })
  const issue = async () => (await api('GET', `/api/issues/${id}`)) as { state: string; counts: { sent: number } }
  while (sink.taken() === takenBefore) await sleep(LOOK_MS)
  const preparing = (cpuSeconds(server.pid) ?? 0) - cpuBefore
  let memoryMost = 0
  const look = setInterval(() => (memoryMost = Math.max(memoryMost, residentMib(server.pid) ?? 0)), LOOK_MS)
  const [from, began] = [sink.taken(), performance.now()]
  const beside = await read()
  const perSecond = (sink.taken() - from) / ((performance.now() - began) / 1000)
  while ((await issue()).state === 'sending') await sleep(LOOK_MS)
  clearInterval(look)
  return { recipients, preparing, perSecond, memoryBefore, memoryMost, alone: alone.p99, beside: beside.p99 }
}

type Sink = { url: string; taken: () => number; stop: () => Promise<void> }

/** A mail server that keeps nothing. */
async function startSink(): Promise<Sink> {
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => {
        taken += 1
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, taken: () => taken, stop }
}
