import { readdir } from 'node:fs/promises'
import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Peer, type S3Peer } from '../../../../tests/support/s3-peer.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { newId } from '../../platform/ids.ts'

const jpeg = (color = '#a33') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

describe.each(['disk', 'S3'])('[STORE-1] storage-js with its objects on %s', (kind) => {
  let peer: S3Peer | undefined
  let app: TestApp
  let owner: TestAccount
  let editor: TestAccount
  let item: string

  beforeAll(async () => {
    if (kind === 'S3') peer = await startS3Peer()
    app = await startTestApp({ env: { ...peer?.env } })
    owner = await app.register()
    editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    item = newId()
    const at = new Date().toISOString()
    await app.db
      .insertInto('research_items')
      .values({
        id: item,
        title: 'Quelle',
        url: null,
        note: null,
        article_id: null,
        author_id: owner.id,
        search_text: 'quelle',
        created_at: at,
        updated_at: at,
        deleted_at: null,
      })
      .execute()
  })
  afterAll(async () => {
    await app.stop()
    await peer?.stop()
  })

  const bucket = (account?: TestAccount) =>
    new StorageClient(`${app.url}/storage/v1`, account ? { authorization: `Bearer ${account.accessToken}` } : {}).from(
      'blog-media',
    )
  const rows = async (q: string) => (await owner.call('GET', `/api/media?q=${q}`)).body.items

  test('uploads by form and raw, lists, reads, replaces and removes', async () => {
    const byForm = await bucket(owner).upload('form.jpg', new File([await jpeg()], 'Mein Foto.jpg'), {
      metadata: { herkunft: 'Test' },
    })
    expect(byForm.error).toBeNull()
    expect(byForm.data).toMatchObject({ path: 'form.jpg', fullPath: 'blog-media/form.jpg' })
    const raw = await bucket(owner).upload('ünï 😀.jpg', await jpeg('#3a3'), {
      contentType: 'image/jpeg',
      metadata: { filename: 'Grün.jpg' },
    })
    expect(raw.error).toBeNull()
    expect((await rows('mein'))[0]).toMatchObject({
      filename: 'Mein Foto.jpg',
      author_id: owner.id,
      mime_type: 'image/jpeg',
    })
    expect((await rows('grun'))[0]).toMatchObject({ filename: 'Grün.jpg' })

    const listed = await bucket(owner).list()
    expect(listed.data?.map(({ name }) => name)).toEqual(['form.jpg', 'ünï 😀.jpg'])
    expect(listed.data?.[0]?.metadata).toMatchObject({ mimetype: 'image/jpeg' })
    expect((await bucket(owner).list('', { search: 'FORM', limit: 1 })).data).toHaveLength(1)

    const { publicUrl } = bucket().getPublicUrl('ünï 😀.jpg').data
    const served = await fetch(publicUrl)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(served.headers.get('cache-control')).toBe('public, no-cache')
    expect((await fetch(publicUrl, { headers: { 'if-none-match': served.headers.get('etag') ?? '' } })).status).toBe(
      304,
    )
    const saved = await fetch(bucket().getPublicUrl('form.jpg', { download: 'neu.jpg' }).data.publicUrl)
    expect(saved.headers.get('content-disposition')).toContain('filename="neu.jpg"')
    const blob = await bucket(owner).download('form.jpg')
    expect((await sharp(Buffer.from(await blob.data!.arrayBuffer())).metadata()).width).toBe(40)

    const twice = await bucket(owner).upload('form.jpg', await jpeg(), { contentType: 'image/jpeg' })
    expect(twice.error).toMatchObject({ status: 409, statusCode: '409', message: 'The resource already exists' })
    const [before] = await rows('mein')
    expect((await bucket(owner).upload('form.jpg', await jpeg('#00f'), { upsert: true })).error).toBeNull()
    expect((await bucket(owner).update('form.jpg', await jpeg('#0ff'))).error).toBeNull()
    const [after] = await rows('mein')
    expect(after.id).toBe(before.id)
    const changed = await fetch(bucket().getPublicUrl('form.jpg').data.publicUrl)
    expect((await sharp(Buffer.from(await changed.arrayBuffer())).stats()).channels[1]?.mean).toBeGreaterThan(200)

    const removed = await bucket(owner).remove(['form.jpg', 'gibt-es-nicht.jpg'])
    expect(removed.data?.map(({ name }) => name)).toEqual(['form.jpg'])
    expect((await bucket(owner).exists('form.jpg')).data).toBe(false)
    expect((await bucket(owner).exists('ünï 😀.jpg')).data).toBe(true)
    expect((await owner.call('GET', '/api/trash?noun=media')).body.items).toHaveLength(1)
  })

  test('[RUL-31] upsert only over own objects that nothing refers to', async () => {
    await bucket(owner).upload('benutzt.jpg', await jpeg())
    const foreign = await bucket(editor).upload('benutzt.jpg', await jpeg('#fff'), { upsert: true })
    expect(foreign.error).toMatchObject({ status: 409 })
    const url = new URL(bucket().getPublicUrl('benutzt.jpg').data.publicUrl).pathname
    await owner.call('POST', '/api/articles', { title: 'Zeigt es', content_markdown: `![](${url})` })
    expect((await bucket(owner).update('benutzt.jpg', await jpeg('#fff'))).error).toMatchObject({ status: 409 })
  })

  test('dashboard images go with the account they belong to', async () => {
    const leaving = await app.register()
    await owner.call('PATCH', `/api/users/${leaving.id}`, { approval: 'approved' })
    const name = `${leaving.id}/dashboard-header-1741000000000.png`
    expect((await bucket(leaving).upload(name, await jpeg())).error).toBeNull()
    const file = () => app.call('GET', `/storage/v1/object/public/blog-media/${name}`)
    expect((await file()).status).toBe(200)
    const body = { articles_to: null, password: leaving.password }
    expect((await leaving.call('DELETE', '/api/account', body)).status).toBe(204)
    // The bytes go after the answer.
    await expect.poll(async () => (await file()).status).toBe(404)
    expect((await bucket(owner).list(leaving.id)).data).toEqual([])
  })

  test('[RUL-31] dashboard headers belong to their user, are images, and public', async () => {
    const name = `${owner.id}/dashboard-header-1741000000000.png`
    expect((await bucket(owner).upload(name, await jpeg())).error).toBeNull()
    expect((await fetch(bucket().getPublicUrl(name).data.publicUrl)).status).toBe(200)
    expect((await bucket(owner).list(owner.id)).data?.map((entry) => entry.name)).toEqual([
      'dashboard-header-1741000000000.png',
    ])
    expect((await bucket(owner).list()).data).toContainEqual(expect.objectContaining({ name: owner.id, id: null }))
    expect((await bucket(editor).upload(name, await jpeg(), { upsert: true })).error).toMatchObject({ status: 400 })
    expect((await bucket(editor).remove([name])).data).toEqual([])
    expect((await bucket(owner).upload(`${owner.id}/dashboard-header-2.html`, '<html>')).error).toMatchObject({
      status: 415,
    })
    expect((await bucket(owner).remove([name])).data).toHaveLength(1)
    expect((await fetch(bucket().getPublicUrl(name).data.publicUrl)).status).toBe(404)
  })

  test('[RUL-31] research files keep their bytes, are never public, and are read by token or a link of five minutes', async () => {
    const name = `${item}/1741000000001.html`
    const html = '<script>alert(1)</script>'
    expect(
      (await bucket(owner).upload(name, new File([html], 'Recherche „A“.html', { type: 'text/html' }))).error,
    ).toBeNull()
    expect((await fetch(bucket().getPublicUrl(name).data.publicUrl)).status).toBe(404)
    expect((await fetch(`${app.url}/storage/v1/object/blog-media/${name}`)).status).toBe(401)
    expect(await (await bucket(editor).download(name)).data?.text()).toBe(html)

    const { data } = await bucket(editor).createSignedUrl(name, 300)
    const served = await fetch(data?.signedUrl ?? '')
    expect(await served.text()).toBe(html)
    expect(served.headers.get('content-type')).toBe('application/octet-stream')
    expect(served.headers.get('content-disposition')).toContain("filename*=UTF-8''Recherche%20%E2%80%9EA%E2%80%9C.html")
    expect(served.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('cache-control')).toBe('private, no-store')
    expect((await fetch((data?.signedUrl ?? '').replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')))).status).toBe(400)
    expect((await fetch((data?.signedUrl ?? '').replace('1741000000001', '1741000000002'))).status).toBe(400)
    app.setClock(new Date(Date.now() + 301_000))
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
    app.setClock()
    const many = await bucket(owner).createSignedUrls([name, 'nichts.jpg'], 60)
    expect(many.data?.map(({ error }) => error === null)).toEqual([true, false])

    const pdf = `${item}/1741000000002.pdf`
    await bucket(owner).upload(pdf, Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'))
    const shown = await fetch((await bucket(owner).createSignedUrl(pdf, 60)).data?.signedUrl ?? '')
    expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual([
      'application/pdf',
      null,
    ])
    const files = async () =>
      (await owner.call('GET', `/api/research/${item}`)).body.files.map((file: { filename: string }) => file.filename)
    expect(await files()).toEqual(['Recherche „A“.html', '1741000000002.pdf'])
    expect((await bucket(editor).upload(pdf, Buffer.from('%PDF-1.4'), { upsert: true })).error).toMatchObject({
      status: 409,
    })
    expect((await bucket(editor).remove([name])).data).toHaveLength(1)
    expect(await files()).toEqual(['1741000000002.pdf'])
    const gone = `${newId()}/1741000000001.txt`
    expect((await bucket(owner).upload(gone, 'x')).error).toMatchObject({ status: 404 })
  })

  test('[RUL-20] the files of a research item stay with it in the trash and go when it is purged', async () => {
    const { body } = await owner.call('POST', '/api/research', { title: 'Geht', source_type: 'file' })
    const name = `${body.id}/1741000000009.txt`
    await bucket(owner).upload(name, 'Inhalt')
    await owner.call('DELETE', `/api/research/${body.id}`)
    expect(await (await bucket(owner).download(name)).data?.text()).toBe('Inhalt')
    await owner.call('DELETE', `/api/trash/research/${body.id}`)
    await expect.poll(async () => (await bucket(owner).download(name)).error !== null).toBe(true)
  })

  test('[RUL-20] a single file goes to the trash, comes back, and goes for good', async () => {
    const { body } = await owner.call('POST', '/api/research', { title: 'Mit Datei', source_type: 'file' })
    const name = `${body.id}/1741000000010.txt`
    await bucket(owner).upload(name, new File(['Inhalt'], 'Protokoll.txt'))
    const files = async () => (await owner.call('GET', `/api/research/${body.id}`)).body.files as { id: string }[]
    const id = (await files())[0]?.id
    expect((await bucket(editor).remove([name])).data).toHaveLength(1)
    expect(await files()).toEqual([])
    expect((await bucket(owner).list(body.id)).data).toEqual([])
    expect((await bucket(editor).remove([name])).data).toEqual([])
    const trashed = async () =>
      ((await owner.call('GET', '/api/trash?noun=research-files')).body.items as { id: string; title: string }[]).find(
        (entry) => entry.id === id,
      )?.title
    expect(await trashed()).toBe('Protokoll.txt')
    expect(await (await bucket(owner).download(name)).data?.text()).toBe('Inhalt')
    expect((await editor.call('POST', `/api/trash/research-files/${id}/restore`)).status).toBe(200)
    expect(await files()).toHaveLength(1)
    expect(await trashed()).toBeUndefined()
    await bucket(owner).remove([name])
    expect((await editor.call('DELETE', `/api/trash/research-files/${id}`)).status).toBe(403)
    expect((await owner.call('DELETE', `/api/trash/research-files/${id}`)).status).toBe(204)
    expect((await bucket(owner).download(name)).error).not.toBeNull()
    expect(await files()).toEqual([])
  })

  test('ranges', async () => {
    const name = `${item}/1741000000003.txt`
    await bucket(owner).upload(name, '0123456789', { contentType: 'text/plain' })
    const { data } = await bucket(owner).createSignedUrl(name, 60)
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await fetch(data?.signedUrl ?? '', { headers: { range, ...more } })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=4-99')).toEqual([206, 'bytes 4-9/10', '456789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789'])
    expect(await part('bytes=2-4', { 'if-range': '"anders"' })).toEqual([200, null, '0123456789'])
    const head = await fetch(data?.signedUrl ?? '', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      '10',
      'bytes',
    ])
  })

  test.each([
    'ordner/bild.jpg',
    '..',
    'a/../b.jpg',
    '.versteckt.jpg',
    'mit\nUmbruch.jpg',
    `${'x'.repeat(201)}.jpg`,
    '01919191-9191-7191-9191-919191919191/x.jpg',
    'thumbnails/x.jpg',
  ])('[RUL-31] refuses the path %j', async (path) => {
    const address = `${app.url}/storage/v1/object/blog-media/${encodeURIComponent(path)}`
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(await jpeg()),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  test('strangers and waiting accounts reach nothing; errors have the shape clients read', async () => {
    const waiting = await app.register()
    expect((await bucket().list()).error).toMatchObject({ status: 401 })
    expect((await bucket(waiting).list()).error).toMatchObject({ status: 403 })
    expect((await bucket(waiting).upload('x.jpg', await jpeg())).error).toMatchObject({ status: 403 })
    const missing = await owner.call('GET', '/storage/v1/object/info/blog-media/nichts.jpg')
    expect(missing.body).toEqual({
      statusCode: '404',
      error: 'not_found',
      code: 'NoSuchKey',
      message: 'Object not found',
    })
    const admin = new StorageClient(`${app.url}/storage/v1`, { authorization: `Bearer ${owner.accessToken}` })
    expect((await admin.getBucket('blog-media')).data).toMatchObject({ id: 'blog-media', public: true })
    expect((await admin.listBuckets()).data).toHaveLength(1)
  })

  test('uploads leave nothing behind in the folder they wait in', async () => {
    expect(await readdir(`${app.dataDir}/uploads`)).toEqual([])
  })
})
