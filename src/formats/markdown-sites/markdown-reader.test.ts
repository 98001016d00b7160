import { describe, expect, test } from 'vitest'
import { itemsOf, sourceOf } from '../../../tests/support/source-in-memory.ts'
import { markdownReader } from './markdown-reader.ts'

const read = (files: Record<string, string>) => itemsOf(markdownReader, files)
const byId = async (files: Record<string, string>) =>
  Object.fromEntries((await read(files)).map((item) => [item.sourceId, item])) as Record<string, any>

describe('Hugo (RUL-53)', () => {
  const CONFIG = [
    "baseURL = 'https://alt.example/blog/'",
    "timeZone = 'America/New_York'",
    "defaultContentLanguage = 'de'",
    '[permalinks]',
    "post = '/:year/:month/:slug/'",
    '[frontmatter]',
    "date = [':filename', ':default']",
    '[languages.de]',
    '[languages.en]',
  ].join('\n')

  test('dates, addresses, terms and pictures follow its configuration', async () => {
    const items = await byId({
      'mein-blog/hugo.toml': CONFIG,
      'mein-blog/content/_index.md': '---\ntitle: Start\n---\n',
      'mein-blog/content/post/2019-05-03-am-see.md':
        '+++\ntitle = "Am See"\ntags = ["Wasser", "Ruhe"]\ncategories = ["Reise", "Seen"]\naliases = ["/alt/see/"]\nauthors = ["Ada", "Karl"]\nlastmod = 2019-06-01T10:00:00Z\n+++\nText.\n',
      'mein-blog/content/post/berg/index.md':
        '---\ntitle: "Am Berg"\ndate: 2020-02-29T23:30:00-05:00\nslug: gipfel\nsummary: Kurz\ncover:\n  image: gipfel.jpg\n---\n![](gipfel.jpg)\n',
      'mein-blog/content/post/berg/gipfel.jpg': 'x',
      'mein-blog/content/post/neu.en.md': '---\n{"title": "New"}\n---\n',
      'mein-blog/content/post/neu.md': '{"title": "Neu", "date": "2030-01-02", "draft": false}\n\nBald.',
      'mein-blog/content/post/halb.md': '---\ntitle: Halb\ndraft: true\n---\n',
      'mein-blog/content/post/pi.md': '---\ntitle: Pi\ndate: 2019-03-14\nslug: "tag-von-%cf%80"\n---\n',
      'mein-blog/content/ueber.md': '---\ntitle: Über uns\n---\nWir.',
      'mein-blog/static/handbuch.pdf': 'x',
      'mein-blog/README.md': '# Wie man das Blog baut',
      'mein-blog/themes/alt/README.md': '# Ein Thema',
    })
    expect(items['mein-blog/content/post/2019-05-03-am-see.md']).toMatchObject({
      kind: 'article',
      title: 'Am See',
      body: 'Text.\n',
      format: 'markdown',
      slug: 'am-see',
      status: 'published',
      // Midnight in New York.
      publishedAt: '2019-05-03T04:00:00.000Z',
      updatedAt: '2019-06-01T10:00:00.000Z',
      category: 'Reise',
      tags: ['Seen', 'Wasser', 'Ruhe'],
      authors: ['Ada', 'Karl'],
      oldAddresses: ['/blog/2019/05/am-see/', '/blog/alt/see/'],
      reasons: [],
    })
    expect(items['mein-blog/content/post/pi.md']).toMatchObject({
      slug: 'tag-von-π',
      oldAddresses: ['/blog/2019/03/tag-von-π/'],
    })
    expect(items['mein-blog/content/post/berg/index.md']).toMatchObject({
      publishedAt: '2020-03-01T04:30:00.000Z',
      // The day as written.
      oldAddresses: ['/blog/2020/02/gipfel/'],
      cover: 'gipfel.jpg',
      excerpt: 'Kurz',
      base: 'mein-blog/content/post/berg/index.md',
    })
    expect(items['mein-blog/content/post/neu.md']).toMatchObject({ title: 'Neu', status: 'scheduled' })
    expect(items['mein-blog/content/post/neu.en.md']).toMatchObject({
      title: 'New',
      status: 'draft',
      reasons: ['Der Text ist in einer anderen Sprache (en).', 'Ohne Datum in der Quelle: als Entwurf übernommen.'],
    })
    expect(items['mein-blog/content/post/halb.md']).toMatchObject({ status: 'draft', publishedAt: null })
    expect(items['mein-blog/content/ueber.md']).toMatchObject({
      kind: 'page',
      status: 'published',
      oldAddresses: ['/blog/ueber/'],
    })
    for (const path of ['content/_index.md', 'static/handbuch.pdf', 'README.md'])
      expect(items[`mein-blog/${path}`], path).toMatchObject({
        kind: 'other',
        skip: true,
        reasons: [expect.any(String)],
      })
    expect(items['mein-blog/themes/alt/README.md']).toMatchObject({ skip: true })
    expect(await markdownReader.identity!(sourceOf({ 'hugo.toml': CONFIG, 'content/a.md': 'a' }))).toBe(
      'alt.example/blog',
    )
  })

  test('its shortcodes become markdown, and unknown ones are reported', async () => {
    const { 'content/post/a.md': text } = await byId({
      'config.yaml': 'title: Blog',
      'content/post/b.md': '---\ntitle: B\ndate: 2019-01-01\n---\n',
      'content/post/a.md': [
        '---\ntitle: A\ndate: 2019-01-01\n---',
        '{{< figure src="/b.jpg" alt="Berg" caption="Der *Berg*" >}}',
        '{{< youtube dQw4w9WgXcQ >}}',
        '[B]({{< ref "b.md#ende" >}}) und [fort]({{% relref "fehlt" %}})',
        '{{< highlight go "linenos=true" >}}\nfmt.Println()\n{{< /highlight >}}',
        '{{< hinweis art="wichtig" >}}Das **bleibt**.{{< /hinweis >}}',
        '{{< karte 52.5 13.4 >}}',
        '`{{</* figure src="x" */>}}`',
      ].join('\n'),
    })
    expect(text.body).toContain('![Berg](/b.jpg "Der *Berg*")')
    expect(text.body).toContain('\n\n<https://www.youtube.com/watch?v=dQw4w9WgXcQ>\n\n')
    expect(text.body).toContain('[B](/post/b/#ende) und [fort](fehlt)')
    expect(text.body).toContain('```go\nfmt.Println()\n```')
    expect(text.body).toContain('Das **bleibt**.')
    expect(text.body).toContain('`{{< figure src="x" >}}`')
    expect(text.body).not.toMatch(/hinweis|karte/)
    expect(text.reasons).toEqual([
      'Ein Verweis führt auf einen Text, den es nicht gibt: fehlt',
      'Der Shortcode „hinweis“ wurde weggelassen, sein Inhalt ist da.',
      'Der Shortcode „karte“ wurde weggelassen (52.5 13.4).',
    ])
  })
})

