import { expect, test } from 'vitest'
import { growsTooFast } from '../../../../../../tests/support/growth.ts'
import { articleFacts } from '../../../../../server/transfer/export/text-facts.ts'
import { withFrontMatter } from '../../../../../server/transfer/export/front-matter.ts'
import { matterFacts } from './front-matter-facts.ts'

const BERLIN = 'Europe/Berlin'
const read = (lines: string, body = 'Text') => matterFacts(`---\n${lines}\n---\n${body}`, BERLIN)

test('front matter of other programs fills the fields of an article, and unused keys are listed', () => {
  const source = [
    '---',
    'title: "Räder: ein Überblick"',
    'slug: Räder im Überblick',
    'summary: Was rollt.',
    'description: Für Suchmaschinen',
    'date: 2027-03-28T02:30:00',
    'authors: [Ada, Grace]',
    'categories:',
    '  - Technik',
    '  - Alltag',
    'tags: "#Rad, Bahn, rad"',
    'canonical: https://example.org/raeder',
    'noindex: yes',
    'layout: post',
    'draft: true',
    'cover: /storage/v1/object/public/blog-media/a.webp',
    'leer:',
    '---',
    '',
    '# Text',
    '',
  ].join('\n')
  const facts = matterFacts(source, BERLIN)
  expect(facts).toEqual({
    head: source.indexOf('# Text'),
    fields: {
      title: 'Räder: ein Überblick',
      slug: 'raeder-im-ueberblick',
      excerpt: 'Was rollt.',
      seo_description: 'Für Suchmaschinen',
      byline: 'Ada, Grace',
      canonical_url: 'https://example.org/raeder',
      noindex: true,
    },
    category: 'Technik',
    tags: ['Alltag', 'Rad', 'Bahn'],
    cover: '/storage/v1/object/public/blog-media/a.webp',
    day: '2027-03-28',
    unknown: ['layout', 'draft'],
  })
  expect(source.slice(facts?.head)).toBe('# Text\n')
})

test('the day is that of the site’s zone', () => {
  expect(read('date: 2026-12-31T23:30:00Z')?.day).toBe('2027-01-01')
})

test('an invalid date, address or label is listed', () => {
  const facts = read('date: bald\ncanonical: javascript:alert(1)\nadvert: vielleicht\ntitle: A')
  expect(facts?.fields).toEqual({ title: 'A' })
  expect(facts?.day).toBeNull()
  expect(facts?.unknown).toEqual(['date', 'canonical', 'advert'])
})

test('TOML is read as well', () => {
  expect(matterFacts('+++\ntitle = "A"\n+++\nB', BERLIN)?.fields).toEqual({ title: 'A' })
})

test('other text is not front matter', () => {
  for (const text of ['---\n\nEin Strich\n\n---\n', '---\nNur Text\n---\nB', '---\ntitle: A\nohne Ende', 'Text', '---'])
    expect(matterFacts(text, BERLIN), text).toBeNull()
})

test('front matter of the own export is read back completely', () => {
  const facts = articleFacts(
    {
      id: 'x',
      title: 'Titel: „eins“',
      slug: 'titel-eins',
      status: 'draft',
      excerpt: 'Auszug',
      byline: null,
      series: 'Reihe',
      canonical_url: null,
      seo_description: 'Suche',
      correction: 'War falsch.',
      noindex: 1,
      advert: 'anzeige',
      ai_share: 'assisted',
      lang: 'de',
      version_of: null,
      template: null,
      cover_image_url: null,
      category_id: null,
      assignee_id: null,
      pinned_at: null,
      published_at: null,
      unpublish_at: null,
      first_published_at: null,
      created_at: '2026-11-01T10:00:00.000Z',
      updated_at: '2026-11-01T10:00:00.000Z',
    },
    { cover: null, category: 'Technik', tags: ['a, b', 'c'], author: 'Ada' },
  )
  const text = '\n  Text, byte für Byte \n'
  const source = withFrontMatter(facts, text)
  const read = matterFacts(source, BERLIN)
  expect(read?.fields).toEqual({
    title: 'Titel: „eins“',
    slug: 'titel-eins',
    excerpt: 'Auszug',
    byline: 'Ada',
    series: 'Reihe',
    seo_description: 'Suche',
    correction: 'War falsch.',
    noindex: true,
    advert: 'anzeige',
    ai_share: 'assisted',
  })
  expect(read?.category).toBe('Technik')
  expect(read?.tags).toEqual(['a, b', 'c'])
  expect(source.slice(read?.head)).toBe(text)
})

test('reading is fast for every front matter', () => {
  for (const unit of ['a: ', '[', '{', '&a *a ', '"', '\n', 'a:\n ', '- ', 'tags: [a, b]\n', '|\n', '#', 'a: b\n'])
    expect(
      growsTooFast(60_000, (size) => read(unit.repeat(Math.ceil(size / unit.length)).slice(0, size))),
      JSON.stringify(unit),
    ).toBeNull()
})
