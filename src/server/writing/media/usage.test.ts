import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

type Image = { id: string; url: string }

const upload = () => uploadPicture(app, owner)
const trash = async ({ id }: Image) => expect((await owner.call('DELETE', `/api/media/${id}`)).status).toBe(204)
const isOpen = async ({ url }: Image) => (await app.call('GET', url)).status === 200
const usedIn = async ({ id }: Image): Promise<string[]> =>
  (await owner.call('GET', `/api/media/${id}/usage`)).body.items.map((item: { title: string }) => item.title)

describe('[RUL-20] [MEDIA-3] the articles that use a picture', () => {
  test('are known while text and cover are written, published, trashed, restored and deleted for good', async () => {
    const [inText, asCover, working] = [await upload(), await upload(), await upload()]
    const { body: made } = await owner.call('POST', '/api/articles', {
      title: 'Mit Bildern',
      content_markdown: `Zuerst ![Da](${inText.url} "Titel"), dann ${app.url}${inText.url}.`,
      cover_image_url: asCover.url,
    })
    let { version } = made
    const patch = async (values: Record<string, unknown>) => {
      const { status, body } = await owner.call('PATCH', `/api/articles/${made.id}`, { version, ...values })
      expect(status, JSON.stringify(body)).toBe(200)
      version = body.version
    }
    expect([await usedIn(inText), await usedIn(asCover), await usedIn(working)]).toEqual([
      ['Mit Bildern'],
      ['Mit Bildern'],
      [],
    ])
    await patch({ status: 'published' })
    const { body: live } = await owner.call('GET', `/api/articles/${made.id}`)
    const { title, slug, excerpt, category_id } = live
    const copy = { title, slug, excerpt, category_id, content_markdown: `![](${working.url})`, cover_image_url: null }
    const saved = await owner.call('PUT', `/api/articles/${made.id}/working-copy`, { version, ...copy })
    version = saved.body.version
    expect([await usedIn(inText), await usedIn(working)]).toEqual([['Mit Bildern'], ['Mit Bildern']])
    for (const image of [inText, asCover, working]) await trash(image)
    // Public texts keep their pictures readable; a working text opens none.
    expect([await isOpen(inText), await isOpen(asCover), await isOpen(working)]).toEqual([true, true, false])
    await patch({ status: 'published' })
    expect([await isOpen(inText), await isOpen(asCover), await isOpen(working)]).toEqual([false, false, true])
    await patch({ status: 'draft' })
    expect(await isOpen(working)).toBe(false)
    await patch({ status: 'published' })
    expect(await isOpen(working)).toBe(true)
    await owner.call('DELETE', `/api/articles/${made.id}`)
    expect(await isOpen(working)).toBe(false)
    await owner.call('POST', `/api/trash/articles/${made.id}/restore`)
    expect(await isOpen(working)).toBe(true)
    await owner.call('DELETE', `/api/articles/${made.id}`)
    await owner.call('DELETE', `/api/trash/articles/${made.id}`)
    const rows = app.db.selectFrom('media_usage').selectAll().where('article_id', '=', made.id)
    expect([await isOpen(working), await rows.execute()]).toEqual([false, []])
  })

  test('are looked up: no unrelated text is searched for a picture', async () => {
    const image = await upload()
    await owner.call('POST', '/api/articles', { title: 'Sucht', status: 'published', cover_image_url: image.url })
    await trash(image)
    expect(await isOpen(image)).toBe(true)
    await app.db.deleteFrom('media_usage').execute()
    expect(await isOpen(image)).toBe(false)
  })

  test('are correct for every writer of the table, including a former release, and for every text', async () => {
    const image = await upload()
    const { body } = await owner.call('POST', '/api/articles', { title: 'Fremd geschrieben', status: 'published' })
    await trash(image)
    const write = (content_markdown: string) =>
      app.db.updateTable('articles').set({ content_markdown }).where('id', '=', body.id).execute()
    for (const around of [
      (url: string) => url,
      (url: string) => `\\${url}\\"`,
      (url: string) => `","${url}","]}\\u0022 \\\\${url}`,
      (url: string) => `\u0001\u001f\t\r\n\u007f„Größe“ 🙂${url}🙂`,
      (url: string) => `${url}${url}${url}`,
      (url: string) => `/storage/v1/object/public/blog-media//storage/v1/object/public/blog-media${url}`,
      (url: string) => `${'/storage/v1/object/public/blog-media/'.repeat(5000)}${url}`,
    ]) {
      await write(around(image.url))
      expect(await isOpen(image), around('…').slice(0, 80)).toBe(true)
      await write(around(image.url.replace('/blog-media/', '/anderswo/')))
      expect(await isOpen(image)).toBe(false)
    }
  })
})

test('[MEDIA-3] pictures of people, categories and tags and of custom CSS are used, and stay readable in the trash', async () => {
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await owner.call(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const unused = async () => (await owner.call('GET', '/api/media?filter=unused&limit=200')).body.items
  const unusedIds = async () => (await unused()).map(({ id }: Image) => id)
  const images = [await upload(), await upload(), await upload(), await upload()]
  const [face, category, tag, background] = images as [Image, Image, Image, Image]
  const author = await call('POST', '/api/authors', { name: 'Mira Engel', picture: face.url })
  await call('POST', '/api/categories', { name: 'Reisen', picture: category.url })
  await call('POST', '/api/tags', { name: 'Meer', picture: tag.url })
  await call('PATCH', '/api/appearance', { custom_css: `body{background:url(${background.url})}` })

  expect(await Promise.all(images.map(usedIn))).toEqual([['Mira Engel'], ['Reisen'], ['Meer'], ['Eigenes CSS']])
  const { body: many } = await owner.call('POST', '/api/media/usage', { ids: images.map(({ id }) => id) })
  expect(many.items).toHaveLength(4)
  for (const { id } of images) expect(await unusedIds()).not.toContain(id)
  for (const image of images) await trash(image)
  expect(await Promise.all(images.map(isOpen))).toEqual([true, true, true, true])

  await call('PATCH', `/api/authors/${author.id}`, { picture: null })
  await call('PATCH', '/api/appearance', { custom_css: '' })
  expect(await Promise.all(images.map(isOpen))).toEqual([false, true, true, false])
  await call('POST', `/api/trash/media/${face.id}/restore`, undefined)
  expect([await usedIn(face), await unusedIds()]).toEqual([[], expect.arrayContaining([face.id])])
})

test('[RUL-58] triggers record the pictures of text, cover and working version', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const text = { title: 'Alt', excerpt: '', slug: 'alt', cover_image_url: null }
  const id = newId()
  const picture = (name: string) => `/storage/v1/object/public/blog-media/${name}`
  const content_markdown = `![](${picture('eins.webp')}) und ![](${picture('zwei.webp')})`
  const article = { ...text, id, status: 'published', slug_is_custom: 0, version: 1, search_text: 'alt\n' }
  await app.db
    .insertInto('articles')
    .values({ ...article, content_markdown, created_at: at, updated_at: at } as never)
    .execute()
  const working = { ...text, article_id: id, content_markdown: '', cover_image_url: picture('drei.webp') }
  await app.db
    .insertInto('article_working_copies')
    .values({ ...working, updated_at: at } as never)
    .execute()
  const rows = app.db.selectFrom('media_usage').select(['working', 'address']).where('article_id', '=', id)
  // Up to the next address, at most 60 characters.
  expect(await rows.orderBy('address').execute()).toEqual([
    { working: 1, address: 'drei.webp' },
    { working: 0, address: 'eins.webp) und ![](/' },
    { working: 0, address: 'zwei.webp) ' },
  ])
})
