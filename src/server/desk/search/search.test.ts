import sharp from 'sharp'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchGroups } from '../../../contract/search.ts'
import type { SearchNoun } from '../../../nouns/registries.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { SearchTerm } from '../../../rules/search-text.ts'
import { MOST_TRIGRAMS, mostTelling, trigramsOf } from '../../platform/search/search.ts'
import { removeTexts } from '../../platform/search/word-index.ts'
import { orderOldSearched } from './search.jobs.ts'
import { orderEverything, readOrders, waitsToBeRead } from './search.service.ts'

/** More than the keys of one millisecond (4096). */
const MANY = 4500

/** A word of each noun's title, and one of its text if it has a text, all different. */
const WORDS_OF: Record<SearchNoun, { title: string; text?: string }> = {
  articles: { title: 'Bergwanderung', text: 'Karabiner' },
  pages: { title: 'Datenblatt', text: 'Vereinsheim' },
  tasks: { title: 'Heckenschnitt', text: 'Laubsauger' },
  events: { title: 'Sommerfest' },
  research: { title: 'Moorgebiet', text: 'Torfabbau' },
  inbox: { title: 'Zugvogel', text: 'Brutplatz' },
  media: { title: 'Orchideenbeet', text: 'Knabenkraut' },
  links: { title: 'Quarzuhrwerk', text: 'Unruhspirale' },
  prompts: { title: 'Jambenvers', text: 'Strophenform' },
}
const TYPING_ERRORS: Record<string, (word: string) => string> = {
  'a letter is missing': (word) => word.slice(0, 3) + word.slice(4),
  'a letter stands twice': (word) => word.slice(0, 4) + word.slice(3),
  'another letter': (word) => `${word.slice(0, 5)}x${word.slice(6)}`,
  'two letters are swapped': (word) => word.slice(0, 3) + word[4] + word[3] + word.slice(5),
  'the first letter is wrong': (word) => `y${word.slice(1)}`,
}

const INDEX = { table: 'searched_records', words: 'searched_records_words', hits: 'searched_record_hits' }

let app: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
afterAll(() => app.stop())

