import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const publish = (title: string, more: Record<string, unknown> = {}) => create({ title, status: 'published', ...more })
const add = async (noun: string, name: string): Promise<string> =>
  (await owner.call('POST', `/api/${noun}`, { name })).body.id
const read = (path: string) => app.call<string>('GET', path)
const titles = (html: string) =>
  [...html.matchAll(/<h2><a [^>]+>([^<]+)</g)].map(([, title = '']) => title.replaceAll('\u00ad', ''))
/** Status of an address, and the new address of a 301. */
const visit = async (path: string): Promise<[number, string | null]> => {
  const answer = await read(path)
  return [answer.status, answer.headers.get('location')]
}

describe('[SITE-1] lists of a category and of a tag', () => {
  const nouns = [
    { noun: 'categories', folder: '/kategorie', field: (id: string) => ({ category_id: id }) },
    { noun: 'tags', folder: '/schlagwort', field: (id: string) => ({ tag_ids: [id] }) },
  ]
  test.each(nouns)('$folder: published ones, newest first, ten a page; empty and unknown are 404', async (each) => {
    const { noun, folder, field } = each
    const id = await add(noun, `Würfel ${noun}`)
    const path = `${folder}/wuerfel-${noun}`
    expect((await read(path)).status).toBe(404)
    const { body: draft } = await owner.call('POST', '/api/articles', { title: `Geheim ${noun}`, ...field(id) })
    expect((await read(path)).status).toBe(404)
    for (let day = 1; day <= 12; day++) {
      const published_at = `2025-01-${String(day).padStart(2, '0')}T10:00:00Z`
      await publish(`Wurf ${day} ${noun}`, { published_at, ...field(id) })
    }
    const [first, second] = [await read(path), await read(`${path}?seite=2`)]
    expect(titles(first.body)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((day) => `Wurf ${day} ${noun}`))
    expect(titles(second.body)).toEqual([2, 1].map((day) => `Wurf ${day} ${noun}`))
    expect(first.body).toContain('12 Artikel')
    expect(first.body).toContain(`<link rel="next" href="${path}?seite=2"`)
    expect(second.body).toContain(`<link rel="prev" href="${path}"`)
    expect(first.body).not.toContain('Geheim')
    for (const wrong of ['?seite=3', '?seite=0', '?seite=01', '?seite=x'])
      expect((await read(path + wrong)).status).toBe(404)
    expect(await visit(`${path}?seite=1`)).toEqual([301, path])
    expect(await visit(`${path}/?seite=2&utm=x`)).toEqual([301, `${path}?seite=2`])
    expect(await visit(path.toUpperCase())).toEqual([301, path])
    expect((await read(`${folder}/unbekannt`)).status).toBe(404)

    // A published draft comes on top of the list, and a withdrawn one leaves it.
    await owner.call('PATCH', `/api/articles/${draft.id}`, { version: 1, status: 'published' })
    expect(titles((await read(path)).body)[0]).toBe(`Geheim ${noun}`)
    await owner.call('DELETE', `/api/articles/${draft.id}`)
    expect((await read(path)).body).not.toContain('Geheim')
  })

  test.each(nouns)('$folder: renamed and merged ones redirect to their present address in one step', async (each) => {
    const { noun, folder, field } = each
    const [one, other] = [await add(noun, `Eins ${noun}`), await add(noun, `Ziel ${noun}`)]
    await publish(`Eins in ${noun}`, field(one))
    await publish(`Ziel in ${noun}`, field(other))
    const rename = async (input: Record<string, unknown>) => owner.call('PATCH', `/api/${noun}/${one}`, input)
    expect((await rename({ name: `Zwei ${noun}` })).body.slug).toBe(`zwei-${noun}`)
    expect(await visit(`${folder}/eins-${noun}?seite=1&x=2`)).toEqual([301, `${folder}/zwei-${noun}`])
    expect(await visit(`${folder}/eins-${noun}`)).toEqual([301, `${folder}/zwei-${noun}`])
    expect((await rename({ name: `Drei ${noun}`, slug: `Tres ${noun}` })).body.slug).toBe(`tres-${noun}`)
    for (const former of ['eins', 'zwei'])
      expect(await visit(`${folder}/${former}-${noun}`)).toEqual([301, `${folder}/tres-${noun}`])
    const taken = await rename({ name: `Drei ${noun}`, slug: `ziel-${noun}` })
    expect([taken.status, taken.body.code, taken.body.proposal]).toEqual([409, 'slug_taken', `ziel-${noun}-2`])
    expect((await rename({ name: 'x', slug: '…' })).body.fields[0].field).toBe('slug')
    expect((await rename({ name: `Eins ${noun}` })).body.slug).toBe(`eins-${noun}`)
    expect((await read(`${folder}/eins-${noun}`)).status).toBe(200)

    await owner.call('POST', `/api/${noun}/${one}/merge`, { into_id: other })
    for (const former of ['eins', 'zwei', 'tres'])
      expect(await visit(`${folder}/${former}-${noun}?seite=2`)).toEqual([301, `${folder}/ziel-${noun}?seite=2`])
    expect(titles((await read(`${folder}/ziel-${noun}`)).body)).toHaveLength(2)
    await owner.call('DELETE', `/api/${noun}/${other}`)
    for (const former of ['eins', 'ziel']) expect((await read(`${folder}/${former}-${noun}`)).status).toBe(404)
  })
})

