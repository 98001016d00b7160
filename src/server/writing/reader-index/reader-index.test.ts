import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Article } from '../../../contract/articles.ts'
import { GERMAN_PAIRS } from '../../../../tests/support/german-pairs.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { createLog } from '../../platform/log.ts'
import { orderMissedTexts, readPublicTexts } from './reader-index.jobs.ts'
import { nextOrders, removeText } from './reader-index.queries.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())
beforeEach(async () => {
  for (const { id } of (await owner.call('GET', '/api/articles?limit=200')).body.items) {
    await owner.call('DELETE', `/api/articles/${id}`)
    await owner.call('DELETE', `/api/trash/articles/${id}`)
  }
})

let day = 0
const publish = async (input: Record<string, unknown>): Promise<Article> => {
  const published_at = new Date(Date.UTC(2026, 0, 1) + (day += 1) * 86_400_000).toISOString()
  const { status, body } = await owner.call('POST', '/api/articles', { status: 'published', published_at, ...input })
  expect(status).toBe(201)
  return body
}
const search = async (words: string, query = '') =>
  (await app.call<string>('GET', `/suche?q=${encodeURIComponent(words)}${query}`)).body
const titlesOf = (page: string) =>
  [...page.matchAll(/<article class="entry hit">.*?<h2><a[^>]*>(.*?)<\/a>/g)].map(([, title]) =>
    title!.replaceAll(/<\/?mark>|\u00ad/g, ''),
  )
const found = async (words: string) => titlesOf(await search(words))