describe('Jekyll (RUL-53)', () => {
  test('what a fixed condition hides is left out; content under any other condition makes the text a draft', async () => {
    const texts: Record<string, [body: string, status: string]> = {
      falsch: ['Vor. {% if false %}Geheim {% if x %}tief{% endif %}{% endif %}Nach.', 'published'],
      sonst: ['Vor. {%- unless true -%}Geheim{%- else -%}Nach.{%- endunless -%}', 'published'],
      wahr: ['{% if true %}Vor. Nach.{% else %}Geheim{% endif %}', 'published'],
      sonst_wenn: ['{% if nil %}Geheim{% elsif page.x %}Vor. {% endif %}Nach.', 'draft'],
      bedingt: ['Vor. {% if page.intern %}Nach.{% endif %}', 'draft'],
      geerbt: ['Vor. {% unless constructor %}Nach.{% endunless %}', 'draft'],
      reihe: ['Vor. {% for x in site.data.x %}Nach.{% endfor %}', 'draft'],
      offen: ['Vor. {% if false %}Nach.', 'draft'],
      roh: ['Vor. {% comment %}{% raw %}Nach.{% endraw %}{% endcomment %}', 'draft'],
      eigen: ['Vor. {% members_only %}Nach.{% endmembers_only %}', 'draft'],
      tief: [`Vor. ${'{% if false %}'.repeat(60)}Nach.${'{% endif %}'.repeat(60)} Nach.`, 'published'],
    }
    const items = await byId({
      '_config.yml': 'url: https://alt.example\n',
      ...Object.fromEntries(
        Object.entries(texts).map(([name, [body]]) => [
          `_posts/2019-05-03-${name}.md`,
          `---\ntitle: ${name}\n---\n${body}\n`,
        ]),
      ),
    })
    for (const [name, [, status]] of Object.entries(texts)) {
      const item = items[`_posts/2019-05-03-${name}.md`]
      expect([name, item.status]).toEqual([name, status])
      expect(item.body, name).not.toContain('Geheim')
      expect(item.body, name).toMatch(/Vor\.[\s\S]*Nach\./)
      if (status === 'draft') expect(item.reasons.join(), name).toContain('war vielleicht nicht öffentlich')
      else if (name !== 'wahr') expect(item.reasons.join(), name).toContain('wird nie gezeigt und wurde weggelassen')
    }
  })

  test('Hugo names its people below params: a text that names a key has the name', async () => {
    const items = await byId({
      'config.toml': '[params.author.ada]\nname = "Ada L."\n',
      'content/posts/see.md': '---\ntitle: See\ndate: 2019-05-03\nauthor: ada\n---\nEin Text.',
    })
    expect(items['content/posts/see.md'].authors).toEqual(['Ada L.'])
  })

  test('Eleventy is known by its configuration: addresses, pictures and raw parts are plain markdown', async () => {
    const items = await byId({
      '.eleventy.js': 'module.exports = () => {}\n',
      'content/posts/2019-05-03-am-see.md': [
        '---\ntitle: Am See\ndate: 2019-05-03\n---',
        '[Vor]({{ "/2018/vor/" | url }}) ![]({{ "/assets/a.png" | url }})',
        '{% image "assets/b.jpg" "Das Ufer bei Nacht" %}',
        '{% image_with_class "assets/c.jpg" "breit" "Der Steg" %}',
        '{% raw %}{{ bleibt }}{% endraw %}',
      ].join('\n\n'),
    })
    const { body, status } = items['content/posts/2019-05-03-am-see.md']
    expect(status).toBe('published')
    expect(body).toContain('[Vor](/2018/vor/) ![](/assets/a.png)')
    expect(body).toContain('![Das Ufer bei Nacht](assets/b.jpg)')
    expect(body).toContain('![Der Steg](assets/c.jpg)')
    expect(body).toContain('{{ bleibt }}')
  })

  test('dates and addresses come from names and configuration, Liquid becomes markdown', async () => {
    const items = await byId({
      '_config.yml': 'url: https://alt.example\nbaseurl: /log\ntimezone: Europe/London\n',
      '_data/authors.yml': 'ada:\n  name: Ada L.\n',
      '_posts/2019-05-03-am-see.md': [
        '---\ntitle: Am See\nauthor: ada\ncategories: reise seen\ntags: [Wasser]\nredirect_from: /see/\n---',
        '* TOC\n{:toc}\n',
        '{% highlight ruby %}\nputs 1\n{% endhighlight %}',
        '{% include bild.html src="/b.jpg" caption="Der Berg" %}',
        '[alt]({% post_url 2018-01-01-alt %}) ![]({{ site.baseurl }}/c.png){: .rund}',
        '{% raw %}{{ bleibt }}{% endraw %} {% include teilen.html %}',
      ].join('\n'),
      '_posts/2018-01-01-alt.markdown': '---\npermalink: /eigene/:year/:title.html\npublished: false\n---\nAlt.',
      '_drafts/spaeter.md': '---\ntitle: Später\n---\n',
      'reise/_posts/2017-01-01-hin.md': '---\ntitle: Hin\n---\n',
      '_posts/2021-09-03-zone.md': '---\ntitle: Zone\ndate: 2021-09-03 11:21:31 CEST\n---\n',
      '_posts/2017-02-10-kaputt.md': '---\ntitle: Kaputt\ndate: "2017-02-10 00:10::00"\n---\n',
      '_posts/2011-02-29-nie.md': '---\ntitle: Nie\n---\n',
      'fertig.html': '<!doctype html><title>Fertig</title>',
      'ueber.md': '---\ntitle: Über\n---\n',
      'neues/index.html': '---\ntitle: Neues\n---\n{% include kategorie.html %}\n',
      'index.html': '---\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}',
      'README.md': '# Blog',
    })
    const see = items['_posts/2019-05-03-am-see.md']
    expect(see).toMatchObject({
      publishedAt: '2019-05-02T23:00:00.000Z',
      authors: ['Ada L.'],
      category: 'reise',
      tags: ['seen', 'Wasser'],
      oldAddresses: ['/log/reise/seen/2019/05/03/am-see.html', '/log/see/'],
      reasons: ['Die Anweisung „include teilen.html“ wurde weggelassen.'],
    })
    expect(see.body).toContain('```ruby\nputs 1\n```')
    expect(see.body).toContain('![](/b.jpg "Der Berg")')
    expect(see.body).toContain('[alt](/log/eigene/2018/alt.html) ![](/log/c.png)')
    expect(see.body).toContain('{{ bleibt }}')
    expect(see.body).not.toMatch(/toc|rund|TOC/)
    expect(items['_posts/2018-01-01-alt.markdown']).toMatchObject({ status: 'draft', title: 'alt' })
    expect(items['_drafts/spaeter.md']).toMatchObject({ status: 'draft', title: 'Später' })
    expect(items['reise/_posts/2017-01-01-hin.md']).toMatchObject({
      category: 'reise',
      oldAddresses: ['/log/reise/2017/01/01/hin.html'],
    })
    // Ruby continues counting after the end of a month.
    expect(items['_posts/2011-02-29-nie.md']).toMatchObject({
      publishedAt: '2011-03-01T00:00:00.000Z',
      oldAddresses: ['/log/2011/03/01/nie.html'],
    })
    expect(items['_posts/2021-09-03-zone.md'].publishedAt).toBe('2021-09-03T09:21:31.000Z')
    expect(items['_posts/2017-02-10-kaputt.md']).toMatchObject({
      publishedAt: '2017-02-10T00:00:00.000Z',
      reasons: ['Das Datum „2017-02-10 00:10::00“ lässt sich nicht lesen; es gilt das im Namen der Datei.'],
    })
    expect(items['fertig.html']).toMatchObject({ kind: 'other', skip: true })
    expect(items['ueber.md']).toMatchObject({ kind: 'page', oldAddresses: ['/log/ueber.html'] })
    expect(items['index.html']).toMatchObject({ kind: 'other', skip: true })
    expect(items['neues/index.html']).toMatchObject({ kind: 'other', skip: true })
    expect(items['README.md']).toMatchObject({ kind: 'other', skip: true })
  })

  test('a day uses the zone of the build: UTC by default, else as written', async () => {
    const post = (date: string) => `---\ntitle: Spät\ndate: ${date}\n---\nText`
    const files = {
      '_posts/2015-01-09-spaet.md': post('2015-01-09 18:00:00 -0800'),
      '_posts/2015-02-01-mittag.md': post('2015-02-01 12:00:00 -0800'),
      '_posts/2015-03-01-ohne-zone.md': post('2015-03-01 23:30:00'),
    }
    const plain = await byId({ '_config.yml': 'permalink: /:year/:month/:day/:title/\n', ...files })
    expect(plain['_posts/2015-01-09-spaet.md'].oldAddresses).toEqual(['/2015/01/10/spaet/', '/2015/01/09/spaet/'])
    expect(plain['_posts/2015-02-01-mittag.md'].oldAddresses).toEqual(['/2015/02/01/mittag/'])
    expect(plain['_posts/2015-03-01-ohne-zone.md'].oldAddresses).toEqual(['/2015/03/01/ohne-zone/'])
    const zoned = await byId({
      '_config.yml': 'permalink: /:year/:month/:day/:title/\ntimezone: America/Los_Angeles\n',
      ...files,
    })
    expect(zoned['_posts/2015-01-09-spaet.md'].oldAddresses).toEqual(['/2015/01/09/spaet/'])
  })

  test('quoted values in front matter may continue at the beginning of a line', async () => {
    const items = await byId({
      '_config.yml': 'title: Alt\n',
      '_posts/2020-04-14-neu.md':
        '---\ntitle: Neu\ndescription: "Erste Zeile\nzweite Zeile: mehr"\ntags:\n- eins\n---\nText',
    })
    expect(items['_posts/2020-04-14-neu.md']).toMatchObject({ title: 'Neu', tags: ['eins'], body: 'Text' })
  })

  test('defaults for whole folders, and collections with their own addresses', async () => {
    const items = await byId({
      '_config.yml': [
        'permalink: /:year/:title',
        'collections_dir: sammlungen',
        'collections:',
        '  seiten:\n    output: true\n    permalink: /:name',
        '  reisen:\n    output: true',
        '  daten: {}',
        'defaults:',
        '- scope: { path: "" }\n  values: { author: Ada }',
        '- scope: { path: "", type: posts }\n  values: { permalink: "/:year/:i_month/:i_day/:title", category: Netz }',
        '- scope: { path: _posts/alt, type: posts }\n  values: { published: false, author: Karl }',
        '- scope: { path: "orte/*/x.md" }\n  values: { title: Mit Stern }',
      ].join('\n'),
      '_posts/2008-11-02-Wer_sucht.md': '---\ntitle: Wer sucht\n---\nText',
      '_posts/alt/2007-01-05-weg.md': '---\ntitle: Weg\ncategory: Eigene\n---\nText',
      '_posts/2009-01-05-c-und-net.md':
        '---\ntitle: C\npermalink: /:categories/:slug/\ncategories: [C#/.NET, Alt]\n---\nText',
      'sammlungen/_seiten/ueber-uns.md': '---\ntitle: Über\n---\nText',
      'sammlungen/_reisen/2010-02-03-nord.md': '---\ntitle: Nord\n---\nText',
      'sammlungen/_reisen/sued/palermo.md': '---\ntitle: Palermo\n---\nText',
      'sammlungen/_daten/a.md': '---\ntitle: A\n---\nText',
      'sammlungen/_fremd/b.md': '---\ntitle: B\n---\nText',
      'orte/a/x.md': '---\n---\nText',
      'orte/index.md': '---\ntitle: Orte\n---\nText',
      'kontakt.md': '---\ntitle: Kontakt\n---\nText',
    })
    expect(items['_posts/2008-11-02-Wer_sucht.md']).toMatchObject({
      authors: ['Ada'],
      category: 'Netz',
      oldAddresses: ['/2008/11/2/Wer_sucht'],
    })
    expect(items['_posts/alt/2007-01-05-weg.md']).toMatchObject({
      status: 'draft',
      authors: ['Karl'],
      category: 'Eigene',
    })
    expect(items['_posts/2009-01-05-c-und-net.md'].oldAddresses).toEqual(['/c-net/alt/netz/c-und-net/'])
    expect(items['sammlungen/_seiten/ueber-uns.md']).toMatchObject({
      kind: 'page',
      authors: ['Ada'],
      oldAddresses: ['/ueber-uns'],
    })
    expect(items['sammlungen/_reisen/2010-02-03-nord.md']).toMatchObject({
      kind: 'article',
      oldAddresses: ['/reisen/2010-02-03-nord'],
    })
    expect(items['sammlungen/_reisen/sued/palermo.md'].oldAddresses).toEqual(['/reisen/sued/palermo'])
    expect(items['sammlungen/_daten/a.md']).toMatchObject({ skip: true, reasons: [expect.stringContaining('output')] })
    expect(items['sammlungen/_fremd/b.md']).toMatchObject({ skip: true, reasons: [expect.stringContaining('_fremd')] })
    expect(items['orte/a/x.md']).toMatchObject({ title: 'Mit Stern', oldAddresses: ['/orte/a/x'] })
    expect(items['orte/index.md'].oldAddresses).toEqual(['/orte/'])
    expect(items['kontakt.md'].oldAddresses).toEqual(['/kontakt'])
  })
})

