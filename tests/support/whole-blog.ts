type Send = (method: string, path: string, body?: unknown) => Promise<any>

/** One public page: its content, and its status. */
export type PublicExample = { name: string; path: string; status: number }

/** IndexNow key for the server's environment. */
export const INDEXNOW_KEY = 'schluessel-der-pruefung'

/** Every element an article can contain. */
const EVERYTHING = `Ein Absatz mit *Betonung*, **Gewicht**, ~~Gestrichenem~~, \`code\`, [einem Verweis](https://example.org/ "Titel")
und einer Fußnote.[^1] HTML steht für eine Sprache.

*[HTML]: Hypertext Markup Language

## Erstes Kapitel

![Ein Bild](/favicon.svg "Die Unterschrift")

![Eins](/favicon.svg) ![Zwei](/favicon.svg)

Tabelle: Token je 1.000 Zeichen

| Textsorte | Artikel | Aufschlag |
|---|--:|:-:|
| Spielbericht | 34 | 6,6 % |

## Zweites Kapitel

- [x] getan
- [ ] offen

> Ein Zitat.
>
> — Miriam Jäger

> [!NOTE]
> Ein Hinweis.

> [!WARNING]
> Eine Warnung.

### Unterabschnitt

\`\`\`ts zaehlen.ts {2}
// gezählt
export const anzahl = 'Wörter'.length + 1000
\`\`\`

<details>
<summary>Mehr davon</summary>

Drücken Sie <kbd>Strg</kbd>, H<sub>2</sub>O.

</details>

<table><caption>Verfahren</caption><tr><th>Name</th><td>CRC-32</td></tr></table>

<figure><img src="/favicon.svg" alt="Noch eins" width="40"><figcaption>Von Hand</figcaption></figure>

https://www.youtube.com/watch?v=dQw4w9WgXcQ

## Drittes Kapitel

1. Erstens
   - darunter

***

Schluss, noch einmal mit der Fußnote.[^1]

[^1]: Die Note.
`

/**
 * Fills a blog through the API as an owner, so that every type of public page has content; `word` keeps its records
 * apart from others. Returns all public pages. A `former` release lacks some nouns.
 */
