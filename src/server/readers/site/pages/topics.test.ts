import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await owner.call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const read = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), body: await answer.text() }
}
const titles = (body: string) =>
  [...body.matchAll(/<a [^>]*href="\/article\/[^"]+"[^>]*>([^<]+)<\/a>/g)].map(([, title]) => title)

test('[SITE-21] topics have descriptions and pictures, an overview, and years that filter', async () => {
  expect((await read('/themen')).status).toBe(404)
  const category = await call('POST', '/api/categories', {
    name: 'Spiele',
    description: ' Regeln & Zufall. ',
    picture: '/favicon.svg',
  })
  expect(category).toMatchObject({ description: 'Regeln & Zufall.', picture: '/favicon.svg' })
  const tag = await call('POST', '/api/tags', { name: 'Würfel' })
  const empty = await call('POST', '/api/categories', { name: 'Leer', description: 'Geheim.' })
  const publish = (title: string, published_at: string) =>
    call('POST', '/api/articles', {
      ...{ title, published_at, status: 'published', content_markdown: 'Text.' },
      ...{ category_id: category.id, tag_ids: [tag.id] },
    })
  await publish('Alt', '2024-12-31T22:30:00Z')
  await call('POST', '/api/articles', { title: 'Entwurf', category_id: empty.id, status: 'draft' })
  expect((await read('/kategorie/spiele')).body).not.toContain('Nach Jahren')
  await publish('Silvester', '2024-12-31T23:30:00Z')

  const topics = (await read('/themen')).body
  expect(topics).toContain('<a href="/kategorie/spiele">Spiele</a>')
  expect(topics).toContain('Regeln &amp; Zufall.')
  expect(topics).toMatch(/2 Artikel.*2024 bis 2025.*src="\/favicon\.svg"/s)
  expect(topics).toContain('<a href="/schlagwort/wuerfel"><span>Würfel</span><b>2')
  expect(topics).not.toContain('Geheim')
  expect(titles(topics)).toEqual(['Silvester'])

  const list = (await read('/kategorie/spiele')).body
  expect(list).toContain('<p class="excerpt">Regeln &amp; Zufall.</p>')
  expect(list).toMatch(/<figure class="banner"><img src="\/favicon\.svg"/)
  expect(list).toContain('<a href="/kategorie/spiele" aria-current="page">Alle')
  expect(list).toContain('<a href="/kategorie/spiele/2025">2025')
  // Months and years of a category, from the archive on.
  const other = await call('POST', '/api/categories', { name: 'Bäume' })
  await call('POST', '/api/articles', {
    ...{ title: 'Linde', published_at: '2025-01-05T10:00:00Z', status: 'published', category_id: other.id },
  })
  const archive = (await read('/archiv')).body
  expect(archive).toContain('<a class="text" href="/archiv" aria-current="page">Alle</a>')
  expect(archive).toContain('<a class="text" href="/kategorie/spiele/archiv">Spiele</a>')
  const filtered = (await read('/kategorie/spiele/archiv')).body
  expect(filtered).toContain('<h1>Archiv: Spiele</h1>')
  expect(filtered).toMatch(/href="\/kategorie\/spiele\/2025\/01">Jan.*?<b>1<\/b>/s)
  expect(filtered).toContain('<a href="/kategorie/spiele/2024">2024</a>')
  expect(filtered).toMatch(/<link rel="canonical" href="[^"]+\/kategorie\/spiele\/archiv"/)
  expect(titles((await read('/kategorie/spiele/2025/01')).body)).toEqual(['Silvester'])
  for (const path of ['/kategorie/spiele/2025/02', '/kategorie/spiele/2025/13', '/kategorie/leer/archiv'])
    expect((await read(path)).status, path).toBe(404)
  // A year of the site’s zone.
  expect(titles((await read('/kategorie/spiele/2025')).body)).toEqual(['Silvester'])
  expect(titles((await read('/schlagwort/wuerfel/2024')).body)).toEqual(['Alt'])
  expect((await read('/kategorie/spiele/2023')).status).toBe(404)

  await call('PATCH', `/api/categories/${category.id}`, { description: '', picture: null })
  expect((await read('/themen')).body).not.toContain('Regeln')
  expect((await read('/kategorie/spiele')).body).not.toContain('banner')
  await call('PATCH', `/api/categories/${category.id}`, { name: 'Spielen' })
  expect(await read('/kategorie/spiele/2025')).toMatchObject({ status: 301, to: '/kategorie/spielen/2025' })
  expect((await read('/themen')).body).toContain('<a href="/kategorie/spielen">Spielen</a>')
})

test('[SITE-21] what a topic may not have is refused', async () => {
  const { body } = await owner.call('POST', '/api/tags', { name: 'x', picture: 'javascript:1' })
  expect(body.fields?.[0]?.field).toBe('picture')
})

test('[SITE-21] a private blog shows no topics', async () => {
  await call('PATCH', '/api/settings', { visibility: 'privat' })
  for (const path of ['/themen', '/kategorie/spielen/2025']) expect((await read(path)).status).toBe(302)
})