test('Hexo: addresses, folders of pictures, tags (RUL-53)', async () => {
  const items = await byId({
    '_config.yml': 'url: https://alt.example\npermalink: :year/:title.html\ntimezone: Asia/Tokyo\n',
    'source/_posts/am-see.md':
      '---\ntitle: Am See\ndate: 2019-05-03 07:05:00\ncategories:\n  - [Reise, Seen]\nsticky: 1\n---\n{% asset_img see.jpg "Der See" %}\n',
    'source/_posts/am-see/see.jpg': 'x',
    'source/_drafts/halb.md': '# Halb\n\nText',
    'source/ueber/index.md': '---\ntitle: Über\n---\n',
  })
  expect(items['source/_posts/am-see.md']).toMatchObject({
    publishedAt: '2019-05-02T22:05:00.000Z',
    category: 'Reise',
    tags: ['Seen'],
    pinned: true,
    oldAddresses: ['/2019/am-see.html'],
    body: '![Der See](am-see/see.jpg)\n',
  })
  expect(items['source/_drafts/halb.md']).toMatchObject({ title: 'Halb', body: 'Text', status: 'draft' })
  expect(items['source/ueber/index.md']).toMatchObject({ kind: 'page', oldAddresses: ['/ueber/'] })
})

test('Obsidian: links between notes, pictures, marks and comments (RUL-53)', async () => {
  const items = await byId({
    'Garten/.obsidian/app.json': '{}',
    'Garten/Tomaten.md':
      '---\ndate: 2022-04-01\ntags: [garten]\n---\nSiehe [[Beete/Hochbeet#Erde|das Beet]], [[Fehlt]] und ![[tomate.png|300]].\n==Wichtig== %%nur für mich%%\n`[[kein Link]]`',
    'Garten/Beete/Hochbeet.md': 'Ohne Datum. [zurück](../Tomaten.md)',
    'Garten/Bilder/tomate.png': 'x',
  })
  expect(items['Garten/Tomaten.md']).toMatchObject({
    title: 'Tomaten',
    status: 'published',
    tags: ['garten'],
    body: 'Siehe [das Beet](/Beete/Hochbeet#erde), Fehlt und ![](tomate.png).\n<mark>Wichtig</mark> \n`[[kein Link]]`',
    oldAddresses: ['/Tomaten'],
    reasons: ['Ein Verweis führt auf eine Notiz, die nicht dabei ist: Fehlt'],
  })
  expect(items['Garten/Beete/Hochbeet.md']).toMatchObject({
    status: 'draft',
    body: 'Ohne Datum. [zurück](/Tomaten)',
    reasons: ['Ohne Datum in der Quelle: als Entwurf übernommen.'],
  })
})