describe('[SITE-1] authors', () => {
  test('each has a page, names of one slug share it, and the author of the settings is the default', async () => {
    await owner.call('PATCH', '/api/settings', { author_name: '' })
    await publish('Von niemandem')
    expect((await read('/autor/jana-oeztuerk')).status).toBe(404)
    await publish('Von Jana', { byline: 'Jana Öztürk', published_at: '2024-01-01T10:00:00Z' })
    await publish('Von Jana, anders', { byline: ' Jana Oeztuerk ', published_at: '2024-01-02T10:00:00Z' })
    await publish('Von beiden', { byline: 'Jana Öztürk, Ali Kaya' })
    const jana = await read('/autor/jana-oeztuerk')
    expect(titles(jana.body)).toEqual(['Von beiden', 'Von Jana, anders', 'Von Jana'])
    expect(jana.body).toContain('>Jana Öztürk</h1>')
    expect(titles((await read('/autor/ali-kaya')).body)).toEqual(['Von beiden'])
    expect((await read('/autor/jana-oeztuerk-ali-kaya')).status).toBe(301)
    await owner.call('PATCH', '/api/settings', { author_name: 'Jana Öztürk' })
    const all = await read('/autor/jana-oeztuerk')
    expect(titles(all.body)).toContain('Von niemandem')
    expect(Number(/<span>(\d+) Artikel<\/span>/.exec(all.body)?.[1])).toBeGreaterThan(12)
    const { body } = await read('/article/von-jana')
    expect(body).toContain('<a href="/autor/jana-oeztuerk">Jana Öztürk</a>')
    await publish('Ohne lateinische Letter', { byline: '李明' })
    const path = /href="(\/autor\/[^"]+)"/.exec((await read('/article/ohne-lateinische-letter')).body)?.[1] ?? ''
    expect(titles((await read(path)).body)).toEqual(['Ohne lateinische Letter'])
    await owner.call('PATCH', '/api/settings', { author_name: '' })
  })

  test('a changed byline moves the article', async () => {
    const article = await publish('Wandert', { byline: 'Erste Hand' })
    expect(titles((await read('/autor/erste-hand')).body)).toEqual(['Wandert'])
    await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, byline: 'Zweite Hand' })
    expect((await read('/autor/erste-hand')).status).toBe(404)
    expect(titles((await read('/autor/zweite-hand')).body)).toEqual(['Wandert'])
  })
})

describe('[SITE-2] archive', () => {
  test('months and years of the site’s zone with their counts', async () => {
    const other = await startTestApp()
    try {
      const writer = await other.register()
      const see = (path: string) => other.call<string>('GET', path)
      const at = async (title: string, published_at: string) => {
        const answer = await writer.call('POST', '/api/articles', { title, status: 'published', published_at })
        expect(answer.status).toBe(201)
        return answer.body
      }
      expect((await see('/archiv')).status).toBe(404)
      expect((await see('/archiv/2026')).status).toBe(404)
      // The last hour of February in UTC is March in Berlin; New Year’s Eve in UTC is the new year.
      await at('Noch Februar', '2026-02-28T22:59:59.999Z')
      await at('Schon März', '2026-02-28T23:00:00Z')
      const eve = await at('Schon 2026', '2025-12-31T23:30:00Z')
      await at('Lange her', '2019-09-15T10:00:00Z')
      const archive = await see('/archiv')
      /** Months and their counts from the page. */
      const months = (html: string) =>
        [...html.matchAll(/<a href="\/archiv\/(\d{4})\/(\d\d)">.*?<b>(\d+)<\/b>/g)].map((found) =>
          found.slice(1).join(' '),
        )
      expect(months(archive.body)).toEqual(['2026 01 1', '2026 02 1', '2026 03 1', '2019 09 1'])
      expect(archive.body).toContain('<b>4 Artikel</b> <span>seit September 2019</span>')
      const year = await see('/archiv/2026')
      expect([...year.body.matchAll(/\/article\/([\w-]+)"/g)].map(([, slug]) => slug)).toEqual([
        'schon-maerz',
        'noch-februar',
        'schon-2026',
      ])
      expect(year.body).toContain('<time dateTime="2026-03-01">1.</time>')
      expect(year.body).toContain('rel="prev"')
      const march = await see('/archiv/2026/03')
      expect(titles(march.body)).toEqual(['Schon März'])
      expect(march.body).toContain('/archiv/2026/02')
      for (const gone of ['/archiv/2025', '/archiv/2025/12', '/archiv/2026/13', '/archiv/0000', '/archiv/2026/3/1'])
        expect((await see(gone)).status, gone).toBe(404)
      const led = await see('/archiv/2026/3?seite=2&x=1')
      expect([led.status, led.headers.get('location')]).toEqual([301, '/archiv/2026/03?seite=2'])
      expect((await see('/archiv/2026/4')).status).toBe(404)

      // A move between months is visible at once, on both.
      await writer.call('PATCH', `/api/articles/${eve.id}`, { version: 1, published_at: '2026-03-05T10:00:00Z' })
      expect(months((await see('/archiv')).body)).toEqual(['2026 02 1', '2026 03 2', '2019 09 1'])
      await writer.call('PATCH', '/api/settings', { timezone: 'America/New_York' })
      expect((await see('/archiv')).body).toContain('Feb<span class="sr"> 2026: </span><b>2</b>')
      await writer.call('PATCH', '/api/settings', { visibility: 'privat' })
      expect((await see('/archiv')).status).toBe(302)
    } finally {
      await other.stop()
    }
  })
})