const create = async (path: string, input: Record<string, unknown>, account = owner) => {
  const { status, body } = await account.call('POST', path, input)
  expect({ path, status }).toEqual({ path, status: 201 })
  return body
}
const find = async (q: string, more = '') => {
  const { status, body } = await owner.call<SearchGroups>('GET', `/api/search?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return body.groups
}
/** Makes a record of each noun with its words. */
const SPELLED: Record<SearchNoun, () => Promise<{ id: string }>> = {
  articles: () =>
    create('/api/articles', {
      title: WORDS_OF.articles.title,
      content_markdown: `${'Weit oben. '.repeat(500)}Der ${WORDS_OF.articles.text} endet.`,
    }),
  pages: () =>
    create('/api/pages', { title: WORDS_OF.pages.title, content_markdown: `Zum ${WORDS_OF.pages.text} geradeaus.` }),
  tasks: async () => {
    const task = await create('/api/tasks', { title: WORDS_OF.tasks.title })
    await owner.call('PATCH', `/api/tasks/${task.id}`, { notes: `Ohne ${WORDS_OF.tasks.text}.` })
    return task
  },
  events: () => create('/api/events', { title: WORDS_OF.events.title, starts_at: '2026-06-05T10:00:00Z' }),
  research: () => create('/api/research', { title: WORDS_OF.research.title, note: `Über ${WORDS_OF.research.text}` }),
  inbox: () => create('/api/inbox', { title: WORDS_OF.inbox.title, note: `Am ${WORDS_OF.inbox.text}` }),
  media: async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const asset = (await owner.call('POST', `/api/media?filename=${WORDS_OF.media.title}.png`, picture)).body
    await owner.call('PATCH', `/api/media/${asset.id}`, { alt: `Rosa ${WORDS_OF.media.text}` })
    return asset
  },
  links: () =>
    create('/api/links', {
      title: WORDS_OF.links.title,
      url: 'https://uhr.example',
      description: `Mit ${WORDS_OF.links.text}`,
    }),
  prompts: () =>
    create('/api/prompts', {
      title: WORDS_OF.prompts.title,
      content: `Erkläre ${WORDS_OF.prompts.text}`,
      category: 'Claude',
      description: '',
    }),
}
/** `noun: title` of every hit, in order. */
const titles = async (q: string, more = '') =>
  (await find(q, more)).flatMap(({ noun, items }) => items.map(({ title }) => `${noun}: ${title}`))
const marked = ({ text, marks }: { text: string; marks: { start: number; end: number }[] }) =>
  marks.map(({ start, end }) => text.slice(start, end))

describe('search over all nouns', () => {
  test('[SITE-17] [RUL-108] articles are found by words of their texts: whole words first, prefixes before suffixes, nothing inside a word', async () => {
    for (const [title, words] of [
      ['Text eins', 'Die Zwielampe steht.'],
      ['Text zwei', 'Ein Lampenschirm.'],
      ['Text drei', 'Alte Lampen.'],
      ['Text vier', 'Vier Schlampereien.'],
      ['Text fünf', 'Die Lampe.'],
    ])
      await create('/api/articles', { title, content_markdown: words })
    const texts = ['Text fünf', 'Text drei', 'Text zwei', 'Text eins']
    expect(await titles('lampe', '&noun=articles')).toEqual(texts.map((title) => `articles: ${title}`))
    const { body } = await owner.call('GET', '/api/articles/text-hits?q=lampe')
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(texts)
  })

  test('[SITE-17] [RUL-108] prefixes are found after any character; the inside of a word never, however many texts contain it', async () => {
    const begun = [
      '„Rohrdommel“',
      '(Rohrdommel)',
      '**Rohrdommel**',
      'Zeile\nRohrdommel',
      '> Rohrdommel',
      '[Rohrdommel](/x)',
    ]
    for (const [at, words] of begun.entries())
      await create('/api/articles', { title: `Beginn ${at}`, content_markdown: `Davor steht: ${words}` })
    const texts = begun.map((_, at) => `Beginn ${at}`).toReversed()
    const hits = async (words: string) =>
      (await owner.call('GET', `/api/articles/text-hits?q=${words}`)).body.items.map(
        ({ title }: { title: string }) => title,
      )
    for (const words of ['rohrdomme', 'rohrdom', 'rohrdommel']) {
      expect(await titles(words, '&noun=articles&limit=9'), words).toEqual(texts.map((title) => `articles: ${title}`))
      expect(await hits(words), words).toEqual(texts)
    }
    expect(await hits('ohrdomme')).toEqual([])
    await create('/api/articles', { title: 'Alte Knolle', content_markdown: 'Die Zwirbelknolle liegt.' })
    for (let at = 0; at < 30; at += 1)
      await create('/api/articles', { title: `Inneres ${at}`, content_markdown: 'Die Verzwirbelung bleibt.' })
    expect(await hits('zwirbel&limit=5')).toEqual(['Alte Knolle'])
    expect(await titles('zwirbel', '&noun=articles&limit=5')).toEqual(['articles: Alte Knolle'])
  })

  test('[SITE-17] [RUL-108] a last part is found where the stemmer removes its ending from the compound', async () => {
    await create('/api/articles', {
      title: 'Text zur Sache',
      content_markdown: 'Die Zwergkunst und viele Zwergabende.',
    })
    await create('/api/articles', { title: 'Die Zwergkunst' })
    for (const words of ['Kunst', 'Künste'])
      expect(await titles(words, '&noun=articles'), words).toEqual([
        'articles: Die Zwergkunst',
        'articles: Text zur Sache',
      ])
    expect(await titles('Abend', '&noun=articles')).toEqual(['articles: Text zur Sache'])
    const { body } = await owner.call('GET', '/api/articles/text-hits?q=Abend')
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Text zur Sache'])
  })

  test('[SITE-17] [RUL-108] an article whose title contains the text only inside a word is found by its text', async () => {
    await create('/api/articles', { title: 'Der Bestelzungsplan', content_markdown: 'Die Stelzenläufer kommen.' })
    expect(await titles('stelzenl', '&noun=articles')).toEqual(['articles: Der Bestelzungsplan'])
    expect(await titles('stelz', '&noun=articles')).toEqual(['articles: Der Bestelzungsplan'])
  })

  test('[DESK-2] one typing error is corrected in a changed text, too; the excerpt shows neither tags nor addresses', async () => {
    const { id } = await create('/api/articles', { title: 'Ohne Text', content_markdown: '' })
    const markdown = `Vorher.\n\n<figure class="breit"><a href="https://example.org/quittengelee"><img src="/media/quittengelee.png" alt="Ein Glas"></a></figure>\n\nEs gibt **Quittengelee** zum [Frühstück](https://example.org/${'x'.repeat(60)}).`
    expect((await owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: markdown })).status).toBe(
      200,
    )
    for (const words of ['quittengelee', 'quitengelee', 'quittengelle']) {
      const [group] = await find(words)
      expect(
        group?.items.map(({ title }) => title),
        words,
      ).toEqual(['Ohne Text'])
      expect(group?.items[0]?.excerpt?.text).toBe('Es gibt Quittengelee zum Frühstück.')
    }
    const hits = await owner.call('GET', '/api/articles/text-hits?q=quittengelee')
    expect(hits.body.items[0].excerpt).toEqual({ before: 'Es gibt ', hit: 'Quittengelee', after: ' zum Frühstück.' })
  })

  test('[DESK-2] [RUL-63] finds every noun, folded, by prefix, in other forms, and marks the match', async () => {
    const article = await create('/api/articles', {
      title: 'Was Prüfsummen können',
      content_markdown: `${'Vorher. '.repeat(40)}Der **Zwergpinscher** bellt. ${'Nachher. '.repeat(40)}`,
    })
    await create('/api/pages', { title: 'Über Prüfsummen', slug: 'pruefsummen' })
    await create('/api/tasks', { title: 'Prüfsummen: letzte Lesung' })
    await create('/api/events', { title: 'Prüfsummentag', starts_at: '2026-05-05T10:00:00Z' })
    await create('/api/research', { title: 'Quelle', note: 'Hier steht etwas über eine Prüfsumme, ganz am Ende.' })
    await create('/api/inbox', { title: 'pruefsummen lesen' })
    await create('/api/links', { title: 'Rechner', url: 'https://pruefsummen.example/x' })
    await create('/api/prompts', { title: 'Frage', content: 'Erkläre Prüfsummen', category: 'Claude', description: '' })
    const groups = await find('prüfsumm')
    expect(groups.map(({ noun }) => noun)).toEqual([
      'articles',
      'pages',
      'tasks',
      'events',
      'research',
      'inbox',
      'links',
      'prompts',
    ])
    expect(await find('PRUEFSUMM')).toEqual(groups)
    const [first] = groups[0]!.items
    expect(marked({ text: first!.title, marks: first!.title_marks })).toEqual(['Prüfsumm'])
    const research = groups[4]!.items[0]!
    expect(marked(research.excerpt!)).toEqual(['Prüfsumm'])
    expect(research.title_marks).toEqual([])

    // Only in the text, with the line around it and without markdown syntax.
    const [inText] = (await find('zwergpinscher'))[0]!.items
    expect(inText).toMatchObject({ id: article.id, title: 'Was Prüfsummen können' })
    expect(marked(inText!.excerpt!)).toEqual(['Zwergpinscher'])
    expect(inText!.excerpt!.text.length).toBeLessThan(200)
    expect(inText!.excerpt!.text).not.toContain('*')
    // One character is enough for the beginning of a title.
    expect(await titles('le')).toContain('tasks: Prüfsummen: letzte Lesung')
    expect((await find('   ')).length + (await find('%_"')).length).toBe(0)
  })

  test('[DESK-2] [RUL-63] one typing error is corrected in title and text of every noun', async () => {
    const missing: string[] = []
    for (const [noun, record] of Object.entries(SPELLED)) {
      const { id } = await record()
      for (const [where, word] of Object.entries(WORDS_OF[noun as SearchNoun]))
        for (const [kind, err] of Object.entries(TYPING_ERRORS)) {
          const hits = (await find(err(word))).flatMap((group) => group.items)
          if (!hits.some((hit) => hit.noun === noun && hit.id === id && hit.is_mended))
            missing.push(`${noun} ${where}: ${kind} (${err(word)})`)
        }
    }
    expect(missing).toEqual([])
  })

  test('corrects one typing error of longer words, after the exact hits', async () => {
    await create('/api/tasks', { title: 'Gartenschlauch kaufen' })
    for (const typed of ['Gartnschlauch', 'Gaartenschlauch', 'Gratenschlauch', 'Gartenschlaxch', 'gartensclh'])
      expect({ typed, found: await titles(typed) }).toEqual({ typed, found: ['tasks: Gartenschlauch kaufen'] })
    expect((await find('Gartnschlauch'))[0]!.items[0]!.is_mended).toBe(true)
    expect(await titles('Gratnschlauch')).toEqual([])
    await create('/api/tasks', { title: 'Uhr stellen' })
    expect(await titles('Uhe')).toEqual([])
  })

  test('ranks the same on both databases: whole title, its beginning, in it, elsewhere; newest first', async () => {
    for (const title of ['Der Kranich', 'Kranich und Storch', 'Kranich', 'Ein Kranich'])
      await create('/api/tasks', { title })
    expect(await titles('kranich')).toEqual([
      'tasks: Kranich',
      'tasks: Kranich und Storch',
      'tasks: Ein Kranich',
      'tasks: Der Kranich',
    ])
    expect(await titles('kranich ein')).toEqual(['tasks: Ein Kranich'])
    const [group] = await find('kranich', '&limit=2')
    expect(group).toMatchObject({ more: true, items: [{ title: 'Kranich' }, { title: 'Kranich und Storch' }] })
  })

  test('filters by noun and person; changes and deletions apply at once', async () => {
    const task = await create('/api/tasks', { title: 'Wiesenschaumkraut' }, editor)
    await create('/api/links', { title: 'Wiesenschaumkraut', url: 'https://w.example' })
    expect(await titles('wiesen')).toEqual(['tasks: Wiesenschaumkraut', 'links: Wiesenschaumkraut'])
    expect(await titles('wiesen', `&author_id=${editor.id}`)).toEqual(['tasks: Wiesenschaumkraut'])
    expect(await titles('wiesen', '&noun=links')).toEqual(['links: Wiesenschaumkraut'])
    await owner.call('PATCH', `/api/tasks/${task.id}`, { title: 'Löwenzahn' })
    expect(await titles('wiesen', '&noun=tasks')).toEqual([])
    expect(await titles('löwenzahn')).toEqual(['tasks: Löwenzahn'])
    await owner.call('DELETE', `/api/tasks/${task.id}`)
    expect(await titles('löwenzahn')).toEqual([])
    const { status, body } = await owner.call('GET', '/api/search?q=x&noun=users')
    expect({ status, said: JSON.stringify(body) }).toEqual({
      status: 400,
      said: expect.stringContaining('Das wird nicht durchsucht'),
    })
  })

  test('[DESK-2] requires an approved account', async () => {
    const waiting = await app.register()
    expect((await app.call('GET', '/api/search?q=a')).status).toBe(401)
    expect((await waiting.call('GET', '/api/search?q=a')).status).toBe(403)
  })

  test('is the same after a complete reindex; concurrent changes of one record are all found', async () => {
    const before = await find('prüfsumm')
    await inTransaction(app.db, orderEverything)
    await readOrders(app.db)
    expect(await find('prüfsumm')).toEqual(before)
    const task = await create('/api/tasks', { title: 'Anfang' })
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        await owner.call('PATCH', `/api/tasks/${task.id}`, { title: `Kolibri ${at}` })
        await find('kolibri')
        await create('/api/tasks', { title: `Zeisig ${at}` })
      }),
    )
    const { body } = await owner.call('GET', `/api/tasks/${task.id}`)
    expect(await titles('kolibri')).toEqual([`tasks: ${body.title}`])
    expect((await titles('zeisig', '&limit=50')).length).toBe(12)
  })

  test('[RUL-58] entries indexed by a former release are indexed again by the next day, once', async () => {
    const { id } = await create('/api/tasks', { title: 'Die Vorstadtbücherei' })
    expect(await titles('bücherei')).toEqual(['tasks: Die Vorstadtbücherei'])
    await inTransaction(app.db, async (tx) => {
      const record_id = id
      await removeTexts(tx, INDEX, { noun: 'tasks', ids: [record_id] })
      await sql`insert into searched_records ${
        DIALECT === 'postgres'
          ? sql`(place, noun, record_id, title_key, words) values (1, 'tasks', ${record_id}, '', '')`
          : sql`(place, noun, record_id, title_key) values (1, 'tasks', ${record_id}, '')`
      }`.execute(tx)
    })
    expect(await titles('bücherei')).toEqual([])
    await orderOldSearched.run({ db: app.db } as unknown as Parameters<typeof orderOldSearched.run>[0])
    expect(await titles('bücherei')).toEqual(['tasks: Die Vorstadtbücherei'])
    await orderOldSearched.run({ db: app.db } as unknown as Parameters<typeof orderOldSearched.run>[0])
    expect(await waitsToBeRead(app.db)).toBe(false)
  })

  test('each of many concurrent searches finds what was written before', async () => {
    for (let round = 0; round < 10; round += 1) {
      await create('/api/tasks', { title: `Wiedehopf ${round}` })
      const found = await Promise.all(Array.from({ length: 8 }, () => titles(`wiedehopf ${round}`)))
      expect(found).toEqual(Array.from({ length: 8 }, () => [`tasks: Wiedehopf ${round}`]))
    }
  })

  test('new records are found at once, however much waits to be indexed', async () => {
    const { id } = await create('/api/inbox', { title: 'Von früher' })
    const row = await app.db.selectFrom('inbox_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const former = Array.from({ length: 600 }, (_, at) => ({ ...row, id: uuid(), title: `Von früher ${at}` }))
    await app.db.insertInto('inbox_items').values(former).execute()
    await create('/api/inbox', { title: 'Uferschnepfe' })
    expect(await titles('uferschnepfe')).toEqual(['inbox: Uferschnepfe'])
    // Not because everything was indexed.
    expect(await waitsToBeRead(app.db)).toBe(true)
    await readOrders(app.db)
    expect(await titles('früher 31', '&limit=50')).toContain('inbox: Von früher 31')
    await app.db.deleteFrom('inbox_items').where('title', 'like', 'Von früher%').execute()
  })

  test('[RUL-53] thousands of one millisecond cost the same as thousands of different ones', async () => {
    const { id } = await create('/api/inbox', { title: 'Vorlage' })
    const row = await app.db.selectFrom('inbox_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    /** Number of statements. */
    const spent = async (name: string, instantOf: (at: number) => string) => {
      for (let from = 0; from < MANY; from += 500)
        await app.db
          .insertInto('inbox_items')
          .values(
            Array.from({ length: 500 }, (_, at) => ({
              ...row,
              id: uuid(),
              title: `${name} ${from + at}`,
              created_at: instantOf(from + at),
            })),
          )
          .execute()
      await inTransaction(app.db, orderEverything)
      let asked = 0
      const counted = app.db.withPlugin({
        transformQuery: ({ node }) => {
          asked += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await readOrders(counted)
      await app.db.deleteFrom('inbox_items').where('title', 'like', `${name}%`).execute()
      return asked
    }
    const many = await spent('Verschieden', (at) => new Date(Date.UTC(2026, 0, 1) + at).toISOString())
    const same = await spent('Gleich', () => '2026-02-02T00:00:00.000Z')
    // Trying one key after the other takes hundreds of times as many.
    expect(same).toBeLessThan(20 * many)
  })
})

describe('a search of many words', () => {
  test('finds the text that has all of them, and none that lacks one', async () => {
    const words =
      'Am Abend saßen wir unter alten Kastanien und sprachen über Gezeiten, Leuchttürme und verlorene Wörterbücher'
    const { id } = await create('/api/articles', { title: 'Sommer', content_markdown: `${words}.` })
    await create('/api/articles', { title: 'Winter', content_markdown: words.replace('Abend', 'Morgen') })
    expect(await find(words.slice(0, 200), '&noun=articles')).toMatchObject([{ items: [{ id }] }])
  })

  test('looks up a bounded number of trigrams, the longest words first', () => {
    const term = (word: string): SearchTerm => [word, `${word}en`, `${word}er`]
    const words = Array.from({ length: 12 }, (_, at) => term('abcdefghijklmno'.slice(0, 4 + at)))
    const chosen = mostTelling(words)
    expect(chosen.map(([word]) => word)).toEqual(['abcdefghijklmno', 'abcdefghijklmn', 'abcd'])
    expect(trigramsOf(chosen).match(/"/g)!.length / 2).toBeLessThanOrEqual(MOST_TRIGRAMS)
    // One word is looked up however many spellings it has.
    const one = [Array.from({ length: 30 }, (_, at) => `wort${at}`) as unknown as SearchTerm]
    expect(mostTelling(one)).toEqual(one)
  })
})
