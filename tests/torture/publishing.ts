import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startS3Peer } from '../support/s3-peer.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { seededRandom } from './random.ts'

export type PublishingOptions = {
  rounds: number
  /** Repeats the choice of moments. The state of the processes at that moment differs between runs. */
  seed: number
  database: 'sqlite' | 'postgres'
  say?: (line: string) => void
}

export type PublishingReport = {
  rounds: number
  published: number
  takenDown: number
  /** Maximum delay for readers in milliseconds: from the planned instant, or from when a server was available. */
  latest: number
}

const APPEARING = 6
const GOING = 3
/** The longest time ahead for a planned instant and for a kill, in milliseconds. */
const SPAN_MS = 1500
const PATIENCE_MS = 30_000

type Planned = { id: string; slug: string; at: number; turn: 'appears' | 'goes' }

/**
 * Plans articles for the next moments and kills the server around them, repeatedly. Each must be published or taken
 * down exactly once, with its planned instant, soon after it was due or a server was up again. Readers watch all the
 * time. On PostgreSQL two servers in two time zones share the work and one of them is killed. Throws at the first that
 * is missing, early or duplicate; the message names the seed.
 */
export async function publishingRounds(options: PublishingOptions): Promise<PublishingReport> {
  const random = seededRandom(options.seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-publishing-'))
  const cluster = options.database === 'postgres' ? await startPostgres({ fsync: true }) : undefined
  const database = cluster && (await createDatabase(cluster.url))
  // Two instances share their media.
  const peer = cluster && (await startS3Peer())
  const start = (zone: string) =>
    startServer({ dataDir, databaseUrl: database?.url, env: { LOG_LEVEL: 'error', TZ: zone, ...peer?.env } })
  const report: PublishingReport = { rounds: 0, published: 0, takenDown: 0, latest: 0 }
  let server: ServerProcess | undefined
  let beside: ServerProcess | undefined
  try {
    server = await start('America/Los_Angeles')
    if (cluster) beside = await start('Pacific/Auckland')
    const token = await register(server)
    for (let round = 1; round <= options.rounds; round++) {
      const planned = await plan(callAs(server.url, token), round, random)
      const delay = random() * SPAN_MS
      // A single server changes nothing until it is up again; with two, the other one continues.
      let url = (beside ?? server).url
      const seen = Promise.all(planned.map((article) => untilTurned(() => url, article)))
      seen.catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, delay))
      await server.kill()
      const stood = Date.now()
      server = await start('America/Los_Angeles')
      if (!beside) url = server.url
      const possible = beside ? stood : Date.now()
      const moments = await seen
      for (const [index, article] of planned.entries()) {
        const moment = moments[index] ?? Infinity
        report.latest = Math.max(
          report.latest,
          moment - (moment <= stood ? article.at : Math.max(article.at, possible)),
        )
        await checkOnce(callAs(server.url, token), article)
        if (article.turn === 'appears') report.published += 1
        else report.takenDown += 1
      }
      report.rounds = round
      options.say?.(`round ${round}: killed after ${Math.round(delay)} ms, ${planned.length} articles turned once`)
    }
    await server.stop()
    await beside?.stop()
    return report
  } catch (error) {
    throw new Error(
      `seed ${options.seed}, round ${report.rounds + 1}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  } finally {
    await server?.kill()
    await beside?.kill()
    await peer?.stop()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function plan(call: Call, round: number, random: () => number): Promise<Planned[]> {
  const planned: Planned[] = []
  for (let number = 1; number <= APPEARING + GOING; number++) {
    const turn = number <= APPEARING ? 'appears' : 'goes'
    const at = Date.now() + Math.floor(random() * SPAN_MS)
    const date = new Date(at).toISOString()
    const dates =
      turn === 'appears'
        ? { status: 'scheduled', published_at: date }
        : { status: 'published', published_at: '2026-01-01T00:00:00Z', unpublish_at: date }
    const { status, body } = await call('POST', '/api/articles', {
      title: `Runde ${round}, Nummer ${number}`,
      ...dates,
    })
    if (status !== 201) throw new Error(`planning: ${status} ${JSON.stringify(body)}`)
    planned.push({ id: body.id, slug: body.slug, at, turn })
  }
  return planned
}

/** When readers get it, or no longer get it, with a resolution of 20 ms. While no server responds they ask again. */
async function untilTurned(url: () => string, { slug, at, turn }: Planned): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const status = await fetch(`${url()}/article/${slug}`).then(
      (answer) => answer.status,
      () => null,
    )
    const answered = Date.now()
    const turned = status === (turn === 'appears' ? 200 : 410)
    if (turned && answered < at) throw new Error(`${slug} ${turn} ${at - answered} ms early`)
    if (turned) return answered
    if (answered > deadline) throw new Error(`${slug}: ${status} after ${PATIENCE_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function checkOnce(call: Call, { id, slug, at, turn }: Planned): Promise<void> {
  const { body } = await call('GET', `/api/articles/${id}`)
  const found = [body.status, body.published_at, body.unpublish_at, body.version]
  const wanted = turn === 'appears' ? ['published', new Date(at).toISOString(), null, 2] : ['draft', null, null, 2]
  if (found.join() !== wanted.join()) throw new Error(`${slug}: ${found.join(' ')} instead of ${wanted.join(' ')}`)
}

async function register(server: ServerProcess): Promise<string> {
  const account = { email: 'termine@redaktion.example', password: 'ein langes Passwort' }
  const { status, body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
  if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
  return body.access_token
}
