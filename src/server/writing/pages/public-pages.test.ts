import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Page } from '../../../contract/pages.ts'
import type { SystemCheck } from '../../../contract/system.ts'
import { isReserved } from '../../../rules/public-paths.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const read = (path: string) => app.call<string>('GET', path)
const timing = async (path: string) => (await read(path)).headers.get('server-timing')
const add = async (input: Record<string, unknown>): Promise<Page> =>
  (await owner.call('POST', '/api/pages', input)).body
const patch = async ({ id }: Page, input: Record<string, unknown>): Promise<Page> => {
  const { version } = (await owner.call('GET', `/api/pages/${id}`)).body
  const { status, body } = await owner.call('PATCH', `/api/pages/${id}`, { version, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const legal = async (slug: string): Promise<Page> =>
  (await owner.call('GET', '/api/pages')).body.items.find((page: Page) => page.slug === slug)
/** Entries of the footer, except the product's own. */
const footer = async (path: string) =>
  [...(await read(path)).body.split('<footer>')[1]!.matchAll(/<a href="([^"]+)">([^<]+)</g)]
    .map(([, href, label]) => [href, label])
    .filter(([href = '']) => !isReserved(href.slice(1)))

test('[SITE-4] [RUL-48] [RUL-96] Impressum and Datenschutz are in the footer of every public page once published', async () => {
  const { body: article } = await owner.call('POST', '/api/articles', { title: 'Da', status: 'published' })
  const everywhere = ['/', `/article/${article.slug}`, '/nirgends', '/impressum']
  for (const path of everywhere) expect(await footer(path)).toEqual([])
  expect((await read('/impressum')).status).toBe(404)
  expect((await read('/impressum')).body).toBe((await read('/nirgends')).body)

  const imprint = await patch(await legal('impressum'), { status: 'published' })
  await patch(await legal('datenschutz'), { status: 'published' })
  for (const path of everywhere)
    expect(await footer(path), path).toEqual([
      ['/impressum', 'Impressum'],
      ['/datenschutz', 'Datenschutz'],
    ])
  const { status, body } = await read('/impressum')
  expect(status).toBe(200)
  expect(body).toContain('<mark class="blank">Vorname Nachname oder Firma</mark>')
  expect(body).toMatch(/Stand: <time dateTime="\d{4}-\d\d-\d\d">/i)
  expect(body).toContain('<link rel="canonical"')

  await owner.call('PUT', '/api/pages/order', { ids: [(await legal('datenschutz')).id] })
  expect((await footer('/')).map(([href]) => href)).toEqual(['/datenschutz', '/impressum'])
  await patch(imprint, { title: 'Wer wir sind' })
  expect(await footer('/')).toContainEqual(['/impressum', 'Wer wir sind'])
  for (const placement of ['none', 'header']) {
    Object.assign(imprint, await patch(imprint, { placement }))
    for (const path of everywhere)
      expect((await footer(path)).map(([href]) => href)).toEqual(['/datenschutz', '/impressum'])
  }
  expect((await read('/impressum')).status).toBe(200)
  Object.assign(imprint, await patch(imprint, { placement: 'none' }))
  for (const status of ['draft', 'published']) {
    Object.assign(imprint, await patch(imprint, { status }))
    for (const path of everywhere)
      expect(
        (await footer(path)).map(([href]) => href),
        `${status} ${path}`,
      ).toEqual(status === 'draft' ? ['/datenschutz'] : ['/datenschutz', '/impressum'])
  }
  await owner.call('DELETE', `/api/pages/${imprint.id}`)
  expect((await read('/impressum')).status).toBe(404)
  for (const path of everywhere) expect((await footer(path)).map(([href]) => href)).toEqual(['/datenschutz'])
  await owner.call('POST', `/api/trash/pages/${imprint.id}/restore`)
  expect((await read('/impressum')).status).toBe(200)
})

test('[SITE-4] [RUL-44] a renamed page answers 301, as do capitals and a trailing slash', async () => {
  const page = await add({ title: 'Über uns', content_markdown: 'Wir sind *drei*.', status: 'published' })
  expect((await read('/ueber-uns')).body).toContain('<p>Wir sind <em>drei</em>.</p>')
  expect((await read('/ueber-uns')).body).not.toContain('Stand:')
  await patch(page, { slug: 'wir' })
  await patch(page, { slug: 'das-team' })
  for (const path of ['/ueber-uns', '/wir', '/Das-Team', '/das-team/', '/Wir/']) {
    const moved = await app.call('GET', path)
    expect([moved.status, moved.headers.get('location')], path).toEqual([301, '/das-team'])
  }
  await patch(page, { status: 'draft' })
  for (const path of ['/das-team', '/ueber-uns']) expect((await read(path)).status, path).toBe(404)
})

test('[SITE-4] [RUL-27] the working version of a page and its address are hidden', async () => {
  const page = await add({ title: 'Das Haus', content_markdown: 'Wir sind *drei*.', status: 'published' })
  const copy = { title: 'Geheimer Plan', slug: 'geheimer-plan', content_markdown: 'Geheime Worte' }
  const { version } = (await owner.call('GET', `/api/pages/${page.id}`)).body
  expect((await owner.call('PUT', `/api/pages/${page.id}/working-copy`, { version, ...copy })).status).toBe(200)
  expect((await read('/das-haus')).body).not.toMatch(/geheim/i)
  expect((await read('/geheimer-plan')).status).toBe(404)
  await patch(page, { status: 'draft' })
  expect((await read('/geheimer-plan')).status).toBe(404)
})

test('[SITE-15] a changed text drops only its own page, a changed title all of them', async () => {
  const page = await add({ title: 'Technik', content_markdown: 'alt', status: 'published', placement: 'footer' })
  const other = await add({ title: 'Dank', status: 'published' })
  const warm = async () => {
    for (const path of ['/', `/${page.slug}`, `/${other.slug}`]) await read(path)
  }
  await warm()
  await patch(page, { content_markdown: 'neu' })
  expect((await read('/technik')).body).toContain('neu')
  expect([await timing('/'), await timing('/dank')]).toEqual(['cache;desc=hit', 'cache;desc=hit'])
  await owner.call('PATCH', `/api/pages/${page.id}`, {})
  await patch(other, { content_markdown: 'Danke' })
  expect(await timing('/')).toBe('cache;desc=hit')
  await patch(page, { title: 'Unsere Technik' })
  expect(await footer('/')).toContainEqual(['/technik', 'Unsere Technik'])
})

test('[SITE-4] noindex excludes a page of the header from search engines, and the footer does not name it', async () => {
  const page = await add({ title: 'Oben', status: 'published', placement: 'header', noindex: true })
  const { body } = await read('/oben')
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect((await footer('/')).map(([href]) => href)).not.toContain('/oben')
  await patch(page, { noindex: false })
  expect((await read('/oben')).body).not.toContain('noindex')
})

test('[SITE-4] the system check warns while a legal page is missing, not public or has blanks', async () => {
  const checks = async () =>
    Object.fromEntries(
      (await owner.call('GET', '/api/system/checks')).body.checks.map((check: SystemCheck) => [check.key, check]),
    )
  const page = await legal('datenschutz')
  await patch(page, { status: 'draft' })
  const words = async () => {
    const { ok, warning, message } = (await checks()).datenschutz
    return [ok, warning, message.split('.')[0]]
  }
  expect(await words()).toEqual([false, true, 'Noch nicht veröffentlicht'])
  await patch(page, { status: 'published' })
  expect(await words()).toEqual([false, true, 'Veröffentlicht, aber unvollständig'])
  await patch(page, { content_markdown: 'Nichts wird gespeichert.' })
  expect(await words()).toEqual([true, false, 'Veröffentlicht, ohne Lücken'])
  await owner.call('DELETE', `/api/pages/${page.id}`)
  expect(await words()).toEqual([false, true, 'Die Seite fehlt'])
})

test('[RUL-2] a closed blog shows pages to signed-in readers only', async () => {
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  const { status, headers } = await app.call('GET', '/impressum')
  expect([status, headers.get('location')]).toEqual([302, '/auth?return=%2Fimpressum'])
  expect((await app.call('GET', '/api/pages/by-slug/impressum')).status).toBe(401)
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
})
