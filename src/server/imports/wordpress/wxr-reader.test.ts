import { expect, test } from 'vitest'
import { itemsOf } from '../../../../tests/support/source-in-memory.ts'
import { wxr, type WxrPost } from '../../../../tests/support/wxr.ts'
import { markdownOf } from '../html/markdown-of.ts'
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

test('[RUL-53] notes that are lost, damaged or marked nowhere are reported or keep their words', async () => {
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

test('[RUL-53] an attachment without an address is not called another kind of file', async () => {
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