test('Obsidian: no content of a comment is public (RUL-53)', async () => {
  const head = '---\ndate: 2022-04-01\n---\n'
  const items = await byId({
    '.obsidian/app.json': '{}',
    'prozent.md': `${head}Vor %%geheim, 50 % davon%% nach`,
    'lang.md': `${head}Vor %%${'geheim '.repeat(900)}%% nach`,
    'code.md': `${head}Vor\n%%\ngeheim\n\n\`\`\`\ncode\n\`\`\`\n\`a\` geheim\n%%\nnach`,
    'in-code.md': `${head}\`%%\` und\n\n\`\`\`\`md\n\`\`\`\n%%da%% [[da]]\n\`\`\`\n\`\`\`\`\n%%geheim%%nach`,
    'offen.md': `${head}Vor %% nach`,
  })
  const bodyOf = (path: string) => items[path].body
  expect(bodyOf('prozent.md')).toBe('Vor  nach')
  expect(bodyOf('lang.md')).toBe('Vor  nach')
  expect(bodyOf('code.md')).toBe('Vor\n\nnach')
  expect(bodyOf('in-code.md')).toBe('`%%` und\n\n````md\n```\n%%da%% [[da]]\n```\n````\nnach')
  expect(items['offen.md']).toMatchObject({
    body: 'Vor %% nach',
    reasons: ['Ein Kommentar (%%) hat kein Ende; er steht im Text.'],
  })
})

