import { expect, test } from 'vitest'
import { itemsOf } from '../../../tests/support/source-in-memory.ts'
import { wxr, type WxrPost } from '../../../tests/support/wxr.ts'
import { markdownOf } from '../../markdown/html/markdown-of.ts'
import { wordpressReader } from './wxr-reader.ts'

const itemsIn = async (posts: WxrPost[]) =>
  (await itemsOf(wordpressReader, { 'blog.xml': [...wxr(posts)].join('') })).filter(
    ({ kind }) => kind === 'article' || kind === 'media',
  ) as any[]

const mark = (id: string, number: number) =>
  `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${number}</a></sup>`

test('[RUL-53] notes of the block editor become notes of the text', async () => {
  const content = `<!-- wp:paragraph -->\n<p>Eins${mark('b', 1)}, zwei${mark('a', 2)} und noch einmal eins${mark('b', 1)}.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->`
  const footnotes = JSON.stringify([
    { id: 'a', content: 'Die <a href="https://x.example/">zweite</a>' },
    { id: 'b', content: 'Die <em>erste, offen' },
  ])
  const [item] = await itemsIn([{ id: 1, content, meta: { footnotes } }])
  expect(markdownOf(item.body, null).markdown).toBe(
    'Eins[^1], zwei[^2] und noch einmal eins[^1].\n\n[^1]: Die *erste, offen*\n\n[^2]: Die [zweite](https://x.example/)\n',
  )
  expect(item.reasons).toEqual([])
})

test('[RUL-53] missing, damaged or unreferenced notes are reported or keep their text', async () => {
  const content = `<p>Eins${mark('weg', 1)}.</p>`
  const [lost, damaged, unmarked] = await itemsIn([
    { id: 1, content },
    { id: 2, content: '<p>Zwei.</p>', meta: { footnotes: '[{"id":' } },
    { id: 3, content: '<p>Drei.<b', meta: { footnotes: '[{"id":"x","content":"Wörter"},null,{"id":1}]' } },
  ])
  expect(lost.reasons).toEqual(['Zu einer Fußnote steht kein Text in der Datei; ihre Zahl bleibt stehen.'])
  expect(damaged.reasons).toEqual(['Die Fußnoten sind in der Datei beschädigt und kommen nicht mit.'])
  expect(markdownOf(unmarked.body, null).markdown).toBe('Drei.\n\n1. Wörter\n')
})

test('[RUL-53] an attachment without an address is not reported as an unsupported type', async () => {
  const [without, document] = await itemsIn([
    { id: 1, type: 'attachment' },
    { id: 2, type: 'attachment', attachment: 'https://alt.example/a.pdf' },
  ])
  expect(without).toMatchObject({
    skip: true,
    reasons: ['Die Quelle nennt keine Adresse der Datei; sie kommt nicht mit.'],
  })
  expect(document.reasons[0]).toMatch(/^Die Datei ist kein Bild/)
})

test('[RUL-53] texts of page builders lose their shortcodes, but keep pictures, buttons and titles', async () => {
  const content =
    '[vc_row][vc_column width="1/2"][vc_column_text]\nText [b]im[/b] Baukasten.\n[/vc_column_text][vc_single_image image="7" img_size="full"][vc_raw_html]JTNDcCUzRVJvaCUzQyUyRnAlM0U=[/vc_raw_html][/vc_column][/vc_row]\n' +
    '[et_pb_section][et_pb_text admin_label="Text"]<p>Divi.</p>[/et_pb_text][et_pb_image src="https://x.example/d.jpg" alt="D" /][et_pb_button button_text="Laden" button_url="https://x.example/l?a=1&b=2" /][/et_pb_section]' +
    '[su_spoiler title="Frage?"]Antwort.[/su_spoiler]'
  const [, item] = await itemsIn([
    { id: 7, type: 'attachment', attachment: 'https://x.example/c.jpg' },
    { id: 1, content },
  ])
  expect(markdownOf(item.body, null).markdown).toBe(
    'Text [b]im[/b] Baukasten.\n\n![](https://x.example/c.jpg)\n\nRoh\n\nDivi.\n\n![D](https://x.example/d.jpg)\n\n[Laden](https://x.example/l?a=1\\&b=2)\n\n### Frage?\n\nAntwort.\n',
  )
  expect(item.reasons[0]).toBe(
    'Die Bausteine eines Baukastens sind aufgelöst; was in ihnen stand, steht untereinander.',
  )
})

test('[RUL-53] a page with its text in Elementor’s data is not published empty', async () => {
  const elements = [
    { widgetType: 'heading', settings: { title: 'Kopf' } },
    { widgetType: 'text-editor', settings: { editor: '<p>Nur <b>hier</b>.</p>' } },
    { elements: [{ widgetType: 'image', settings: { image: { url: 'https://x.example/e.jpg' } } }] },
    { widgetType: 'button', settings: { text: 'Los', link: { url: 'https://x.example/' } } },
  ]
  const meta = { _elementor_data: JSON.stringify([{ elType: 'section', elements }]) }
  const [item, other] = await itemsIn([
    { id: 1, content: '', meta },
    { id: 2, content: 'Eigener Text', meta },
  ])
  expect(markdownOf(item.body, null).markdown).toBe(
    '## Kopf\n\nNur **hier**.\n\n![](https://x.example/e.jpg)\n\n[Los](https://x.example/)\n',
  )
  expect(item.reasons).toEqual(['Der Text stand nur im Baukasten „Elementor“; seine Teile stehen untereinander.'])
  expect(markdownOf(other.body, null).markdown).toBe('Eigener Text\n')
})

