import { describe, expect, test } from 'vitest'
import { itemsOf } from '../../../tests/support/source-in-memory.ts'
import { markdownOf } from '../../markdown/html/markdown-of.ts'
import { ghostReader } from './ghost-reader.ts'

const post = (fields: Record<string, unknown>) => ({
  id: 'a1',
  title: 'Titel',
  slug: 'titel',
  status: 'published',
  published_at: '2021-03-04T05:06:07.000Z',
  visibility: 'public',
  ...fields,
})
const exported = (data: Record<string, unknown>) =>
  JSON.stringify({ db: [{ meta: { version: '5.0' }, data: { posts: [], tags: [], users: [], ...data } }] })
const read = async (data: Record<string, unknown>, files: Record<string, string> = {}) =>
  (await itemsOf(ghostReader, { 'alt.ghost.json': exported(data), ...files })) as any[]
const bodyOf = async (fields: Record<string, unknown>) => {
  const [{ body, reasons }] = (await read({ posts: [post(fields)] })) as any[]
  return { markdown: markdownOf(body, null).markdown.trimEnd(), reasons }
}

describe('Ghost (RUL-53)', () => {
  test('[MOVE-2] only published and scheduled texts of a known type are public, in every spelling of the flags', async () => {
    const states = [
      { status: 'archived' },
      { status: 'Published ' },
      { email_only: '1' },
      { email_only: 'true' },
      { email_only: '0' },
      { type: 'gizmo' },
      { type: 'post' },
      { page: '1' },
    ]
    const posts = states.map((state, index) => post({ id: `a${index}`, slug: `a${index}`, html: '<p>x</p>', ...state }))
    const items = (await read({ posts })).filter(({ kind }) => kind === 'article' || kind === 'page')
    expect(items.map(({ kind, status, reasons }) => [kind, status, reasons])).toEqual([
      ['article', 'draft', ['Hatte den Status „archived“ und wird Entwurf.']],
      ['article', 'published', []],
      ['article', 'draft', ['In Ghost nur als E-Mail versandt: als Entwurf übernommen.']],
      ['article', 'draft', ['In Ghost nur als E-Mail versandt: als Entwurf übernommen.']],
      ['article', 'published', []],
      ['article', 'draft', ['In Ghost von der Art „gizmo“: als Entwurf übernommen.']],
      ['article', 'published', []],
      ['page', 'published', []],
    ])
  })

  test('[MOVE-2] a text with a card for members or for the mail alone is a draft', async () => {
    const card = (visibility: object) =>
      JSON.stringify({ root: { children: [{ type: 'html', html: 'x', visibility }] } })
    const cards: object[] = [
      { html: '<p>x</p><!--kg-gated-block:begin nonMember:false --><p>y</p><!--kg-gated-block:end-->' },
      { html: '<p>x</p>', lexical: card({ web: { nonMember: false, memberSegment: 'status:free' } }) },
      { html: '<p>x</p>', lexical: card({ showOnEmail: true, showOnWeb: false }) },
      { html: '<p>x</p>', lexical: card({ web: { nonMember: true }, showOnWeb: true }) },
    ]
    const posts = cards.map((fields, index) => post({ id: `a${index}`, slug: `a${index}`, ...fields }))
    const items = (await read({ posts })).filter(({ kind }) => kind === 'article')
    expect(items.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'published'])
  })

  test('texts with their tags, authors, dates, addresses and metadata', async () => {
    const items = await read(
      {
        posts: [
          post({
            html: '<p>Wort <img src="__GHOST_URL__/content/images/2021/see.png" alt="See"></p>',
            feature_image: '__GHOST_URL__/content/images/2021/see.png',
            custom_excerpt: 'Kurz',
          }),
          post({ id: 'a2', slug: 'ueber', type: 'page', html: '<p>Wir</p>' }),
          post({ id: 'a3', slug: 'mit', visibility: 'members', html: '<p>x</p>' }),
          post({ id: 'a4', slug: 'mail', status: 'sent', html: '<p>x</p>' }),
          post({ id: 'a5', slug: 'bald', status: 'scheduled', published_at: '2040-01-01 08:00:00', html: '<p>x</p>' }),
          post({
            id: 'a6',
            slug: 'halb',
            status: 'draft',
            published_at: null,
            codeinjection_head: '<script></script>',
          }),
        ],
        posts_meta: [{ post_id: 'a1', meta_title: 'Suchtitel', feature_image_alt: 'Der See' }],
        tags: [
          { id: 't1', name: 'Wasser', slug: 'wasser' },
          { id: 't2', name: '#intern', slug: 'hash-intern', visibility: 'internal' },
          { id: 't3', name: 'Ruhe', slug: 'ruhe' },
        ],
        posts_tags: [
          { post_id: 'a1', tag_id: 't3', sort_order: 1 },
          { post_id: 'a1', tag_id: 't1', sort_order: 0 },
          { post_id: 'a1', tag_id: 't2', sort_order: 2 },
        ],
        users: [
          { id: 'u1', name: 'Ada' },
          { id: 'u2', name: 'Karl' },
        ],
        posts_authors: [
          { post_id: 'a1', author_id: 'u2', sort_order: 1 },
          { post_id: 'a1', author_id: 'u1', sort_order: 0 },
        ],
        members: [{ id: 'm1', email: 'leser@example.org' }],
        newsletters: [{ id: 'n1' }, { id: 'n2' }],
      },
      { 'content/images/2021/see.png': 'x', 'content/images/size/w600/2021/see.png': 'x' },
    )
    const texts = new Map(
      items.filter(({ kind }) => kind === 'article' || kind === 'page').map((item) => [item.sourceId, item]),
    )
    expect(texts.get('a1')).toMatchObject({
      status: 'published',
      publishedAt: '2021-03-04T05:06:07.000Z',
      body: '<p>Wort <img src="/content/images/2021/see.png" alt="See"></p>',
      tags: ['Wasser', 'Ruhe'],
      authors: ['Ada', 'Karl'],
      cover: '/content/images/2021/see.png',
      excerpt: 'Kurz',
      seoTitle: 'Suchtitel',
      oldAddresses: ['/titel/'],
      reasons: ['Interne Schlagwörter wurden weggelassen: #intern'],
    })
    expect(texts.get('a2')).toMatchObject({ kind: 'page', oldAddresses: ['/ueber/'] })
    expect(texts.get('a3')).toMatchObject({
      status: 'draft',
      reasons: ['In Ghost nur für Mitglieder lesbar: als Entwurf übernommen.'],
    })
    expect(texts.get('a4')).toMatchObject({
      status: 'draft',
      reasons: ['In Ghost nur als E-Mail versandt: als Entwurf übernommen.'],
    })
    expect(texts.get('a5')).toMatchObject({ status: 'scheduled', publishedAt: '2040-01-01T08:00:00.000Z' })
    expect(texts.get('a6')).toMatchObject({
      status: 'draft',
      publishedAt: null,
      reasons: ['Eingefügter Code (Code Injection) wurde weggelassen.'],
    })
    const line = (id: string) => items.find(({ sourceId }) => sourceId === id)
    expect(line('hash-intern')).toMatchObject({ kind: 'tag', skip: true })
    expect(line('m1')).toMatchObject({
      kind: 'member',
      skip: true,
      title: 'Mitglied',
      reasons: ['Mitglieder kommen nicht mit.'],
    })
    expect(line('newsletters')).toMatchObject({ skip: true, reasons: ['Newsletter kommen nicht mit: 2.'] })
    expect(line('content/images/2021/see.png')).toMatchObject({ kind: 'media' })
    expect(line('content/images/size/w600/2021/see.png')).toMatchObject({ skip: true })
    expect(line('/rss/')).toMatchObject({ kind: 'redirect', to: '/feed.xml', status: 301 })
    expect(JSON.stringify(items)).not.toContain('leser@example.org')
  })

  test('addresses and redirects of its own', async () => {
    const items = await read(
      { posts: [post({ html: '<p>x</p>' })] },
      {
        'content/settings/routes.yaml': 'collections:\n  /blog/:\n    permalink: /blog/{year}/{slug}/\n',
        'redirects.json': '[{"from": "^\\\\/alt\\\\/$", "to": "/neu/"}, {"from": "/(.*)/amp", "to": "/$1"}]',
      },
    )
    expect(items.find(({ kind }) => kind === 'article').oldAddresses).toEqual(['/blog/2021/titel/'])
    expect(items.filter(({ kind }) => kind === 'redirect').map(({ from, to }) => [from, to])).toEqual([
      ['/rss/', '/feed.xml'],
      ['/alt/', '/neu/'],
    ])
    expect(items.find(({ sourceId }) => sourceId === '/(.*)/amp')).toMatchObject({ kind: 'other', skip: true })
  })

  test('lexical with its cards', async () => {
    const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format })
    const children = [
      { type: 'extended-heading', tag: 'h2', children: [text('Kapitel')] },
      {
        type: 'paragraph',
        children: [
          text('Wort '),
          text('fett', 1),
          text(' und '),
          text('beides', 3),
          { type: 'link', url: 'https://x.example/', children: [text('Link')] },
        ],
      },
      { type: 'list', listType: 'number', start: 3, children: [{ type: 'listitem', children: [text('drei')] }] },
      { type: 'image', src: '__GHOST_URL__/content/images/b.png', alt: 'Berg', caption: '<span>Der Berg</span>' },
      { type: 'callout', calloutEmoji: '💡', calloutText: '<p>Merken</p>' },
      { type: 'toggle', heading: 'Mehr', content: '<p>Innen</p>' },
      {
        type: 'bookmark',
        url: 'https://x.example/',
        metadata: { title: 'Seite', description: 'Worum es geht', author: 'Ada', publisher: 'X' },
      },
      {
        type: 'embed',
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        html: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
      },
      { type: 'codeblock', language: 'js', code: 'a < b' },
      { type: 'markdown', markdown: '*kursiv*' },
      { type: 'gallery', images: [{ src: '/1.png' }, { src: '/2.png' }], caption: 'Zwei' },
      { type: 'button', buttonText: 'Los', buttonUrl: 'https://x.example/los' },
      { type: 'signup', header: 'Abo' },
      { type: 'neuheit' },
    ]
    const { markdown, reasons } = await bodyOf({ lexical: JSON.stringify({ root: { type: 'root', children } }) })
    expect(markdown.split('\n\n')).toEqual([
      '## Kapitel',
      'Wort **fett** und ***beides***[Link](https://x.example/)',
      '3. drei',
      '![Berg](/content/images/b.png "Der Berg")',
      '> 💡 Merken',
      '<details>\n<summary>Mehr</summary>',
      'Innen',
      '</details>',
      '[Seite](https://x.example/)',
      'Worum es geht',
      'Ada X',
      '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
      '```js\na < b\n```',
      '*kursiv*',
      '![](/1.png)  \n![](/2.png)',
      'Zwei',
      '[Los](https://x.example/los)',
    ])
    expect(reasons).toEqual([
      'Ein Formular zum Abonnieren wurde weggelassen.',
      'Eine Karte von Ghost, die nicht bekannt ist, wurde weggelassen: neuheit',
    ])
  })

  test('mobiledoc with its cards, and a markdown-only text unchanged', async () => {
    const mobiledoc = {
      version: '0.3.1',
      markups: [['strong'], ['a', ['href', 'https://x.example/']]],
      atoms: [['soft-return', '', {}]],
      cards: [
        ['image', { src: '/b.png', caption: 'Berg' }],
        ['hr', {}],
      ],
      sections: [
        [
          1,
          'p',
          [
            [0, [], 0, 'Wort '],
            [0, [0], 0, 'fett '],
            [0, [1], 2, 'Link'],
            [1, [], 0, 0],
            [0, [], 0, 'Ende'],
          ],
        ],
        [10, 0],
        [3, 'ul', [[[0, [], 0, 'a']], [[0, [], 0, 'b']]]],
        [10, 1],
      ],
    }
    const { markdown } = await bodyOf({ mobiledoc: JSON.stringify(mobiledoc) })
    expect(markdown).toBe('Wort **fett [Link](https://x.example/)**  \nEnde\n\n![](/b.png "Berg")\n\n- a\n- b\n\n---')
    const alone = {
      version: '0.3.1',
      markups: [],
      atoms: [],
      cards: [['card-markdown', { markdown: '*so*  wie\n es' }]],
      sections: [
        [10, 0],
        [1, 'p', []],
      ],
    }
    const [item] = await read({
      posts: [post({ mobiledoc: JSON.stringify(alone), html: '<p><em>so</em> wie es</p>' })],
    })
    expect(item).toMatchObject({ format: 'markdown', body: '*so*  wie\n es' })
  })

  test('[MOVE-4] without a zip pictures are fetched from the blog, if the user or the file gives its address', async () => {
    const html = '<p><img src="__GHOST_URL__/content/images/2021/see.png" alt=""></p>'
    const json = (more = '') =>
      exported({ posts: [post({ html: html + more, feature_image: '__GHOST_URL__/content/images/2021/titel.png' })] })
    const body = async (files: Record<string, string>, siteUrl: string | null = null) =>
      ((await itemsOf(ghostReader, files, { siteUrl })) as any[]).find(({ kind }) => kind === 'article')
    const there = await body({ 'alt.json': json() }, 'https://alt.example/blog/')
    expect(there.body).toContain('src="https://alt.example/blog/content/images/2021/see.png"')
    expect(there.cover).toBe('https://alt.example/blog/content/images/2021/titel.png')
    const named = await body({ 'alt.json': json('<img src="https://selbst.example/content/images/2020/a.png">') })
    expect(named.cover).toBe('https://selbst.example/content/images/2021/titel.png')
    expect((await body({ 'alt.json': json() })).cover).toBe('/content/images/2021/titel.png')
    // Pictures in the archive are read from there.
    const zip = { 'alt.json': json(), 'content/images/2021/see.png': 'x' }
    expect((await body(zip, 'https://alt.example')).cover).toBe('/content/images/2021/titel.png')
  })
})