describe('the readers’ search', () => {
  test('[SITE-3] [SITE-15] finds published live texts, before their writer has the response', async () => {
    const { id, version } = await publish({ title: 'Der Zwergpudel', content_markdown: 'Er bellt **laut**hals.' })
    await owner.call('POST', '/api/articles', { title: 'Entwurf vom Zwergpudel', content_markdown: 'lauthals' })
    expect(await found('lauthals')).toEqual(['Der Zwergpudel'])
    const copy = {
      title: 'Der Zwergpudel',
      slug: 'der-zwergpudel',
      excerpt: '',
      cover_image_url: null,
      category_id: null,
    }
    await owner.call('PUT', `/api/articles/${id}/working-copy`, {
      ...copy,
      version,
      content_markdown: 'Heimlich still.',
    })
    expect(await found('heimlich')).toEqual([])
    await owner.call('PATCH', `/api/articles/${id}`, { version: version + 1, status: 'published' })
    expect(await found('heimlich')).toEqual(['Der Zwergpudel'])
    expect(await found('lauthals')).toEqual([])
    const { body } = await owner.call('GET', `/api/articles/${id}`)
    await owner.call('PATCH', `/api/articles/${id}`, { version: body.version, status: 'draft' })
    expect(await found('heimlich')).toEqual([])
    expect(await app.db.selectFrom('public_texts').selectAll().execute()).toEqual([])
  })

  test('[SITE-3] in title, excerpt, text, category and tags; each word in any of them; renamed terms at once', async () => {
    const category = (await owner.call('POST', '/api/categories', { name: 'Vogelkunde' })).body
    const tag = (await owner.call('POST', '/api/tags', { name: 'Nistkasten' })).body
    const input = {
      title: 'Meisen',
      excerpt: 'Im Februar beginnt es.',
      content_markdown: 'Ein [Loch](https://geheim.example/adresse)',
    }
    await publish({ ...input, category_id: category.id, tag_ids: [tag.id] })
    for (const words of ['meise', 'februar', 'loch', 'vogelkunde', 'nistkaesten', 'meisen februar loch vogel'])
      expect(await found(words), words).toEqual(['Meisen'])
    expect(await found('geheim')).toEqual([])
    expect(await found('meisen Elster')).toEqual([])
    expect((await owner.call('PATCH', `/api/categories/${category.id}`, { name: 'Gefieder' })).status).toBe(200)
    expect(await found('gefieder')).toEqual(['Meisen'])
    expect(await found('vogelkunde')).toEqual([])
    expect((await owner.call('DELETE', `/api/tags/${tag.id}`)).status).toBe(204)
    expect(await found('nistkasten')).toEqual([])
  })

  test('[RUL-108] titles first, then metadata above the text, then texts; each newest first', async () => {
    const rest = { content_markdown: 'Vom Wetter.' }
    await publish({ title: 'Text alt', content_markdown: 'Ein Kompass.' })
    await publish({ title: 'Kompass alt', ...rest })
    await publish({ title: 'Oben', excerpt: 'Mit Kompass.', ...rest })
    await publish({ title: 'Text neu', content_markdown: 'Der Kompass zeigt.' })
    await publish({ title: 'Kompass neu', ...rest })
    expect(await found('kompass')).toEqual(['Kompass neu', 'Kompass alt', 'Oben', 'Text neu', 'Text alt'])
  })

  test('[SITE-17] [RUL-108] whole words before prefixes before last parts of compounds, each newest first; nothing inside a word', async () => {
    const text = (words: string) => ({ content_markdown: `Davor. ${words} Danach.` })
    await publish({ title: 'Am Rand alt', ...text('') })
    await publish({ title: 'Randstein', ...text('') })
    await publish({ title: 'Stadtrand', ...text('') })
    await publish({ title: 'Ränder neu', ...text('') })
    await publish({ title: 'Ganz im Text', ...text('Der Rand.') })
    await publish({ title: 'Ende im Text', ...text('Am Waldrand.') })
    await publish({ title: 'Anfang im Text', ...text('Eine Randnotiz.') })
    await publish({ title: 'Brandung', ...text('Wir verändern und umranden.') })
    expect(await found('rand')).toEqual([
      'Ränder neu',
      'Am Rand alt',
      'Randstein',
      'Stadtrand',
      'Ganz im Text',
      'Anfang im Text',
      'Ende im Text',
    ])
    // The same order with more hits than are counted.
    for (let index = 0; index < 105; index += 1) await publish({ title: `Blatt ${index}`, ...text('Ein Randstein.') })
    expect((await found('rand')).slice(0, 6)).toEqual([
      'Ränder neu',
      'Am Rand alt',
      'Randstein',
      'Stadtrand',
      'Ganz im Text',
      'Blatt 104',
    ])
  })

  test('[SITE-3] tags shown as text are omitted from excerpts; code is not', async () => {
    await publish({
      title: 'Rahmen',
      content_markdown: `Mit \`<b>\` singt der Zaunkönig. <marquee class="${'x'.repeat(200)}" title="Zaunkönig"></marquee> Ende.`,
    })
    const page = await search('zaunkönig')
    expect(page).toContain('Mit &lt;b&gt; singt der <mark>Zaunkönig</mark>. Ende.')
    expect(page).not.toContain('marquee')
  })

  test('[SITE-3] published pages, too, and no others', async () => {
    const { body } = await owner.call('POST', '/api/pages', { title: 'Über uns', content_markdown: 'Unser Zeppelin.' })
    expect(await found('zeppelin')).toEqual([])
    await owner.call('PATCH', `/api/pages/${body.id}`, { version: body.version, status: 'published' })
    expect(await found('zeppelin')).toEqual(['Über uns'])
    expect(await search('zeppelin')).toContain('<b>Seite</b>')
    await owner.call('DELETE', `/api/pages/${body.id}`)
    expect(await found('zeppelin')).toEqual([])
  })

  test('[SITE-3] [WEEK-10] German as in the editors’ search: every sixth pair, all of them in the rules’ own test', async () => {
    const pairs = GERMAN_PAIRS.filter((_, at) => at % 6 === 0)
    for (const [at, { text }] of pairs.entries()) await publish({ title: `Paar ${at}`, content_markdown: text })
    for (const [at, { searched, found: must }] of pairs.entries()) {
      expect((await found(searched)).includes(`Paar ${at}`), `${searched} / ${pairs[at]!.text}`).toBe(must)
    }
  })
})

