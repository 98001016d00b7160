import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Peer, type S3Peer } from '../../../../tests/support/s3-peer.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles } from '../../files/store/open.ts'
import { createLog } from '../../platform/log.ts'
import { forgetFormerFiles } from './replacement.service.ts'
import { isAnyUnsized, makeSizes } from './sizes.service.ts'

const picture = (width: number, height: number, color = '#c63') =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

describe.each(['disk', 'S3'])('[SITE-8] sizes of pictures on %s', (kind) => {
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

  const runtimeOf = (at: TestApp, over: Partial<FileStore> = {}) => ({
    config: readConfig({ DATA_DIR: at.dataDir, ...peer?.env }),
    db: at.db,
    files: { ...files, ...over },
    log: createLog('silent'),
    clock: () => new Date(),
  })
  const makeAll = async () => {
    while (await isAnyUnsized(app)) await makeSizes(runtimeOf(app))
  }
  const stored = async () => (await files.list('')).map(({ name }) => name).sort()
  const sizesStored = async () => (await stored()).filter((name) => name.includes('sizes/'))
  const send = async (method: string, path: string, bytes: Buffer) =>
    app.call(method, path, bytes, { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'image/jpeg' })
  const upload = async (bytes: Buffer) => (await send('POST', '/api/media?filename=Bild.jpg', bytes)).body
  const render = (url: string) => url.replace('/object/', '/render/image/')
  const widthAt = async (address: string) => {
    const response = await fetch(app.url + address)
    const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return { status: response.status, caching: response.headers.get('cache-control'), width, format }
  }
  const articleWith = async (url: string) => {
    const { body } = await owner.call('POST', '/api/articles', {
      title: `Bild ${url}`,
      content_markdown: `Text\n\n![Feld](${url})`,
      cover_image_url: url,
      status: 'published',
    })
    return body
  }

  test('[RUL-51] a new picture is served unchanged until its sizes are made, then in each smaller width', async () => {
    const image = await upload(await picture(1300, 800))
    const article = await articleWith(image.url)
    const page = async () => (await app.call('GET', `/article/${article.slug}`)).body as string
    expect(await page()).not.toContain('srcset')
    expect(await widthAt(`${render(image.url)}?width=480`)).toEqual({
      ...{ status: 200, caching: 'public, no-cache', width: 1300, format: 'jpeg' },
    })
    expect((await owner.call('GET', '/api/media/sizes')).body).toEqual({ total: 1, waiting: 1, failed: 0 })
    const before = await stored()
    await makeAll()
    const made = (await stored()).filter((name) => !before.includes(name))
    expect(made.map((name) => name.split('/')[1])).toEqual(['1200', '480', '800'])
    expect((await owner.call('GET', '/api/media/sizes')).body).toEqual({ total: 1, waiting: 0, failed: 0 })

    const html = await page()
    const sets = [...html.matchAll(/ srcset="([^"]+)"/gi)].map(([, set]) => set!.replaceAll('&amp;', '&'))
    expect(sets.length).toBe(2)
    for (const set of sets) {
      const candidates = set.split(', ').map((candidate) => candidate.split(' '))
      expect(candidates.map(([, width]) => width)).toEqual(['480w', '800w', '1200w', '1300w'])
      for (const [address = '', width = ''] of candidates)
        expect(await widthAt(address)).toMatchObject({ status: 200, width: Number.parseInt(width, 10) })
    }
    expect(html.match(/<img[^>]+>/g)?.every((tag) => / width="1300" height="800"/.test(tag))).toBe(true)
    expect(await widthAt(`${render(image.url)}?width=800`)).toMatchObject({
      caching: 'public, max-age=31536000, immutable',
      format: 'webp',
    })
  })

  test('[RUL-51] nothing is made on request: other widths return the next stored one', async () => {
    const image = await upload(await picture(900, 300))
    await makeAll()
    const before = await stored()
    const asked = ['1', '481', '799', '801', '900', '100000', '-1', 'breit', '']
    const widths = []
    for (const width of asked) {
      const { caching, ...answer } = await widthAt(`${render(image.url)}?width=${width}`)
      expect([answer.status, caching]).toEqual([200, 'public, no-cache'])
      widths.push(answer.width)
    }
    expect(widths).toEqual([480, 800, 800, 900, 900, 900, 480, 900, 480])
    expect(await stored()).toEqual(before)
  })

  test('replaced pictures get their own sizes, restored ones have theirs again, and all are deleted with the picture', async () => {
    const before = await stored()
    const image = await upload(await picture(1000, 500, '#f00'))
    await makeAll()
    const replaced = await send('PUT', `/api/media/${image.id}/file?filename=neu.jpg`, await picture(600, 600, '#00f'))
    const article = await articleWith(image.url)
    const page = async () => (await app.call('GET', `/article/${article.slug}`)).body as string
    expect(await page()).not.toContain('srcset')
    expect(await widthAt(`${render(image.url)}?width=480`)).toMatchObject({ width: 600 })
    await makeAll()
    expect(await page()).toMatch(/\?width=480&amp;v=[\w-]{10} 480w, [^ ]+\?v=[\w-]{10} 600w"/)
    const back = { former_file_id: replaced.body.former_file_id }
    expect((await owner.call('POST', `/api/media/${image.id}/former-file`, back)).status).toBe(200)
    expect(await isAnyUnsized(app)).toBe(false)
    expect(await page()).toMatch(/ 480w, [^ ]+ 800w, [^ ]+ 1000w"/)

    await forgetFormerFiles({ db: app.db, files }, new Date(Date.now() + 31 * 86_400_000))
    const kept = (await stored()).filter((name) => !before.includes(name))
    expect(kept.filter((name) => name.includes('sizes/'))).toHaveLength(2)
    // In the trash they are served while a published article shows the picture, and deleted for good with it.
    await owner.call('DELETE', `/api/media/${image.id}`)
    expect((await widthAt(`${render(image.url)}?width=480`)).status).toBe(200)
    await owner.call('DELETE', `/api/articles/${article.id}`)
    expect((await app.call('GET', `${render(image.url)}?width=480`)).status).toBe(404)
    expect((await owner.call('DELETE', `/api/trash/media/${image.id}`)).status).toBe(204)
    expect(await stored()).toEqual(before)
  })

  test('changes of a picture while its sizes are made leave no files', async () => {
    const before = await stored()
    const purged = await upload(await picture(1000, 400))
    let puts = 0
    const put: FileStore['put'] = async (name, source) => {
      await files.put(name, source)
      if ((puts += 1) > 1) return
      await owner.call('DELETE', `/api/media/${purged.id}`)
      await owner.call('DELETE', `/api/trash/media/${purged.id}`)
    }
    await makeSizes(runtimeOf(app, { put }))
    expect(puts).toBe(2)
    expect(await stored()).toEqual(before)

    const image = await upload(await picture(1000, 400))
    puts = 0
    const replacing: FileStore['put'] = async (name, source) => {
      await files.put(name, source)
      if ((puts += 1) === 1)
        await send('PUT', `/api/media/${image.id}/file?filename=b.jpg`, await picture(500, 500, '#090'))
    }
    await makeSizes(runtimeOf(app, { put: replacing }))
    await makeAll()
    const { body } = await owner.call('GET', `/api/media/${image.id}`)
    expect(await widthAt(`${render(body.url)}?width=480`)).toMatchObject({ width: 480 })
    expect(await widthAt(`${render(body.url)}?width=800`)).toMatchObject({ width: 500 })
  })

  test('a failing store costs no attempt, an unreadable picture is given up after three', async () => {
    const image = await upload(await picture(1000, 401))
    const broken = { put: () => Promise.reject(new Error('Platte weg')) }
    for (let turn = 0; turn < 5; turn += 1)
      await expect(makeSizes(runtimeOf(app, broken))).rejects.toThrow('Platte weg')
    await makeAll()
    expect(await widthAt(`${render(image.url)}?width=480`)).toMatchObject({ width: 480 })

    const { body } = await owner.call('GET', '/api/media/sizes')
    const damaged = await upload(await picture(1000, 402))
    const name = damaged.url.split('/').at(-1)
    await files.put(`blog-media/${name}`, Buffer.from('kein Bild'))
    await makeAll()
    expect((await owner.call('GET', '/api/media/sizes')).body).toEqual({ ...body, total: body.total + 1, failed: 1 })
    const check = (await owner.call('GET', '/api/system/checks')).body.checks.find(
      ({ key }: { key: string }) => key === 'pictures',
    )
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining('1 Bild') })
  })

  test('two concurrent instances make each picture once', async () => {
    const colors = ['#100', '#200', '#300', '#400', '#500', '#600']
    const images = []
    for (const color of colors) images.push(await upload(await picture(700, 500, color)))
    const puts: string[] = []
    const put: FileStore['put'] = (name, source) => {
      puts.push(name)
      return files.put(name, source)
    }
    while (await isAnyUnsized(app))
      await Promise.all([makeSizes(runtimeOf(app, { put })), makeSizes(runtimeOf(beside, { put }))])
    expect(puts.toSorted()).toEqual(images.map(({ url }) => `sizes/480/${url.split('/').at(-1)}`).sort())
  })

  test('a private blog shows no size to strangers', async () => {
    const image = await upload(await picture(700, 500, '#789'))
    await makeAll()
    await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
    const address = `${render(image.url)}?width=480`
    expect((await app.call('GET', address)).status).toBe((await app.call('GET', image.url)).status)
    expect((await app.call('GET', address)).status).not.toBe(200)
    await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    expect((await widthAt(address)).width).toBe(480)
    expect((await sizesStored()).length).toBeGreaterThan(0)
  })
})