test('hidden files, files with draft names and notes with only a creation date are not public (RUL-53)', async () => {
  const items = await byId({
    'content/blog/halb.draft.md': '---\ndate: 2020-01-01\n---\nText',
    'content/blog/fertig.md': '---\ndate: 2020-01-01\n---\nText',
  })
  expect(items['content/blog/halb.draft.md'].status).toBe('draft')
  expect(items['content/blog/fertig.md'].status).toBe('published')
  const notes = await byId({
    'a.md': '---\ncreated: 2020-01-01\n---\nText',
    'b.md': '---\ncreated: 2020-01-01\npublish: true\n---\nText',
    'Privates/c.md': '---\ndate: 2020-01-01\n---\nText',
  })
  expect(notes['a.md']).toMatchObject({
    status: 'draft',
    reasons: ['Die Quelle sagt nur, wann die Notiz entstand: als Entwurf übernommen.'],
  })
  expect(notes['b.md'].status).toBe('published')
  expect(notes['Privates/c.md'].status).toBe('draft')
})

test('Astro: collections, their dates and code in texts (RUL-53)', async () => {
  const items = await byId({
    'src/content/blog/am-see.mdx':
      '---\ntitle: Am See\npubDate: "May 3, 2019"\nheroImage: ./see.jpg\n---\nimport Bild from "./bild.astro"\n\nText.',
  })
  expect(items['src/content/blog/am-see.mdx']).toMatchObject({
    publishedAt: '2019-05-02T22:00:00.000Z',
    cover: './see.jpg',
    body: 'Text.',
    oldAddresses: ['/blog/am-see/'],
    reasons: ['Eine Zeile Code (MDX) wurde weggelassen: import Bild from "./bild.astro"'],
  })
})

test('unreadable front matter is reported, and its text imported (RUL-53)', async () => {
  const [item] = await read({ 'a.md': '---\ntitle: [\n---\n# Titel\n\nText' })
  expect(item).toMatchObject({
    title: 'Titel',
    body: 'Text',
    status: 'draft',
    reasons: ['Die Angaben am Anfang (YAML) sind nicht lesbar.', expect.any(String)],
  })
})

