import { parseFeed } from 'feedsmith'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { xmlFaults } from '../../../../../tests/support/feeds/rules.ts'
import { mp3File, mp4File } from '../../../../../tests/support/sound-files.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await settings({ base_url: 'https://blog.example', site_title: 'Kombüse & Söhne', author_name: 'Ada' })
})
afterAll(() => app.stop())

const settings = (values: Record<string, unknown>) => owner.call('PATCH', '/api/settings', values)
const read = (path: string, headers?: Record<string, string>) => fetch(app.url + path, { headers, redirect: 'manual' })
const text = async (path: string) => (await read(path)).text()

async function upload(bytes: Uint8Array): Promise<{ id: string; url: string; size_bytes: number }> {
  const response = await fetch(`${app.url}/api/media?filename=folge`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${owner.accessToken}` },
  })
  return (await response.json()) as { id: string; url: string; size_bytes: number }
}

async function publish(title: string, content_markdown: string, day: number): Promise<Article> {
  const published_at = `2026-03-0${day}T10:00:00Z`
  const { body } = await owner.call('POST', '/api/articles', {
    title,
    content_markdown,
    published_at,
    status: 'published',
  })
  return body
}

const SPOKEN = `- 0:00 Anfang & Ende
- 1:02:03 Der Raum

<details>
<summary>Abschrift</summary>

0:00 Guten *Tag* --> alle.

Noch ein Satz.

[0:02] Ende.

</details>`

test('[SITE-23] [RUL-110] the podcast: articles with sound, with chapters and transcript, by the rules of its format', async () => {
  const none = await read('/podcast.xml')
  expect(none.status).toBe(404)
  const [film, sound, other] = [await upload(mp4File()), await upload(mp3File(80)), await upload(mp3File(41))]
  await publish('Nur Text', 'Still.', 1)
  await publish('Nur Film', `![Film](${film.url})`, 2)
  expect([(await read('/podcast.xml')).status, (await read('/podcast.png')).status]).toEqual([404, 404])
  expect(await text('/')).not.toContain('podcast.xml')
  const timed = await publish('Folge 7', `![Klang](${sound.url})\n\n${SPOKEN}\n\n![Film](${film.url})`, 3)
  const plain = await publish(
    'Folge 8',
    `![Klang](${other.url})\n\n<details><summary>Transkript</summary>\n\nEin Satz.\n\n</details>`,
    4,
  )

  const answer = await read('/podcast.xml')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  const document = await answer.text()
  expect(await xmlFaults('podcast', document)).toEqual([])
  const parsed = parseFeed(document)
  if (parsed.format !== 'rss') throw new Error(`read as ${parsed.format}`)
  const { feed } = parsed
  expect([feed.title, feed.itunes?.author, feed.itunes?.explicit]).toEqual(['Kombüse & Söhne', 'Ada', false])
  expect(feed.atom?.links?.[0]?.href).toBe('https://blog.example/podcast.xml')
  expect(new Date(String(feed.lastBuildDate)).getTime()).toBe(
    Math.floor(Math.max(...[timed, plain].map(({ updated_at }) => Date.parse(updated_at))) / 1000) * 1000,
  )
  expect(feed.items?.map(({ title }) => title)).toEqual(['Folge 8', 'Folge 7'])
  const [eight, seven] = feed.items ?? []
  expect(eight?.podcast?.chapters).toBeUndefined()
  expect(eight?.podcast?.transcripts?.[0]).toEqual({
    url: 'https://blog.example/article/folge-8/abschrift.txt',
    type: 'text/plain',
  })
  const [enclosure] = seven?.enclosures ?? []
  expect([enclosure?.length, enclosure?.type]).toEqual([sound.size_bytes, 'audio/mpeg'])
  const file = await read(new URL(enclosure?.url ?? '').pathname)
  expect(Number(file.headers.get('content-length'))).toBe(sound.size_bytes)
  expect(seven?.podcast?.chapters).toEqual({
    url: 'https://blog.example/article/folge-7/kapitel.json',
    type: 'application/json+chapters',
  })
  expect(seven?.podcast?.transcripts?.[0]?.url).toBe('https://blog.example/article/folge-7/abschrift.vtt')

  expect(JSON.parse(await text('/article/folge-7/kapitel.json'))).toEqual({
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: 'Anfang & Ende' },
      { startTime: 3723, title: 'Der Raum' },
    ],
  })
  expect(await text('/article/folge-7/abschrift.vtt')).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nGuten Tag --&gt; alle.\nNoch ein Satz.\n\n00:00:02.000 --> 00:00:12.000\nEnde.\n',
  )
  expect(await text('/article/folge-8/abschrift.txt')).toBe('Ein Satz.\n')
  for (const path of [
    '/article/folge-7/abschrift.txt',
    '/article/folge-8/kapitel.json',
    '/article/nur-text/abschrift.vtt',
  ])
    expect((await read(path)).status, path).toBe(404)

  const cover = await sharp(Buffer.from(await (await read('/podcast.png')).arrayBuffer())).metadata()
  expect([cover.width, cover.height]).toEqual([1400, 1400])
  for (const path of ['/', '/article/folge-7'])
    expect(await text(path), path).toContain('title="Kombüse &amp; Söhne (Podcast)" href="/podcast.xml"')
  expect(await text('/article/nur-film')).not.toContain('podcast.xml')
  expect(await text('/feeds.opml')).toContain('xmlUrl="https://blog.example/podcast.xml"')

  const page = await text('/article/folge-7')
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? '')
  expect(data.audio).toMatchObject([{ '@type': 'AudioObject', encodingFormat: 'audio/mpeg', duration: 'PT2S' }])
  expect(data.video).toMatchObject([
    { '@type': 'VideoObject', name: 'Folge 7', duration: 'PT3S', uploadDate: '2026-03-03T10:00:00.000Z' },
  ])
  expect(data.video[0].thumbnailUrl).toMatch(/^https:/)
  expect(data.audio[0].contentUrl).toBe(enclosure?.url)
})

test('[SITE-23] [RUL-110] the owner chooses category and cover; both are in the feed at once, and a bad one changes nothing', async () => {
  const square = async () => {
    const xml = await text('/podcast.xml')
    return [/<itunes:image href="([^"]+)"/.exec(xml)?.[1], /<image>\n<url>([^<]+)/.exec(xml)?.[1]]
  }
  const put = async (width: number, height: number) => {
    const body = await sharp({ create: { width, height, channels: 3, background: '#2a9d9a' } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    return app.call('PUT', '/api/appearance/podcast?filename=cover.png', body, {
      authorization: `Bearer ${owner.accessToken}`,
    })
  }
  const usual = await text('/podcast.xml')
  expect(usual).toContain('<itunes:category text="Society &amp; Culture"/>')
  expect(await square()).toEqual(Array.from({ length: 2 }, () => 'https://blog.example/podcast.png'))
  for (const podcast_category of ['Moor', 'Arts/Moor', '', 'Books'])
    expect((await settings({ podcast_category })).body).toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'podcast_category', reason: 'Diese Kategorie kennen Verzeichnisse nicht' }],
    })
  const small = await put(1399, 2000)
  expect([small.status, small.body.fields]).toEqual([
    400,
    [
      {
        field: 'podcast',
        reason: 'Das Bild hat 1399 × 2000 Pixel. Podcast-Verzeichnisse verlangen mindestens 1400 × 1400.',
      },
    ],
  ])
  expect(await text('/podcast.xml')).toBe(usual)

  expect((await settings({ podcast_category: 'Science/Earth Sciences' })).body.podcast_category).toBe(
    'Science/Earth Sciences',
  )
  const { body } = await put(3010, 3005)
  expect(body.podcast).toMatchObject({ width: 3000, height: 3000, filename: 'cover.png' })
  const chosen = await text('/podcast.xml')
  expect(chosen).toContain(
    '<itunes:category text="Science"><itunes:category text="Earth Sciences"/>\n</itunes:category>',
  )
  expect(await xmlFaults('podcast', chosen)).toEqual([])
  expect(await square()).toEqual(Array.from({ length: 2 }, () => `https://blog.example${body.podcast.url}`))
  const cover = await read(body.podcast.url)
  expect([cover.headers.get('content-type'), cover.headers.get('cache-control')]).toEqual([
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ])
  const { format, width, height } = await sharp(Buffer.from(await cover.arrayBuffer())).metadata()
  expect([format, width, height]).toEqual(['jpeg', 3000, 3000])

  expect((await owner.call('DELETE', '/api/appearance/podcast')).body.podcast).toBeNull()
  expect((await settings({ podcast_category: 'Society & Culture' })).status).toBe(200)
  expect(await text('/podcast.xml')).toBe(usual)
  expect((await read(body.podcast.url)).status).toBe(404)
})

