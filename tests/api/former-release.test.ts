import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { hasFormerRelease, unpackFormerRelease } from '../support/former-release.ts'
import { createDatabase } from '../support/postgres.ts'
import { startS3Peer } from '../support/s3-peer.ts'
import { startServer, type ServerOptions } from '../support/server-process.ts'
import { callAs, DIALECT, type Call } from '../support/test-app.ts'
import { fillWholeBlog } from '../support/whole-blog.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const there = hasFormerRelease()
if (!there) console.warn('NOT TESTED: the former release on the new schema (its commit is not in this clone)')

const account = { email: 'beide@redaktion.example', password: 'ein langes Passwort' }

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

/** Creates, changes and removes records of every noun; nothing may be refused. */
async function work(call: Call, word: string, { everything = false } = {}) {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  if (everything) await fillWholeBlog(send, word, { former: true })
  const article = await send('POST', '/api/articles', { title: `${word} Arbeit`, content_markdown: 'eins' })
  const save = { version: article.version, content_markdown: 'zwei', status: 'published' }
  const { version } = await send('PATCH', `/api/articles/${article.id}`, save)
  const { title, slug } = article
  const working = {
    version,
    title,
    slug,
    excerpt: '',
    content_markdown: 'drei',
    cover_image_url: null,
    category_id: null,
  }
  await send('PUT', `/api/articles/${article.id}/working-copy`, working)
  await send('POST', `/api/media?filename=${word}.png`, await picture(40, 30))
  const made: Record<string, object> = {
    events: { title: `${word} Termin`, starts_at: '2026-05-01T10:00:00Z' },
    tasks: { title: `${word} Aufgabe` },
    research: { title: `${word} Recherche` },
    inbox: { title: `${word} Idee` },
    links: { title: `${word} Link`, url: `https://${word.toLowerCase()}.example` },
    prompts: { title: `${word} Prompt`, content: 'Schreibe.' },
  }
  for (const [noun, record] of Object.entries(made)) {
    const { id } = await send('POST', `/api/${noun}`, record)
    await send('PATCH', `/api/${noun}/${id}`, { title: `${word} geändert` })
    await send('DELETE', `/api/${noun}/${id}`)
    await send('POST', `/api/trash/${noun}/${id}/restore`)
  }
  await send('PATCH', '/api/settings', { site_title: word })
  return article.id as string
}

/** All data of the admin app, as one value. */
async function see(call: Call, ids: readonly string[]) {
  const nouns = ['articles', 'pages', 'media', 'tasks', 'research', 'inbox', 'links', 'prompts', 'settings', 'trash']
  const paths = nouns.map((noun) => `/api/${noun}`)
  const texts = ids.flatMap((id) => [`/api/articles/${id}`, `/api/articles/${id}/revisions`])
  const seen: Record<string, unknown> = {}
  for (const path of [...paths, '/api/events', ...texts]) {
    const { status, body } = await call('GET', path)
    expect(status, path).toBe(200)
    seen[path] = body
  }
  return seen
}

async function signIn(url: string): Promise<Call> {
  const { status, body } = await callAs(url)('POST', '/auth/v1/token?grant_type=password', account)
  expect(status, JSON.stringify(body)).toBe(200)
  return callAs(url, body.access_token)
}

test.runIf(there || process.env.CI)(
  '[MOVE-11] [RUL-58] the former release runs on the new schema, beside the current one if the database can be shared',
  async () => {
    const shared = DIALECT === 'postgres'
    const options: ServerOptions = {}
    if (shared) {
      const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '', process.env.TEST_TEMPLATE)
      const peer = await startS3Peer()
      ends.push(database.drop, peer.stop)
      Object.assign(options, { databaseUrl: database.url, env: peer.env })
    }
    const present = await startServer(options)
    ends.push(present.kill)
    const { status, body } = await callAs(present.url)('POST', '/auth/v1/signup', account)
    expect(status).toBe(200)
    const here = callAs(present.url, body.access_token)
    const first = await work(here, 'Jetzt')
    const cover = await picture(1400, 1400)
    const dressed = await here('PUT', '/api/appearance/podcast?filename=Folge.png', cover)
    expect(dressed.status, JSON.stringify(dressed.body)).toBe(200)
    const before = await see(here, [first])
    // A SQLite file has one instance: there it tests the downgrade after an update.
    if (!shared) await present.kill()
    const { root, remove } = unpackFormerRelease()
    ends.push(remove)
    const former = await startServer({ ...options, root, dataDir: shared ? undefined : present.dataDir })
    ends.push(former.kill)
    const there = await signIn(former.url)
    expect(Object.keys(await see(there, [first]))).toEqual(Object.keys(before))
    const second = await work(there, 'Vorher', { everything: true })
    // A picture that the former release does not know stays beside those it sets.
    expect((await there('PATCH', '/api/appearance', { accent: '#2a9d9a' })).status).toBe(200)
    expect((await there('PUT', '/api/appearance/logo?filename=Logo.png', await picture(64, 64))).status).toBe(200)
    if (!shared) await former.kill()
    const again = shared ? present : await startServer({ ...options, dataDir: present.dataDir })
    ends.push(again.kill)
    const now = shared ? here : await signIn(again.url)
    const after = await see(now, [first, second])
    const { body: worn } = await now('GET', '/api/appearance')
    expect(worn).toMatchObject({ accent: '#2a9d9a', logo: { filename: 'Logo.png' } })
    expect(worn.podcast.url).toBe(dressed.body.podcast.url)
    expect((await fetch(new URL(worn.podcast.url, again.url))).status).toBe(200)
    expect(after[`/api/articles/${second}`]).toMatchObject({ title: 'Vorher Arbeit' })
    expect(JSON.stringify(after[`/api/articles/${second}`])).toContain('"drei"')
    expect(after['/api/settings']).toMatchObject({ site_title: 'Vorher' })
    await work(await signIn(again.url), 'Danach')
  },
)
