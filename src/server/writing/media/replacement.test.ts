import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Peer, type S3Peer } from '../../../../tests/support/s3-peer.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles } from '../../files/store/open.ts'
import { hashStored } from './hashes.service.ts'
import { forgetFormerFiles } from './replacement.service.ts'

const MANY = 8

const picture = (color: string, type: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: color } })
    .toFormat(type)
    .toBuffer()

describe.each(['disk', 'S3'])('[WEEK-16] pictures on %s', (kind) => {
  let peer: S3Peer | undefined
  let app: TestApp
  /** A second instance on the same database and store, where possible. */
  let beside: TestApp
  let owner: TestAccount
  let files: FileStore

  beforeAll(async () => {
    if (kind === 'S3') peer = await startS3Peer()
    app = await startTestApp({ env: { ...peer?.env } })
    beside = DIALECT === 'postgres' ? await startTestApp({ beside: app, env: { ...peer?.env } }) : app
    owner = await app.register()
    files = await openFiles(readConfig({ DATA_DIR: app.dataDir, ...peer?.env }))
  })
  afterAll(async () => {
    if (beside !== app) await beside.stop()
    await app.stop()
    await peer?.stop()
  })

  const stored = async () => (await files.list('')).map(({ name }) => name).sort()
  const upload = async (bytes: Buffer, query: string, at = app) =>
    at.call('POST', `/api/media?${query}`, bytes, {
      authorization: `Bearer ${owner.accessToken}`,
      'content-type': 'image/jpeg',
    })
  const replace = (id: string, bytes: Buffer, at = app) =>
    at.call('PUT', `/api/media/${id}/file?filename=neu.png`, bytes, {
      authorization: `Bearer ${owner.accessToken}`,
      'content-type': 'image/png',
    })
  const bytesAt = async (address: string) => {
    const response = await fetch(app.url + address)
    const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
    return { caching: response.headers.get('cache-control'), etag: response.headers.get('etag'), ...dominant }
  }

  test('replacing keeps address, texts and articles; pages load the new bytes, and the former ones can be restored', async () => {
    const { body: image } = await upload(await picture('#f00'), 'filename=Sonne.jpg')
    await owner.call('PATCH', `/api/media/${image.id}`, { alt: 'Die Sonne' })
    const { body: article } = await owner.call('POST', '/api/articles', {
      title: `Mit Bild ${kind}`,
      content_markdown: `Text\n\n![Sonne](${image.url})`,
      cover_image_url: image.url,
      status: 'published',
    })
    const page = async () => (await app.call('GET', `/article/${article.slug}`)).body as string
    expect(await page()).toContain(`src="${image.url}"`)
    expect(image.file_url).toBe(image.url)
    expect((await bytesAt(image.url)).caching).toBe('public, max-age=31536000, immutable')

    const replaced = await replace(image.id, await picture('#00f', 'png'))
    expect([replaced.status, replaced.body.url, replaced.body.filename, replaced.body.alt]).toEqual([
      200,
      image.url,
      'Sonne.png',
      'Die Sonne',
    ])
    expect(replaced.body.mime_type).toBe('image/png')
    expect(replaced.body.file_url).toMatch(/\?v=[\w-]{10}$/)
    // The page has changed, its text has not.
    const now = await page()
    expect(now).not.toContain(`src="${image.url}"`)
    expect(now.split(replaced.body.file_url).length).toBeGreaterThanOrEqual(3)
    expect((await owner.call('GET', `/api/articles/${article.id}`)).body.content_markdown).toBe(
      `Text\n\n![Sonne](${image.url})`,
    )
    // The plain address is revalidated from now on, and the version can be cached.
    const plain = await bytesAt(image.url)
    expect([plain.caching, plain.b > 200 && plain.r < 50]).toEqual(['public, no-cache', true])
    expect((await bytesAt(replaced.body.file_url)).caching).toBe('public, max-age=31536000, immutable')
    expect((await bytesAt(replaced.body.thumbnail_url)).b).toBeGreaterThan(200)
    expect((await app.call('GET', image.url, undefined, { 'if-none-match': plain.etag ?? '' })).status).toBe(304)

    const back = await owner.call('POST', `/api/media/${image.id}/former-file`, {
      former_file_id: replaced.body.former_file_id,
    })
    expect([back.status, back.body.filename, back.body.mime_type]).toEqual([200, 'Sonne.jpg', 'image/jpeg'])
    expect((await bytesAt(image.url)).r).toBeGreaterThan(200)
    expect(await page()).toContain(back.body.file_url)
    const late = await owner.call('POST', `/api/media/${image.id}/former-file`, {
      former_file_id: replaced.body.former_file_id,
    })
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict'])
  })

  test('a former file is deleted after 30 days, and with the picture when that is deleted for good', async () => {
    const before = await stored()
    const { body: image } = await upload(await picture('#0a0'), 'filename=a.jpg')
    for (const color of ['#0b0', '#0c0'])
      expect((await replace(image.id, await picture(color, 'png'))).status).toBe(200)
    expect(await stored()).toHaveLength(before.length + 6)
    const runtime = { db: app.db, files }
    await forgetFormerFiles(runtime, new Date(Date.now() + 29 * 86_400_000))
    expect(await stored()).toHaveLength(before.length + 6)
    await forgetFormerFiles(runtime, new Date(Date.now() + 31 * 86_400_000))
    const kept = (await stored()).filter((name) => !before.includes(name))
    expect(kept).toHaveLength(2)
    expect((await bytesAt(image.url)).g).toBeGreaterThan(150)
    await replace(image.id, await picture('#0d0', 'png'))
    await owner.call('DELETE', `/api/media/${image.id}`)
    expect((await owner.call('DELETE', `/api/trash/media/${image.id}`)).status).toBe(204)
    const left = await stored()
    expect(left.filter((name) => !before.includes(name))).toEqual([])
  })

  test('a failed replacement changes nothing, and leaves no files', async () => {
    const { body: image } = await upload(await picture('#aa0'), 'filename=b.jpg')
    const before = await stored()
    expect((await replace(image.id, Buffer.from('kein Bild'))).status).toBe(415)
    expect((await replace(crypto.randomUUID(), await picture('#fff'))).status).toBe(404)
    expect((await replace('quatsch', await picture('#fff'))).status).toBe(404)
    await owner.call('DELETE', `/api/media/${image.id}`)
    expect((await replace(image.id, await picture('#fff'))).status).toBe(404)
    expect(await stored()).toEqual(before)
  })

  test('concurrent replacements: each is complete, one is last, and all former ones are kept', async () => {
    const { body: image } = await upload(await picture('#111'), 'filename=c.jpg')
    const before = await stored()
    const pictures = await Promise.all(
      Array.from({ length: MANY }, (_, i) => picture(`rgb(${20 + i * 25},0,0)`, 'png')),
    )
    const answers = await Promise.all(pictures.map((bytes, i) => replace(image.id, bytes, i % 2 ? beside : app)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 200))
    expect(new Set(answers.map(({ body }) => body.former_file_id)).size).toBe(MANY)
    expect((await stored()).length - before.length).toBe(2 * MANY)
    const { body: last } = await owner.call('GET', `/api/media/${image.id}`)
    const served = await fetch(app.url + last.file_url)
    expect((await served.arrayBuffer()).byteLength).toBe(last.size_bytes)
  })

  test('a picture trashed during a replacement by the bucket’s protocol keeps its bytes, and the error says so', async () => {
    const bucket = new StorageClient(`${app.url}/storage/v1`, { authorization: `Bearer ${owner.accessToken}` }).from(
      'blog-media',
    )
    await bucket.upload('tausch.jpg', await picture('#a00'))
    const { items } = (await owner.call('GET', '/api/media?q=tausch')).body
    const before = await stored()
    const outcomes = await Promise.all([
      bucket.upload('tausch.jpg', await picture('#0a0'), { upsert: true }),
      owner.call('DELETE', `/api/media/${items[0].id}`),
    ])
    const replaced = outcomes[0].error === null
    expect((await stored()).length - before.length).toBe(replaced ? 2 : 0)
    await owner.call('POST', `/api/trash/media/${items[0].id}/restore`)
    expect((await bytesAt('/storage/v1/object/public/blog-media/tausch.jpg'))[replaced ? 'g' : 'r']).toBeGreaterThan(
      120,
    )
  })

  test('a name deleted for good during a new upload ends with a complete picture or none', async () => {
    const bucketAt = (at: TestApp) =>
      new StorageClient(`${at.url}/storage/v1`, { authorization: `Bearer ${owner.accessToken}` }).from('blog-media')
    const colors = ['#a00', '#0a0', '#00a', '#aa0', '#0aa', '#a0a']
    for (const [round, color] of colors.entries()) {
      const name = `runde-${round}.jpg`
      await bucketAt(app).upload(name, await picture('#777'))
      const { items } = (await owner.call('GET', `/api/media?q=${name}`)).body
      await owner.call('DELETE', `/api/media/${items[0].id}`)
      const bytes = await picture(color)
      const anew = async () => {
        for (let tries = 0; tries < 50; tries += 1) {
          const { error } = await bucketAt(beside).upload(name, bytes)
          if (!error) return true
        }
        return false
      }
      const [purged, arrived] = await Promise.all([owner.call('DELETE', `/api/trash/media/${items[0].id}`), anew()])
      expect(purged.status).toBe(204)
      const address = `/storage/v1/object/public/blog-media/${name}`
      const served = await fetch(app.url + address)
      expect(served.status).toBe(arrived ? 200 : 404)
      if (arrived)
        expect((await app.call('GET', `/storage/v1/render/image/public/blog-media/${name}`)).status).toBe(200)
      else expect((await stored()).filter((stays) => stays.includes(name))).toEqual([])
    }
  })

  test('a duplicate is offered, kept on request, and also recognised by its stored bytes', async () => {
    const bytes = await picture('#123456')
    const { body: first } = await upload(bytes, 'filename=erstes.jpg')
    expect([first.duplicate_of, first.stored]).toEqual([null, true])
    const before = await stored()
    const offered = await upload(bytes, 'filename=zweites.jpg&duplicate=offer')
    expect([offered.status, offered.body.id, offered.body.stored, offered.body.duplicate_of]).toEqual([
      200,
      first.id,
      false,
      { id: first.id, filename: 'erstes.jpg' },
    ])
    expect(await stored()).toEqual(before)
    // The served file is downloaded and uploaded again.
    const served = Buffer.from(await (await fetch(app.url + first.url)).arrayBuffer())
    expect((await upload(served, 'filename=geladen.jpg&duplicate=offer')).body.id).toBe(first.id)
    const kept = await upload(bytes, 'filename=zweites.jpg')
    expect([kept.status, kept.body.stored, kept.body.duplicate_of.id]).toEqual([201, true, first.id])
    for (const { id } of [first, kept.body]) await owner.call('DELETE', `/api/media/${id}`)
    expect((await upload(bytes, 'filename=drittes.jpg&duplicate=offer')).status).toBe(201)
  })

  test('of one picture uploaded several times concurrently, one is stored', async () => {
    const before = await stored()
    const bytes = await picture('#654321')
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, i) => upload(bytes, 'filename=d.jpg&duplicate=offer', i % 2 ? beside : app)),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: MANY - 1 }, () => 200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await stored()).length - before.length).toBe(2)
  })

  test('an image without a hash gets that of its bytes, once', async () => {
    const { body: image } = await upload(await picture('#0f0f0f'), 'filename=alt.jpg')
    await app.db.updateTable('media_assets').set({ sha256: null, etag: null }).where('id', '=', image.id).execute()
    await hashStored({ db: app.db, files })
    const bytes = Buffer.from(await (await fetch(app.url + image.url)).arrayBuffer())
    expect((await upload(bytes, 'filename=x.jpg&duplicate=offer')).body.id).toBe(image.id)
  })
})