export async function fillWholeBlog(send: Send, word: string, { former = false } = {}): Promise<PublicExample[]> {
  const slug = word.toLowerCase()
  const category = await send('POST', '/api/categories', {
    name: `${word} Technik`,
    ...(!former && { description: 'Dinge, die länger halten.', picture: '/favicon.svg' }),
  })
  const tag = await send('POST', '/api/tags', { name: `${word} Salz` })
  if (!former)
    await send('POST', '/api/authors', {
      name: `${word} Öztürk`,
      text: 'Schreibt auf, was nachts noch läuft.',
      picture: '/favicon.svg',
      links: [{ label: 'Mastodon', url: 'https://social.example/@jana' }],
    })
  const publish = (title: string, values: object = {}) =>
    send('POST', '/api/articles', {
      title: `${word} ${title}`,
      status: 'published',
      category_id: category.id,
      tag_ids: [tag.id],
      byline: `${word} Öztürk und ${word} Kaya`,
      ...values,
    })
  for (let day = 1; day <= 11; day++)
    await publish(`Nummer ${day}`, {
      published_at: `2024-03-${String(day).padStart(2, '0')}T10:00:00Z`,
      content_markdown: 'Ein Text.',
      excerpt: day === 11 ? '' : 'Ein Auszug.',
      series: `${word} Reihe`,
    })
  const all = await publish('mit allem', {
    content_markdown: EVERYTHING,
    excerpt: 'Worum es geht.',
    cover_image_url: '/favicon.svg',
    series: `${word} Reihe`,
    correction: 'Hier stand etwas anderes.',
    published_at: '2024-03-20T10:00:00Z',
  })
  const foreign = await publish('in English', {
    lang: 'en',
    version_of: all.id,
    content_markdown: 'Words, <span lang="de">Wörter</span>.\n\n> שלום',
    published_at: '2023-03-21T10:00:00Z',
  })
  const gone = await publish('zurückgezogen')
  await send('PATCH', `/api/articles/${gone.id}`, { version: gone.version, status: 'draft' })
  const preview = await send('POST', `/api/articles/${gone.id}/preview-links`, {})
  const { items } = await send('GET', '/api/pages')
  const legal = items.find((page: { slug: string }) => page.slug === 'impressum')
  await send('PATCH', `/api/pages/${legal.id}`, { version: legal.version, status: 'published' })
  const page = await send('POST', '/api/pages', {
    title: `${word} über uns`,
    content_markdown: EVERYTHING,
    status: 'published',
    placement: 'footer',
  })
  const here = (name: string, path: string, status = 200) => ({ name, path, status })
  const feeds = (path: string) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((file) => here('feed', `${path === '/' ? '' : path}/${file}`))
  const lists = [`/kategorie/${category.slug}`, `/schlagwort/${tag.slug}`, `/autor/${slug}-oeztuerk`]
  return [
    here('landing', '/'),
    here('landing, second page', '/?seite=2'),
    here('article', `/article/${all.slug}`),
    here('article in English', `/article/${foreign.slug}`),
    here('article in the middle', `/article/${slug}-nummer-5`),
    ...lists.flatMap((path) => [here('list', path), here('list, second page', `${path}?seite=2`)]),
    here('list of a joined author line', `/autor/${slug}-oeztuerk-und-${slug}-kaya`, 301),
    here('topics', '/themen'),
    here('newsletter, switched off', '/newsletter', 404),
    here('topic of a year', `/kategorie/${category.slug}/2024`),
    here('topic of a month', `/kategorie/${category.slug}/2024/03`),
    here('archive of a topic', `/kategorie/${category.slug}/archiv`),
    here('tag of a year', `/schlagwort/${tag.slug}/2024`),
    here('archive', '/archiv'),
    here('year', '/archiv/2024'),
    here('month', '/archiv/2024/03'),
    here('month, second page', '/archiv/2024/03?seite=2'),
    here('month without its zero', '/archiv/2024/3', 301),
    here('search', '/suche'),
    here('search with hits', `/suche?q=${word}`),
    here('search with hits, second page', `/suche?q=${word}&seite=2`),
    here('search without hits', '/suche?q=gibtesnirgends'),
    here('page', `/${page.slug}`),
    here('legal page with blanks', '/impressum'),
    here('nothing there', '/gibt-es-nicht', 404),
    here('no article', '/article/gibt-es-nicht', 404),
    here('withdrawn', `/article/${gone.slug}`, 410),
    here('comments without a further page', `/article/${all.slug}/kommentare?seite=2`, 301),
    here('no feed of comments', `/article/${all.slug}/kommentare/atom.xml`, 404),
    here('preview', new URL(preview.url).pathname),
    here('lost preview', '/preview/gibt-es-nicht', 404),
    ...['/', ...lists].flatMap(feeds),
    here('markdown', `/article/${all.slug}.md`),
    here('articles', '/artikel', 301),
    ...['/card.png', '/archiv/card.png', `/${page.slug}/card.png`, `/article/${all.slug}/card.png`].map((path) =>
      here('card', path),
    ),
    ...lists.map((path) => here('card of a list', `${path}/card.png`)),
    here('no contact for faults', '/.well-known/security.txt', 404),
    here('icon', '/icon-192.png'),
    here('IndexNow', `/${INDEXNOW_KEY}.txt`),
    ...['/feeds.opml', '/sitemap.xml', '/llms.txt', '/robots.txt', '/site.webmanifest'].map((path) => here(path, path)),
    ...['/podcast.xml', '/podcast.png'].map((path) => here('no podcast', path, 404)),
    ...['kapitel.json', 'abschrift.vtt', 'abschrift.txt'].map((file) =>
      here('no sound', `/article/${all.slug}/${file}`, 404),
    ),
    here('part of a sitemap', '/sitemap.1.xml', 404),
  ]
}