describe('non-public texts are imported as drafts or skipped, with a German report line (RUL-53)', () => {
  const NBSP = '\u00a0'
  const reason = (text: string) => [expect.stringContaining(text)]

  test('a state in another spelling is not public', async () => {
    const heads = [
      `draft:${NBSP}true`,
      'draft:true',
      ' draft: true',
      '- draft: true',
      'draft = true',
      'motto: Weiter =>\n draft: true',
      `published:${NBSP}false`,
      'published:false',
      'description: Kurz\nstatus:privat',
      'draft: on',
      'published: off',
      'published: "off"',
      'private: on',
      'draft: \u201dtrue\u201d',
      'draft: true;',
      'draft: [true]',
      'draft: vielleicht',
      'draft: }',
      'password: true',
      'status: Entwurf',
      'status: pending',
      'status: [draft]',
      'visibility: private',
      'isDraft: true',
      'Draft: true',
      'Published: false',
      'ExpiryDate: 2021-01-01',
      'unpublishdate: 2021-01-01',
      'expiryDate: irgendwann',
      'publishDate: bald',
      'headless: true',
      'build:\n  render: never',
      '_build:\n  render: false',
      'published: 2999-01-01',
      'unpublished: true',
      'hidden: true',
      'veroeffentlicht: nein',
      'permalink: false',
      'online: nein',
      'state: draft',
      'access: members',
    ]
    const shown = [
      'permalink: /weg/',
      'online: https://video.example',
      'state: Bayern',
      'access: frei',
      'draft: off',
      'draft: nein',
      'Published: "on"',
      'published: 2020-01-02',
      'status: Published',
      'status: [publish]',
      'visibility: public',
      'private: false',
      'password: ""',
      'expiryDate: 2999-01-01',
      'extra:\n  draft: true',
      'build:\n  render: always',
      '# draft: true',
    ]
    const site = { 'hugo.toml': 'title = "x"\n', 'content/blog/_index.md': '---\ntitle: Liste\n---\n' }
    const named = (lines: readonly string[], name: string) =>
      lines.map((line, at) => [
        `content/blog/${name}${at}.md`,
        `---\ntitle: Text\n${line}\ndate: 2020-01-01\n---\nText`,
      ])
    const items = await byId({
      ...site,
      ...Object.fromEntries([...named(heads, 'geheim'), ...named(shown, 'offen')]),
      'content/blog/toml.md': '+++\ntitle = "Text"\nDraft = true\ndate = 2020-01-01\n+++\nText',
      'content/blog/toml-als-yaml.md': '+++\ntitle = "Text"\ndraft: true\ndate = 2020-01-01\n+++\nText',
    })
    const states = (lines: readonly string[], name: string) =>
      lines.map((line, at) => [line, items[`content/blog/${name}${at}.md`].status])
    expect(states(heads, 'geheim')).toEqual(heads.map((line) => [line, 'draft']))
    expect(states(shown, 'offen')).toEqual(shown.map((line) => [line, 'published']))
    for (const name of ['toml', 'toml-als-yaml']) expect(items[`content/blog/${name}.md`].status, name).toBe('draft')
    const plain = /^(?:[ -]*draft|motto|published:[^2]*$|veroeff|Draft|Published|status:.*draft)/
    for (const [at, line] of heads.entries())
      if (!plain.test(line))
        expect(items[`content/blog/geheim${at}.md`].reasons, line).toContainEqual(
          expect.stringContaining('als Entwurf'),
        )
    expect(items[`content/blog/geheim${heads.indexOf('draft: vielleicht')}.md`].reasons).toEqual(
      reason('„draft: vielleicht“ ist nicht eindeutig'),
    )
    expect(items['content/blog/geheim0.md'].title).toBe('Text')
  })

  test('a page with a future date is scheduled', async () => {
    const items = await byId({
      'hugo.toml': 'title = "x"\n',
      'content/ueber.md': '---\ntitle: Über\npublishDate: 2999-01-01\n---\nText',
      'content/bald.md': '---\ntitle: Bald\nDate: 2999-01-01\n---\nText',
    })
    for (const name of ['ueber', 'bald'])
      expect(items[`content/${name}.md`], name).toMatchObject({ kind: 'page', status: 'scheduled' })
  })

  test('unreadable front matter makes a draft, whatever date the name has', async () => {
    const heads = [
      '---\ntitle: Offen\npublished: false\nText',
      '\n---\n# Kopf\ntitle: Offen\npublished: false\nText',
      '+++\ntitle = "Offen"\ndraft = true\nText',
      '{\n"title": "Offen",\n"draft": true\n\nText',
      '---\n[: kaputt\n{{\n---\nText',
      `---\ntitle: Lang\npublished: false\nmehr: ${'a'.repeat(300_000)}\n---\nText`,
      `---\n${'a: b: c\n'.repeat(400)}published: false\n---\nText`,
    ]
    const posts = heads.map((head, at) => [`_posts/2019-05-0${at + 1}-c.md`, head])
    const items = await byId({
      '_config.yml': 'title: x\ndefaults:\n- scope: { path: "" }\n  values: { author: Ada }\n',
      ...Object.fromEntries(posts),
      '_posts/2018-01-01-linie.md': '---\n\nEin Absatz unter einer Linie.\n',
    })
    for (const [path, head] of posts)
      expect(items[path!], head!.slice(0, 60)).toMatchObject({
        status: 'draft',
        reasons: [
          expect.stringContaining('Die Angaben am Anfang'),
          'Die Angaben am Anfang sind nicht lesbar: als Entwurf übernommen.',
        ],
      })
    expect(items['_posts/2018-01-01-linie.md'].status).toBe('published')
  })

  test('files that the generator never publishes are skipped', async () => {
    const text = '---\ntitle: Geheim\ndate: 2020-01-01\n---\nText'
    const sites: [files: Record<string, string>, hidden: string[], shown: string[]][] = [
      [
        { '_config.yml': 'exclude: [texte/intern, "*.alt.md", /fort/, "**/still"]\ninclude: [_da.md]\n' },
        [
          'texte/intern/a.md',
          'texte/b.alt.md',
          'fort/c.md',
          'texte/still/d.md',
          'texte/_entwurf/x.md',
          'texte/_plan.md',
          '_posts/_alt/2019-01-01-x.md',
          '_kat/_posts/2019-01-01-x.md',
        ],
        ['texte/a.md', '_posts/2019-01-01-a.md', 'kat/_posts/2019-01-01-a.md', 'texte/internes.md', '_da.md'],
      ],
      [
        {},
        ['src/content/blog/_entwurf.md', 'src/content/_alt/a.md', 'src/pages/_plan.md'],
        ['src/content/blog/a_b.md'],
      ],
      [
        { 'hugo.yaml': 'ignoreFiles: ["\\\\.alt\\\\.md$", "^content/fort/.*", "still/|geheim/"]\n' },
        [
          'content/blog/x.alt.md',
          'content/fort/x.md',
          'content/blog/geheim/x.md',
          'content/blog/berg/2019-01-01-notiz.md',
          'content/blog/berg/tief/x.md',
        ],
        ['content/blog/a.md', 'content/blog/berg/index.md', 'content/blog/berg/index.en.md'],
      ],
      [{ '_config.yml': 'title: x\n' }, ['source/_posts/_plan.md', 'source/_posts/_alt/a.md'], ['source/_posts/a.md']],
    ]
    for (const [config, hidden, shown] of sites) {
      const items = await byId({ ...config, ...Object.fromEntries([...hidden, ...shown].map((path) => [path, text])) })
      for (const path of hidden)
        expect(items[path], path).toMatchObject({ kind: 'other', skip: true, reasons: reason('.') })
      for (const path of shown) expect(items[path], path).toMatchObject({ status: 'published' })
    }
  })

  test('Hugo’s section and configuration defaults apply to the texts below', async () => {
    const text = '---\ndate: 2020-01-01\n---\nText'
    const cascade = (yaml: string) => `---\ntitle: Liste\ncascade:\n${yaml}\n---\n`
    const items = await byId({
      'hugo.toml': '[[cascade]]\ndraft = true\n[cascade.target]\npath = "/werkstatt/**"\n',
      'content/blog/_index.md': cascade('  date: 2019-05-05'),
      'content/blog/a.md': text,
      'content/blog/ohne.md': '---\ntitle: Ohne Datum\n---\nText',
      'content/blog/kopflos.md': 'Text ohne Kopf',
      'content/werkstatt/b.md': text,
      'content/geheim/_index.md': cascade('  Draft: true'),
      'content/geheim/c.md': text,
      'content/geheim/tief/d/index.md': text,
      'content/geheim/kopflos.md': 'Text ohne Kopf',
      'content/geheim/doch.md': '---\ndate: 2020-01-01\ndraft: false\n---\nText',
      'content/leise/_index.md': cascade(
        '  - build:\n      list: never\n    _target:\n      kind: page\n      path: "/leise/x*"',
      ),
      'content/leise/xe.md': text,
      'content/leise/f.md': text,
      'content/listen/_index.md': cascade('  - draft: true\n    _target:\n      kind: section'),
      'content/listen/g.md': text,
      'content/spät/_index.md': cascade('  params:\n    private: true\n  publishDate: 2999-01-01'),
      'content/spät/h.md': text,
      'content/kaputt/_index.md': '---\ntitle: "offen\ncascade: [draft: {\n---\n',
      'content/kaputt/i.md': text,
    })
    const states = Object.fromEntries(
      Object.entries(items).flatMap(([path, { status }]) => (status ? [[path.slice('content/'.length), status]] : [])),
    )
    expect(states).toEqual({
      'blog/a.md': 'published',
      'blog/ohne.md': 'published',
      'blog/kopflos.md': 'published',
      'werkstatt/b.md': 'draft',
      'geheim/c.md': 'draft',
      'geheim/tief/d/index.md': 'draft',
      'geheim/kopflos.md': 'draft',
      'geheim/doch.md': 'published',
      'leise/xe.md': 'draft',
      'leise/f.md': 'published',
      'listen/g.md': 'published',
      'spät/h.md': 'draft',
      'kaputt/i.md': 'draft',
    })
    expect(items['content/blog/ohne.md'].publishedAt).toMatch(/^2019-05-0[45]/)
    expect(items['content/leise/xe.md'].reasons).toEqual([
      'Hugo zeigt den Text nicht (build.list): als Entwurf übernommen.',
    ])
  })

  test('folders are mapped by Hugo’s module.mounts', async () => {
    const text = '---\ndate: 2020-01-01\n---\nText'
    const items = await byId({
      'hugo.toml':
        'baseURL = "https://alt.example/"\n[[module.mounts]]\nsource = "texte"\ntarget = "content/blog"\nexcludeFiles = ["privat/**", "*.plan.md"]\n[[module.mounts]]\nsource = "static"\ntarget = "static"\n',
      'layouts/index.html': '',
      'texte/a.md': text,
      'texte/b.plan.md': text,
      'texte/privat/tief/c.md': text,
      'content/d.md': text,
    })
    expect(items['texte/a.md']).toMatchObject({ status: 'published', oldAddresses: ['/blog/a/'] })
    for (const path of ['texte/b.plan.md', 'texte/privat/tief/c.md'])
      expect(items[path]).toMatchObject({
        skip: true,
        reasons: ['Nach der Konfiguration (module.mounts) zeigt Hugo die Datei nicht.'],
      })
    expect(items['content/d.md']).toMatchObject({ skip: true })
  })

  test('files that Hexo’s configuration skips or copies are skipped', async () => {
    const text = '---\ndate: 2020-01-01\n---\nText'
    const items = await byId({
      '_config.yml':
        'title: x\nexclude:\n  - "_posts/intern/**"\n  - "notiz?.md"\nignore: ["**/alt"]\nskip_render:\n  - "demo/*.{md,html}"\n  - _posts/roh.md\n',
      'source/_posts/a.md': text,
      'source/_posts/intern/b.md': text,
      'source/notiz1.md': text,
      'source/notizen.md': text,
      'source/_posts/alt/c.md': text,
      'source/demo/d.md': text,
      'source/demo/tief/e.md': text,
      'source/_posts/roh.md': text,
    })
    const shown = Object.entries(items).flatMap(([path, { status }]) => (status === 'published' ? [path] : []))
    expect(shown.toSorted()).toEqual(['source/_posts/a.md', 'source/demo/tief/e.md', 'source/notizen.md'])
    const reason = (path: string) => items[path].reasons
    expect(reason('source/_posts/intern/b.md')).toEqual([
      'Nach der Konfiguration (exclude) zeigt Hexo die Datei nicht.',
    ])
    expect(reason('source/_posts/alt/c.md')).toEqual(['Nach der Konfiguration (ignore) zeigt Hexo die Datei nicht.'])
    expect(reason('source/demo/d.md')).toEqual([
      'Nach der Konfiguration (skip_render) macht Hexo aus der Datei keinen Text.',
    ])
  })

  test('notes in private folders, and daily notes, are drafts', async () => {
    const text = '---\ndate: 2020-01-01\n---\nText'
    const own = [
      'Entwürfe',
      'Entwu\u0308rfe',
      'Vorlagen',
      '90 Templates',
      'Papierkorb',
      'Privat/tief',
      'Tagebuch',
      'Daily Notes',
    ]
    const items = await byId({
      '.obsidian/app.json': '{}',
      ...Object.fromEntries(own.map((folder) => [`${folder}/a.md`, text])),
      'Privatier/a.md': text,
      '2020-01-01 Tag.md': 'Text',
      '2020-01-02 Tag.md': '---\npublish: true\n---\nText',
    })
    for (const folder of own)
      expect(items[`${folder}/a.md`], folder).toMatchObject({ status: 'draft', reasons: reason('als Entwurf') })
    expect(items['Privatier/a.md']).toMatchObject({ status: 'published' })
    expect(items['2020-01-01 Tag.md']).toMatchObject({ status: 'draft', reasons: reason('nur im Namen') })
    expect(items['2020-01-02 Tag.md']).toMatchObject({ status: 'published' })
  })
})