test('[RUL-53] languages and terms of plugins are reported', async () => {
  const xml = (...languages: string[]) =>
    [...wxr(languages.map((_, index) => ({ id: index + 1 })))]
      .join('')
      .split('<wp:post_id>')
      .map((part, index) =>
        index === 0
          ? part
          : `<category domain="language"><![CDATA[${languages[index - 1]}]]></category><category domain="series"><![CDATA[Serie]]></category><wp:post_id>${part}`,
      )
      .join('')
  const reasonsOf = async (...languages: string[]) =>
    (await itemsOf(wordpressReader, { 'blog.xml': xml(...languages) })).flatMap(({ kind, reasons }) =>
      kind === 'article' ? [reasons] : [],
    )
  const series = 'Die Einteilung „series“ gibt es hier nicht: Serie.'
  const german = 'Sprachen gibt es hier nicht; der Text ist in „Deutsch“.'
  expect(await reasonsOf('Deutsch', 'English')).toEqual([
    [german, series],
    [german.replace('Deutsch', 'English'), series],
  ])
  expect(await reasonsOf('Deutsch')).toEqual([[series]])
})

test('[MOVE-1] an export with other prefixes is read like any other, and a password of blanks still protects', async () => {
  const plain = [
    ...wxr([
      { id: 1, title: 'Eins' },
      { id: 2, password: ' ' },
      { id: 3, status: 'draft' },
    ]),
  ].join('')
  const renamed = ['wp', 'content', 'excerpt', 'dc'].reduce(
    (xml, prefix) => xml.replaceAll(new RegExp(`(</?|xmlns:)${prefix}(?=[:=])`, 'g'), `$1X-${prefix}`),
    plain,
  )
  const texts = async (xml: string) =>
    (await itemsOf(wordpressReader, { 'blog.xml': xml })).map(({ kind, reasons, ...item }) => ({
      kind,
      reasons,
      ...('body' in item && { body: item.body, status: item.status, title: item.title, authors: item.authors }),
    }))
  const read = await texts(plain)
  expect(await texts(renamed)).toEqual(read)
  expect(read.flatMap((item) => ('status' in item ? [item.status] : []))).toEqual(['published', 'draft', 'draft'])
  // Indentation by a program does not protect every text.
  const [indented] = await itemsOf(wordpressReader, {
    'blog.xml': plain.replace('<wp:post_password><![CDATA[]]>', '<wp:post_password>\n  <![CDATA[]]>\n  '),
  }).then((items) => items.filter(({ kind }) => kind === 'article'))
  expect(indented).toMatchObject({ title: 'Eins', status: 'published' })
})

test('[RUL-53] terms of plugins are reported in linear time, and only the first ones are named', async () => {
  const xml = (count: number) => {
    const terms = Array.from({ length: count }, (_, n) => `<category domain="series">S${n}</category>`).join('')
    return [...wxr([{ id: 1 }])].join('').replace('<wp:post_id>', `${terms}<wp:post_id>`)
  }
  const [item] = (await itemsOf(wordpressReader, { 'blog.xml': xml(40_000) })).filter(({ kind }) => kind === 'article')
  const named = Array.from({ length: 20 }, (_, n) => `S${n}`).join(', ')
  expect(item?.reasons).toEqual([`Die Einteilung „series“ gibt es hier nicht: ${named} und 39.980 weitere.`])
})

test('[RUL-53] names that every object inherits are names like any other', async () => {
  const [item] = await itemsIn([
    { id: 1, status: 'constructor', content: '<!-- wp:constructor --><p>Text.</p><!-- /wp:constructor -->' },
  ])
  expect(item).toMatchObject({
    status: 'draft',
    reasons: ['Hatte den Status „constructor“ und wird Entwurf.'],
  })
  expect(item.skip).toBeUndefined()
})

test('[RUL-53] a text with a part for members, or a hidden block, is a draft', async () => {
  const hidden = [
    '<p>Vor.</p>[members_only]<p>Geheim.</p>[/members_only]',
    '<p>Vor.</p>[box][restrict role="x"]<p>Geheim.</p>[/restrict][/box]',
    '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>Geheim.</p><!-- /wp:paragraph -->',
    '<!-- wp:jetpack/premium-content/container --><p>Geheim.</p><!-- /wp:jetpack/premium-content/container -->',
  ]
  const items = await itemsIn([
    ...hidden.map((content, index) => ({ id: index + 1, content })),
    {
      id: 9,
      content: '<p>[private] in Klammern</p>[box]Offen.[/box]<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
    },
  ])
  expect(items.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'draft', 'published'])
  for (const { reasons } of items.slice(0, 4)) expect(reasons.join()).toContain('war vielleicht nicht öffentlich')
})
