import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderMarkdown } from '../../markdown/render.ts'
import { articleRow, namedRow, workingCopyRow } from './articles.ts'
import { writeBody, writeShortBody, writeTitle } from './bodies.ts'
import { listManuscripts, listSections, TOPICS, type Topic } from './corpus.ts'
import { COVERS, readCover } from './covers.ts'
import { createKit } from './kit.ts'

test('one seed builds the same rows, another one others', () => {
  const build = (seed: string) => {
    const kit = createKit({ seed })
    return [articleRow(kit), articleRow(kit, { status: 'published' }), namedRow(kit, 'Übersetzung')]
  }
  expect(build('a')).toEqual(build('a'))
  expect(build('a')).not.toEqual(build('b'))
})

test('ids are UUIDs of their instant, all different and in order, and end with the mark', () => {
  const kit = createKit({ mark: '0123456789ab' })
  const ids = Array.from({ length: 40_000 }, () => kit.id('2026-01-02T03:04:05.678Z'))
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  expect(ids.every((id) => id.endsWith('-0123456789ab'))).toBe(true)
  const first = ids[0]!
  expect(z.uuid({ version: 'v7' }).safeParse(first).success).toBe(true)
  expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-01-02T03:04:05.678Z'))
  expect(() => createKit({ mark: 'xyz' })).toThrow()
})

test('slugs never repeat, however alike the titles', () => {
  const kit = createKit()
  const slugs = ['Über Wörter', 'Über Wörter', 'uber worter 2', 'Über Wörter', '…'].map(kit.slug)
  expect(slugs).toEqual(['ueber-woerter', 'ueber-woerter-2', 'uber-worter-2', 'ueber-woerter-3', 'artikel'])
})

test('states carry the dates they must have', () => {
  const kit = createKit({ now: new Date('2026-03-05T12:00:00.000Z') })
  expect(articleRow(kit)).toMatchObject({ status: 'draft', published_at: null, first_published_at: null })
  expect(articleRow(kit, { status: 'scheduled' })).toMatchObject({ published_at: null, first_published_at: null })
  const at = '2026-02-01T08:00:00.000Z'
  const published = articleRow(kit, { status: 'published', published_at: at })
  expect(published).toMatchObject({ published_at: at, first_published_at: at, updated_at: at })
  expect(published.created_at < at).toBe(true)
  expect(workingCopyRow(kit, published).content_markdown).not.toBe(published.content_markdown)
})

test('the corpus holds enough articles, no two alike, and sections for every topic', () => {
  const manuscripts = listManuscripts()
  expect(manuscripts.length).toBeGreaterThanOrEqual(40)
  expect(new Set(manuscripts.map(({ title }) => title)).size).toBe(manuscripts.length)
  expect(new Set(manuscripts.map(({ excerpt }) => excerpt)).size).toBe(manuscripts.length)
  for (const { excerpt, opening } of manuscripts) {
    expect(excerpt.length).toBeLessThanOrEqual(300)
    expect(opening.split(/\s+/).length).toBeGreaterThan(50)
  }
  expect(manuscripts.some(({ title }) => /\p{L}{40,}/u.test(title))).toBe(true)
  for (const topic of Object.keys(TOPICS) as Topic[]) expect(listSections(topic).length).toBeGreaterThanOrEqual(6)
})

test('a long body renders with everything markdown has, 300 to 2,500 words', () => {
  const kit = createKit()
  const words = (markdown: string) => markdown.split(/\s+/).length
  const picture = { url: '/storage/v1/object/public/blog-media/a.webp', alt: 'Dünen', caption: 'Im Abendlicht' }
  const all = listManuscripts().map((manuscript) => writeBody(kit, manuscript, { sections: 14, pictures: [picture] }))
  expect(Math.max(...all.map(words))).toBeLessThanOrEqual(2500)
  expect(
    Math.min(...listManuscripts().map((manuscript) => words(writeBody(kit, manuscript, { sections: 2 })))),
  ).toBeGreaterThanOrEqual(250)
  const html = all.map((markdown) => renderMarkdown(markdown).html).join('')
  for (const mark of [
    '<h2',
    '<h3',
    '<table',
    '<pre',
    'doc-endnotes',
    'type="checkbox"',
    '<blockquote',
    '<figure',
    '<ol',
    '<ul',
    'ß',
    'ü',
    '„',
  ]) {
    expect(html.includes(mark), mark).toBe(true)
  }
  expect(html.includes('[^')).toBe(false)
})

test('titles by the thousand are nearly all different', () => {
  const kit = createKit()
  const titles = Array.from({ length: 5000 }, () => writeTitle(kit))
  expect(new Set(titles).size).toBeGreaterThan(4500)
  expect(writeShortBody(kit, 'Technik').length).toBeGreaterThan(200)
})

test('every illustration has one file, WebP of 1080 pixels or more, all of them below 700 KB', async () => {
  const files = await readdir(join(import.meta.dirname, 'covers'))
  expect(files.toSorted()).toEqual(COVERS.map(({ name }) => `${name}.webp`).toSorted())
  const { default: sharp } = await import('sharp')
  let bytes = 0
  for (const cover of COVERS) {
    const file = await readCover(cover)
    const { format, width } = await sharp(file).metadata()
    expect(format, cover.name).toBe('webp')
    expect(width, cover.name).toBeGreaterThanOrEqual(1080)
    bytes += file.length
  }
  expect(bytes).toBeLessThan(700_000)
})
