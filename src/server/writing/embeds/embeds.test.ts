import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { type RemoteAnswer, RemoteFault } from '../../platform/fetch-remote.ts'
import { openFiles } from '../../files/store/open.ts'
import { createLog } from '../../platform/log.ts'
import { fillMissedEmbeds } from '../../schedule.ts'

let app: TestApp
let owner: TestAccount
let picture: Uint8Array
/** Responses of providers, and their requests. */
const answers: Record<string, Partial<RemoteAnswer>> = {}
const asked: string[] = []

const fetchRemote = async (address: string): Promise<RemoteAnswer> => {
  asked.push(address)
  const answer = answers[address]
  if (!answer) throw new RemoteFault('Die Verbindung kommt nicht zustande.')
  return { url: address, status: 200, headers: {}, body: new Uint8Array(), complete: true, ...answer }
}
const json = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) })
const youtube = (id: string) =>
  `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(`https://www.youtube.com/watch?v=${id}`)}`

beforeAll(async () => {
  app = await startTestApp({ fetchRemote })
  owner = await app.register()
  picture = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => app.stop())

let count = 0
async function publish(markdown: string): Promise<{ id: string; path: string }> {
  count += 1
  const article = { title: `Einbettung ${count}`, content_markdown: markdown, status: 'published' }
  const { body } = await owner.call('POST', '/api/articles', article)
  return { id: body.id, path: `/article/${body.slug}` }
}
const page = async (path: string) => (await app.call<string>('GET', path)).body
/** Waits until the ordered requests are done. */
async function settled(address: string): Promise<void> {
  const attempts = async () => {
    const rows = await app.db.selectFrom('embeds').select('attempts').where('address', '=', address).execute()
    return rows[0]?.attempts
  }
  await expect.poll(attempts).toBe(1)
}

test('[SITE-7] [RUL-49] title and picture are fetched when an article is saved, and stored here', async () => {
  answers[youtube('aaaaaaaaaaa')] = json({ title: 'Ein Bit & <mehr>', thumbnail_url: 'https://i.ytimg.com/x.jpg' })
  answers['https://i.ytimg.com/x.jpg'] = { body: picture }
  const { path } = await publish(`Davor\n\nhttps://youtu.be/aaaaaaaaaaa\n`)
  await expect.poll(() => page(path)).toContain('<b>Ein Bit &amp; &lt;mehr&gt;</b>')
  const shown = await page(path)
  const src = /<figure class="poster"><div><img src="([^"]+)"/.exec(shown)?.[1] ?? ''
  expect(src).toMatch(/^\/storage\/v1\/object\/public\/blog-media\//)
  expect((await app.call('GET', src)).status).toBe(200)
  expect(shown).not.toMatch(/ytimg|<iframe|src="https/)
  // The preview of the editor uses the same data.
  const addresses = ['https://www.youtube.com/watch?v=aaaaaaaaaaa', 'https://vimeo.com/1']
  expect((await owner.call('POST', '/api/embeds/lookup', { addresses })).body).toEqual({
    items: [{ address: addresses[0], title: 'Ein Bit & <mehr>', picture: expect.stringMatching(/blog-media/) }],
  })
  expect((await app.call('POST', '/api/embeds/lookup', { addresses })).status).toBe(401)
})

test('[RUL-49] a failure leaves a placeholder without picture, and is retried later', async () => {
  const { path } = await publish('https://youtu.be/bbbbbbbbbbb')
  await settled('https://www.youtube.com/watch?v=bbbbbbbbbbb')
  expect(await page(path)).toContain('<b>Video auf youtube.com</b>')
  const config = readConfig({ DATA_DIR: app.dataDir })
  const files = await openFiles(config)
  const runtime = (ahead: number) =>
    ({
      db: app.db,
      config,
      files,
      fetchRemote,
      log: createLog('silent'),
      clock: () => new Date(Date.now() + ahead),
    }) as unknown as Parameters<typeof fillMissedEmbeds.run>[0]
  expect(await fillMissedEmbeds.hasWork?.(runtime(0))).toBe(false)
  expect(await fillMissedEmbeds.hasWork?.(runtime(180_000))).toBe(true)
  answers[youtube('bbbbbbbbbbb')] = json({ title: 'Doch noch', thumbnail_url: 'http://unsicher.example/x.jpg' })
  await fillMissedEmbeds.run(runtime(180_000))
  expect(await page(path)).toContain('<b>Doch noch</b>')
  expect(asked).not.toContain('http://unsicher.example/x.jpg')
})

test('a provider’s text is not treated as markup, and an invalid picture is ignored', async () => {
  answers[youtube('ccccccccccc')] = json({ title: ['kein', 'Titel'], thumbnail_url: 'https://i.ytimg.com/svg' })
  answers['https://i.ytimg.com/svg'] = { body: Buffer.from('<svg onload="alert(1)"/>') }
  answers[youtube('ddddddddddd')] = { body: Buffer.from('<!doctype html>') }
  const { path } = await publish('https://youtu.be/ccccccccccc\n\nhttps://youtu.be/ddddddddddd')
  await settled('https://www.youtube.com/watch?v=ccccccccccc')
  await settled('https://www.youtube.com/watch?v=ddddddddddd')
  expect((await page(path)).match(/<figure class="poster"><div><a class="button"/g)).toHaveLength(2)
})

test('a page may load the frames of its embeds and nothing else', async () => {
  const { path } = await publish('https://vimeo.com/76979871')
  const plain = await publish('Text')
  const policy = async (address: string) =>
    (await app.call('GET', address)).headers.get('content-security-policy') ?? ''
  expect(await policy(path)).toMatch(/; frame-src https:\/\/player\.vimeo\.com$/)
  expect(await policy(plain.path)).not.toContain('frame-src')
  expect(await policy('/')).not.toContain('frame-src')
  expect(await page('/feed.xml')).toContain('https://vimeo.com/76979871')
  expect(await page('/feed.xml')).not.toMatch(/data-embed|IP-Adresse/)
})

test('an embed is requested once, however often a text is saved', async () => {
  const { id } = await publish('https://vimeo.com/76979872')
  await settled('https://vimeo.com/76979872')
  const { version } = (await owner.call('GET', `/api/articles/${id}`)).body
  const content_markdown = 'Davor\n\nhttps://vimeo.com/76979872\n\nhttps://vimeo.com/76979873'
  await owner.call('PATCH', `/api/articles/${id}`, { version, content_markdown })
  await settled('https://vimeo.com/76979873')
  expect(asked.filter((address) => address.includes('76979872'))).toHaveLength(1)
})

test('[RUL-49] the system check counts embeds waiting for title and picture', async () => {
  await app.db.deleteFrom('embeds').execute()
  const check = async () => {
    const { body } = await owner.call('GET', '/api/system/checks')
    return body.checks.find(({ key }: { key: string }) => key === 'embeds').message
  }
  expect(await check()).toBe('Keine wartet auf Titel und Bild')
  const at = new Date().toISOString()
  const row = { title: '', picture: null, attempts: 0, try_at: at, created_at: at }
  await app.db
    .insertInto('embeds')
    .values({ ...row, address: 'https://vimeo.com/1' })
    .execute()
  expect(await check()).toBe('1 Einbettung wartet auf Titel und Bild')
  await app.db
    .insertInto('embeds')
    .values({ ...row, address: 'https://vimeo.com/2' })
    .execute()
  expect(await check()).toBe('2 Einbettungen warten auf Titel und Bild')
})
