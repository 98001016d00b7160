import { afterAll, beforeAll, expect, test } from 'vitest'
import { mp3File, mp4File } from '../../../../tests/support/sound-files.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

async function upload(bytes: Uint8Array): Promise<{ url: string; size_bytes: number }> {
  const response = await fetch(`${app.url}/api/media?filename=folge`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${owner.accessToken}` },
  })
  return (await response.json()) as { url: string; size_bytes: number }
}

test('[SITE-23] an article plays its sound and film, and its first sound is the enclosure of its feeds', async () => {
  const [film, sound] = [await upload(mp4File()), await upload(mp3File(80))]
  const content_markdown =
    `![Film](${film.url})\n\n![Folge 7](${sound.url} "Im Archiv")\n\n- 0:00 Anfang\n\n` +
    '<details>\n<summary>Abschrift</summary>\n\nDas Papier knistert.\n\n</details>'
  const article = { title: 'Klang', status: 'published', published_at: '2026-03-01T10:00:00Z', content_markdown }
  await owner.call('POST', '/api/articles', article)
  await owner.call('POST', '/api/articles', { ...article, title: 'Still', content_markdown: 'Nur Text.' })
  const read = async (path: string) => await app.call<string>('GET', path)
  const page = await read('/article/klang')
  expect(page.headers.get('content-security-policy')).toContain("media-src 'self'")
  expect(page.body).toContain(`<audio src="${sound.url}" controls`)
  expect(page.body).toContain(`<video src="${film.url}" controls`)
  expect(page.body).toContain(`<a href="${sound.url}#t=0">0:00</a>`)
  // Only pages that play something load the styles of players.
  const sheets = ({ body }: { body: string }) => body.match(/rel="stylesheet"/g)?.length ?? 0
  expect(sheets(page)).toBe(sheets(await read('/article/still')) + 1)

  const length = String(sound.size_bytes)
  const rss = (await read('/feed.xml')).body
  const [, address = ''] = /<enclosure url="([^"]+)"/.exec(rss) ?? []
  expect(address).toMatch(/^https?:.*\.mp3$/)
  expect(rss).toContain(`<enclosure url="${address}" length="${length}" type="audio/mpeg"/>`)
  expect(rss.match(/<enclosure/g)).toHaveLength(1)
  expect(rss).toContain('<itunes:duration>2</itunes:duration>')
  expect((await read('/atom.xml')).body).toContain('rel="enclosure" type="audio/mpeg"')
  const json = (await app.call('GET', '/feed.json')).body
  const attachments = json.items.flatMap((item: { attachments?: unknown[] }) => item.attachments ?? [])
  expect(attachments).toEqual([
    { url: address, mime_type: 'audio/mpeg', size_in_bytes: sound.size_bytes, duration_in_seconds: 2 },
  ])
})