describe('[WEEK-16] names of pictures', () => {
  let app: TestApp
  let owner: TestAccount
  beforeAll(async () => {
    app = await startTestApp()
    owner = await app.register()
  })
  afterAll(() => app.stop())

  let shade = 0
  const upload = async (query: string) =>
    (
      await owner.call('POST', `/api/media?${query}`, await picture(`rgb(${(shade += 3)},9,9)`), {
        'content-type': 'image/jpeg',
      })
    ).body.filename as string

  test('a pasted picture is named after its subject, numbered; a named one keeps its name', async () => {
    const about = `name=${encodeURIComponent('Zäune streichen: so geht’s')}`
    expect(await upload(`filename=image.png&${about}`)).toBe('zaeune-streichen-so-gehts.jpg')
    expect(await upload(`filename=image.png&${about}`)).toBe('zaeune-streichen-so-gehts-2.jpg')
    expect(await upload(`filename=${crypto.randomUUID()}.png&${about}`)).toBe('zaeune-streichen-so-gehts-3.jpg')
    expect(await upload(`filename=Pinsel.jpg&${about}`)).toBe('Pinsel.jpg')
    expect(await upload('filename=image.png')).toBe('image.png')
    expect(await upload('filename=image.png&name=%F0%9F%8D%9D')).toBe('image.png')
    const many = await Promise.all(Array.from({ length: MANY }, () => upload('filename=image.png&name=Viele')))
    expect(new Set(many).size).toBe(MANY)
  })

  test('renaming keeps extension and address, and the new name is searchable', async () => {
    const { body: image } = await owner.call('POST', '/api/media?filename=IMG_0815.jpg', await picture('#987'), {
      'content-type': 'image/jpeg',
    })
    const rename = (filename: string) => owner.call('PATCH', `/api/media/${image.id}`, { filename })
    expect((await rename('Zaun vorher')).body).toMatchObject({ filename: 'Zaun vorher.jpg', url: image.url })
    expect((await rename('../../Zaun nachher.png')).body.filename).toBe('Zaun nachher.jpg')
    expect((await rename('ZAUN.JPEG')).body.filename).toBe('ZAUN.JPEG')
    expect((await owner.call('GET', '/api/media?q=zaun.jpeg')).body.total).toBe(1)
    expect((await app.call('GET', image.url)).status).toBe(200)
    for (const name of ['', '  ', 'x'.repeat(201)]) expect((await rename(name)).status).toBe(400)
  })

  test('many are trashed and restored at once; used ones are named, and so are failures', async () => {
    const uploads = await Promise.all(
      ['#a11', '#a22', '#a33'].map(
        async (color) =>
          (
            await owner.call('POST', '/api/media?filename=Stapel.jpg', await picture(color), {
              'content-type': 'image/jpeg',
            })
          ).body,
      ),
    )
    const ids = uploads.map(({ id }) => id as string)
    const { body: article } = await owner.call('POST', '/api/articles', {
      title: 'Nutzt',
      cover_image_url: uploads[1].url,
    })
    expect((await owner.call('POST', '/api/media/usage', { ids })).body).toEqual({
      items: [{ id: ids[1], articles: [{ noun: 'articles', id: article.id, title: 'Nutzt', status: 'draft' }] }],
    })
    const gone = crypto.randomUUID()
    const bulk = async (action: string) =>
      (await owner.call('POST', '/api/media/bulk', { ids: [...ids, gone, ids[0]], action })).body.items.map(
        ({ id, outcome, reason }: { id: string; outcome: string; reason: string | null }) => [id, outcome, reason],
      )
    const done = [...ids.map((id) => [id, 'changed', null]), [gone, 'failed', 'Das gibt es nicht oder nicht mehr.']]
    expect(await bulk('remove')).toEqual(done)
    expect((await owner.call('GET', '/api/media?q=stapel')).body.total).toBe(0)
    expect(await bulk('restore')).toEqual(done)
    expect((await owner.call('GET', '/api/media?q=stapel')).body.total).toBe(3)
    expect((await owner.call('POST', '/api/media/bulk', { ids: [], action: 'remove' })).status).toBe(400)
  })
})