describe('the page', () => {
  test('[SITE-3] marks the match, and links to the chapter', async () => {
    const text = 'Vorweg.\n\n## Eine Zahl, die mitliest\n\nDazu genügt die Prüfsumme. ' + 'Mehr. '.repeat(200)
    await publish({ title: 'Was Prüfsummen merken', slug: 'pruef', content_markdown: text })
    const page = await search('pruefsumme')
    expect(page).toContain('Was <mark>Prüfsumme</mark>n merken')
    expect(page).toContain('genügt die <mark>Prüfsumme</mark>. Mehr.')
    expect(page).toContain('href="/article/pruef#eine-zahl-die-mitliest">Eine Zahl, die mitliest</a>')
    expect(page).toContain('1 Treffer')
  })

  test('[SITE-3] without hits it says so, suggests the beginning of the word and offers the newest five', async () => {
    for (const title of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs über Prüfungen']) await publish({ title })
    const page = await search('prüfsimme')
    expect(page).toContain('Kein Artikel und keine Seite enthält „prüfsimme“.')
    expect(page).toContain('href="/suche?q=pr%C3%BCf"')
    expect([...page.matchAll(/<ul class="titles">.*?<\/ul>/g)].join('').match(/<li>/g)).toHaveLength(5)
    expect((await app.call('GET', '/suche')).status).toBe(200)
  })

  test('[RUL-103] has ten hits a page, counts to a hundred, and is never cached', async () => {
    for (let index = 0; index < 12; index += 1)
      await publish({ title: `Kapitel ${index}`, content_markdown: 'Sonnenuhr' })
    expect(titlesOf(await search('sonnenuhr'))).toHaveLength(10)
    const second = await app.call<string>('GET', '/suche?q=sonnenuhr&seite=2')
    expect(titlesOf(second.body)).toEqual(['Kapitel 1', 'Kapitel 0'])
    expect(second.headers.get('cache-control')).toBe('private, no-store')
    expect(second.body).toContain('<meta name="robots" content="noindex, follow"/>')
    expect(await search('')).not.toContain('name="robots"')
    expect(second.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect((await app.call('GET', '/suche?q=sonnenuhr&seite=3')).status).toBe(404)
    expect((await app.call('GET', '/Suche/?q=Sonnen&seite=2&x=1')).headers.get('location')).toBe(
      '/suche?q=Sonnen&seite=2',
    )
    expect((await app.call('GET', '/suche?q=Sonnen&seite=1')).headers.get('location')).toBe('/suche?q=Sonnen')
  })

  test('[SITE-21] [RUL-103] hits are filtered by category, by plain links; any number of them', async () => {
    const category = async (name: string) => (await owner.call('POST', '/api/categories', { name })).body.id as string
    const [moor, wald] = [await category('Moor'), await category('Wald')]
    for (let index = 0; index < 12; index += 1)
      await publish({ title: `Moos ${index}`, content_markdown: 'Sonnentau', category_id: index < 2 ? wald : moor })
    const page = await app.call<string>('GET', '/suche?q=sonnentau&kategorie=wald')
    expect(titlesOf(page.body)).toEqual(['Moos 1', 'Moos 0'])
    expect(page.body).toContain('<a class="text" href="/suche?q=sonnentau">Alle</a>')
    expect(page.body).toContain('<a class="text" href="/suche?q=sonnentau&amp;kategorie=moor">Moor</a> 10')
    expect(page.body).toContain('href="/suche?q=sonnentau&amp;kategorie=wald" aria-current="page">Wald</a> 2')
    expect(page.body).toContain('<meta name="robots" content="noindex, follow"/>')
    expect(page.body).toMatch(/<link rel="canonical" href="[^"?]+\/suche"/)
    expect((await app.call('GET', '/Suche/?q=a&kategorie=moor&seite=2')).headers.get('location')).toBe(
      '/suche?q=a&kategorie=moor&seite=2',
    )
    // One that does not exist filters nothing.
    expect(await search('sonnentau', '&kategorie=gibt-es-nicht')).toContain('<output>12 Treffer</output>')
    // More hits than are counted: those of the category are found all the same.
    for (let index = 0; index < 101; index += 1)
      await publish({ title: `Weg ${index}`, content_markdown: 'Sonnentau', category_id: moor })
    const many = await search('sonnentau', '&kategorie=wald')
    expect(titlesOf(many)).toEqual(['Moos 1', 'Moos 0'])
    expect(many).toContain('<output>2 Treffer</output>')
    expect(titlesOf(await search('sonnentau', '&kategorie=moor&seite=10'))).toHaveLength(10)
  })

  test('[SITE-3] is safe for any input', async () => {
    await publish({ title: 'Harmlos' })
    for (const words of [
      '<script>alert(1)</script>',
      '"',
      "' or 1=1",
      '* AND *',
      'a:*',
      '%',
      '💥',
      '\u0000',
      'x'.repeat(5000),
      'wort '.repeat(500),
      '\ud800',
      'москва',
      '漢字',
    ])
      expect(
        (await app.call('GET', `/suche?q=${encodeURIComponent(words.toWellFormed())}`)).status,
        words.slice(0, 20),
      ).toBeOneOf([200, 404])
    expect(await search('<b>fett</b>')).not.toContain('<b>fett')
  })
})

test('the newest is indexed first, however much waits', async () => {
  const at = (time: number) => ({ noun: 'articles', record_id: uuid({ msecs: time }), nonce: '' })
  const orders = [at(Date.UTC(2030, 0, 1)), ...Array.from({ length: 30 }, (_, day) => at(Date.UTC(2020, 0, 1 + day)))]
  await app.db.insertInto('public_text_orders').values(orders).execute()
  expect(await nextOrders(app.db, 1)).toEqual([orders[0]])
  const runtime = { db: app.db, log: createLog('silent') } as unknown as Parameters<typeof readPublicTexts.run>[0]
  await readPublicTexts.run(runtime)
  expect(await readPublicTexts.hasWork?.(runtime)).toBe(false)
})

test('texts changed outside the server are indexed by the next day, and leftovers by the job', async () => {
  const { id } = await publish({ title: 'Vergessen' })
  await found('vergessen')
  await app.db.deleteFrom('public_texts').execute()
  const runtime = { db: app.db, log: createLog('silent') } as unknown as Parameters<typeof readPublicTexts.run>[0]
  await orderMissedTexts.run(runtime)
  expect(await readPublicTexts.hasWork?.(runtime)).toBe(true)
  await readPublicTexts.run(runtime)
  expect(await readPublicTexts.hasWork?.(runtime)).toBe(false)
  expect((await app.db.selectFrom('public_texts').select('record_id').execute()).map((row) => row.record_id)).toEqual([
    id,
  ])
})

test('[RUL-58] entries indexed by a former release are indexed again by the next day, once', async () => {
  const { id } = await publish({ title: 'Umstellung', content_markdown: 'Die Stadtbibliothek.' })
  expect(await found('bibliothek')).toEqual(['Umstellung'])
  await app.db.transaction().execute(async (tx) => {
    await removeText(tx, { noun: 'articles', record_id: id })
    await sql`insert into public_texts ${
      DIALECT === 'postgres'
        ? sql`(place, noun, record_id, plain, chapters, words) values (1, 'articles', ${id}, '', '[]', '')`
        : sql`(place, noun, record_id, plain, chapters) values (1, 'articles', ${id}, '', '[]')`
    }`.execute(tx)
  })
  expect(await found('bibliothek')).toEqual([])
  const runtime = { db: app.db, log: createLog('silent') } as unknown as Parameters<typeof readPublicTexts.run>[0]
  await orderMissedTexts.run(runtime)
  await readPublicTexts.run(runtime)
  expect(await found('bibliothek')).toEqual(['Umstellung'])
  await orderMissedTexts.run(runtime)
  expect(await readPublicTexts.hasWork?.(runtime)).toBe(false)
})