describe('attributes and comments of dialects (RUL-53)', () => {
  const bodyOf = async (text: string, files: Record<string, string>, path: string) =>
    (
      (await itemsOf(markdownReader, { ...files, [path]: `---\ntitle: T\ndate: 2021-01-02\n---\n${text}\n` })) as any[]
    ).find(({ sourceId }) => sourceId === path).body
  const jekyll = (text: string) => bodyOf(text, { '_config.yml': 'title: x\n' }, '_posts/2021-01-02-a.md')
  const hugo = (text: string) => bodyOf(text, { 'hugo.toml': 'title = "x"\n' }, 'content/posts/a.md')

  test('kramdown’s comments stay hidden in any position, and code stays unchanged', async () => {
    expect(
      await jekyll(
        'Vor.\n\n{::comment}\nGeheim.\n\n```\nauch geheim\n```\n\nimmer noch\n{:/comment}\n\nMitte {::comment}still{:/} Ende.\n\nEin `{::comment}` im Code.\n\n```\n{::comment}\n{: .x}\n```\n\n{::options toc_levels="2" /}\n{::nomarkdown}\n<b>da</b>\n{:/nomarkdown}\n\nOffen {::comment} bleibt.',
      ),
    ).toBe(
      'Vor.\n\n\nMitte  Ende.\n\nEin `{::comment}` im Code.\n\n```\n{::comment}\n{: .x}\n```\n\n<b>da</b>\n\nOffen  bleibt.\n',
    )
  })

  test('attribute lists are removed after blocks, headings, pictures and text; link targets stay', async () => {
    expect(
      await jekyll(
        '{:eigen: .klasse #x}\n## Kapitel {#eins}\n{: .rot #zwei}\n\n![a](b.png){:width="50%"}\n\n* Inhalt\n{:toc}\n\n> Zitat\n> {: .klein}\n\n*Wort*{:.rot} hier.',
      ),
    ).toBe('## Kapitel\n\n![a](b.png)\n\n\n> Zitat\n>\n\n*Wort* hier.\n')
    expect(
      await hugo(
        '## Kapitel {#eigen .klasse}\n\n[hin](#eigen)\n\nUnter {#u}\n===\n\n![Bild](x.png "T"){width=50%}\n{.rechts}\n\n- Punkt\n{.liste key="a b"}\n\nEin {Wort} und {#kein} Ende {.x}\n\n{.allein}\n\n```go {linenos=table}\nx {.y}\n{.z}\n```',
      ),
    ).toBe(
      '## <a id="eigen"></a>Kapitel\n\n[hin](#eigen)\n\nUnter\n===\n\n![Bild](x.png "T")\n\n- Punkt\n\nEin {Wort} und {#kein} Ende {.x}\n\n{.allein}\n\n```go {linenos=table}\nx {.y}\n{.z}\n```\n',
    )
  })

  test('definition lists become HTML, with their markdown', async () => {
    const text =
      'Vor.\n\nBegriff\n: Erklärung\n\nZweiter *Begriff*\nauch so\n: Eins **fett**\n\n  noch ein Absatz\n\n: Zwei\nläuft weiter\n\nNach: so.\n\n# Titel\n: kein\n\n```\na\n: b\n```'
    const html =
      'Vor.\n\n<dl>\n<dt>Begriff</dt>\n<dd>Erklärung</dd>\n<dt>\n\nZweiter *Begriff*\n\n</dt>\n<dt>auch so</dt>\n<dd>\n\nEins **fett**\n\nnoch ein Absatz\n\n</dd>\n<dd>\n\nZwei\nläuft weiter\n\n</dd>\n</dl>\n\nNach: so.\n\n# Titel\n: kein\n\n```\na\n: b\n```\n'
    expect(await hugo(text)).toBe(html)
    expect(await jekyll(text)).toBe(html)
    expect(await bodyOf('Begriff\n: Erklärung', {}, 'notiz.md')).toBe('Begriff\n: Erklärung\n')
  })
})