test('[SITE-23] [SITE-15] a change of an episode is in the podcast at once, and nothing else drops it', async () => {
  const tag = (await read('/podcast.xml')).headers.get('etag') ?? ''
  expect((await read('/podcast.xml', { 'If-None-Match': tag })).status).toBe(304)
  const change = async (slug: string, values: Record<string, unknown>) => {
    const { id } = await app.db.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    const { version } = (await owner.call('GET', `/api/articles/${id}`)).body
    const saved = await owner.call('PATCH', `/api/articles/${id}`, { version, ...values })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }
  await change('nur-text', { title: 'Immer noch nur Text' })
  expect((await read('/podcast.xml')).headers.get('server-timing')).toBe('cache;desc=hit')
  await change('folge-8', { title: 'Folge acht' })
  expect(await text('/podcast.xml')).toContain('<title>Folge acht</title>')
  await change('folge-8', { content_markdown: 'Ohne Klang.' })
  expect(await text('/podcast.xml')).not.toContain('Folge acht')
  await settings({ visibility: 'privat' })
  for (const path of ['/podcast.xml', '/podcast.png', '/article/folge-7/abschrift.vtt'])
    expect((await read(path)).status, path).toBe(401)
  await settings({ visibility: 'öffentlich' })
  expect(await text('/')).toContain('podcast.xml')
  await change('folge-7', { status: 'draft' })
  expect((await read('/podcast.xml')).status).toBe(404)
  expect((await read('/article/folge-7/abschrift.vtt')).status).toBe(410)
  expect(await text('/')).not.toContain('podcast.xml')
})
