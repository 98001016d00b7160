import { describe, expect, test } from 'vitest'
import { checkBeforePublishing, linksOf, ownPathOf, placesOf } from './publish-check.ts'
import { growsTooFast } from '../../tests/support/growth.ts'

const ORIGINS = ['https://blog.example']
const complete = { title: 'Titel', excerpt: 'Kurz.', cover_image_url: '/bild.png', noindex: false }
const kinds = (
  {
    markdown = 'Text.',
    ...changed
  }: Partial<Record<'title' | 'excerpt' | 'markdown', string> & { cover_image_url: null; noindex: boolean }>,
  dead: [string, 'missing' | 'unpublished'][] = [],
) =>
  checkBeforePublishing({ ...complete, ...changed, links: linksOf(markdown) }, ORIGINS, {
    slugTaken: false,
    dead: new Map(dead),
  }).map((hint) => hint.kind)

describe('links of a text', () => {
  test('are found with their places, images in links too, and nothing in code', () => {
    const text =
      '[a](/x "T") ![](</mit leer.png>) [![b](/c.png)](/d)\n\n[ref]: https://blog.example/e\n[^1]: Note\n\n`[k](/k)`\n\n```\n[z](/z)\n```\n'
    const found = linksOf(text)
    expect(found.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
      'link /x',
      'image /mit leer.png',
      'image /c.png',
      'link /d',
      'link https://blog.example/e',
    ])
    for (const { from, to, address } of found) expect(text.slice(from, to)).toContain(address)
  })

  test('50 KB without an end to anything take time in proportion', () => {
    for (const piece of ['[', '![a](', '`', '[a]: ', '](', '```\n'])
      expect(
        growsTooFast(50_000, (letters) => void linksOf(piece.repeat(letters / piece.length))),
        piece,
      ).toBeNull()
  })
})

test('own addresses are told from others', () => {
  expect(ownPathOf('/article/a#b', ORIGINS)).toBe('/article/a#b')
  expect(ownPathOf('https://blog.example/article/a?x=1', ORIGINS)).toBe('/article/a?x=1')
  for (const address of ['//evil.example/a', 'https://andere.example/', '#note', 'mailto:a@b.example', '']) {
    expect(ownPathOf(address, ORIGINS), address).toBeNull()
  }
})

test('hints name what is missing, and nothing where nothing is', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ excerpt: ' ', cover_image_url: null, title: 'Lang '.repeat(20) })).toEqual([
    'no-excerpt',
    'no-cover',
    'long-title',
  ])
  expect(kinds({ noindex: true })).toEqual(['noindex'])
  const markdown = '![](/da.png) ![Ein Bild](/weg.png) [alt](https://blog.example/article/weg) [Entwurf](/article/bald)'
  const dead: [string, 'missing' | 'unpublished'][] = [
    ['/weg.png', 'missing'],
    ['/article/weg', 'missing'],
    ['/article/bald', 'unpublished'],
  ]
  expect(kinds({ markdown }, dead)).toEqual(['no-alt', 'lost-picture', 'dead-link', 'unpublished-link'])
  // A missing picture is found by the heading above it.
  const below = (text: string) =>
    checkBeforePublishing({ ...complete, links: linksOf(text) }, ORIGINS, { slugTaken: false, dead: new Map(dead) })
  const sections = (text: string) => below(text).flatMap((hint) => (hint.kind === 'lost-picture' ? [hint.section] : []))
  const picture = '![Ein Bild](/weg.png)'
  expect(sections(`${picture}\n\n# Eins\n#keine\n${picture}\n\n### Zwei \n\n${picture} ${picture}`)).toEqual([
    '',
    'Eins',
    'Zwei',
    'Zwei',
  ])
  // Before the server has answered, only what the text itself says.
  expect(
    checkBeforePublishing({ ...complete, links: linksOf(markdown) }, ORIGINS, null).map(({ kind }) => kind),
  ).toEqual(['no-alt'])
})

test('[SITE-6] refused elements of HTML are named with their line, and lead to their place', () => {
  const text = 'eins\n<FONT>zwei</font> <font>drei\n\nvier'
  const refused = placesOf(text, [
    { line: 2, element: 'font' },
    { line: 2, element: 'font' },
    { line: 4, element: 'video' },
  ])
  expect(refused.map(({ from, to }) => text.slice(from, to))).toEqual(['<FONT', '<font', 'vier'])
  expect(refused[1]!.from).toBeGreaterThan(refused[0]!.from)
  const hints = checkBeforePublishing({ ...complete, links: [], refused }, ORIGINS, null)
  expect(hints[0]).toMatchObject({ kind: 'refused-html', line: 2, element: 'font' })
})
