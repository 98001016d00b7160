import { describe, expect, test } from 'vitest'
import { isAdminPath } from '../nouns/admin-paths.ts'
import { autoExcerpt, listDate } from './articles.ts'
import { closingTime } from './comments.ts'
import { fold } from './fold.ts'
import { effectiveTimezone } from './site-time.ts'
import { fallbackSlug, freeSlug, slugify } from './slug.ts'

describe('slugify', () => {
  test.each([
    ['Über Größe und Straße', 'ueber-groesse-und-strasse'],
    ['  Hallo,   Welt!  ', 'hallo-welt'],
    ['C++ & C#: was bleibt?', 'c-c-was-bleibt'],
    ['--Kanten--', 'kanten'],
    ['Crème brûlée', 'creme-brulee'],
    ['snake_case bleibt', 'snake_case-bleibt'],
    ['A\u0308ra (zerlegtes Ä)', 'aera-zerlegtes-ae'],
    ['日本語', ''],
    ['🚂', ''],
  ])('%s', (title, slug) => expect(slugify(title)).toBe(slug))

  test('free slugs and the fallback', () => {
    expect(freeSlug('a', new Set(['b']))).toBe('a')
    expect(freeSlug('a', new Set(['a', 'a-2', 'a-4']))).toBe('a-3')
    // With its number a long one is still a slug.
    const long = slugify('n'.repeat(400))
    const twin = freeSlug(long, new Set([long]))
    expect([twin.endsWith('-2'), slugify(twin)]).toEqual([true, twin])
    expect(fallbackSlug('01919191-9191-7191-9191-9191919abcde')).toBe('artikel-919abcde')
  })
})

test('[COM-2] comments that would close beyond the year 9999 stay open', () => {
  expect(closingTime('2026-05-01T08:00:00.000Z', 14)).toBe('2026-05-15T08:00:00.000Z')
  expect([closingTime('9995-01-01T00:00:00.000Z', 3650), closingTime('nie', 14)]).toEqual([null, null])
})

test('the auto excerpt removes markdown signs and takes 200 characters', () => {
  expect(autoExcerpt('# Titel\n**fett** _kursiv_ `Code` [Link](x)')).toBe(' Titel\nfett kursiv Code Link(x)')
  expect(autoExcerpt('a'.repeat(300))).toHaveLength(200)
})

test('folding', () => {
  expect(fold('STRAßE Über Ångström ﬁn')).toBe('strasse uber angstrom fin')
})

test('list dates and their labels (RUL-16)', () => {
  const updated_at = '2026-03-05T00:00:00.000Z'
  expect(listDate({ status: 'draft', published_at: null, updated_at })).toEqual({
    label: 'Geändert',
    instant: updated_at,
  })
  expect(listDate({ status: 'scheduled', published_at: 'x', updated_at }).label).toBe('Termin')
  expect(listDate({ status: 'published', published_at: 'x', updated_at }).label).toBe('Veröffentlicht')
})

test('an unknown time zone falls back to Europe/Berlin (RUL-21)', () => {
  expect(effectiveTimezone('America/New_York')).toBe('America/New_York')
  for (const typed of ['', '  ', 'Mitteleuropa', '../etc']) expect(effectiveTimezone(typed)).toBe('Europe/Berlin')
})

test('admin addresses (RUL-41)', () => {
  for (const path of [
    '/admin',
    '/admin/',
    '/admin/articles',
    '/admin/articles/new',
    '/admin/articles/x',
    '/admin/pages/new',
  ])
    expect(isAdminPath(path)).toBe(true)
  for (const path of ['/admin/nichts', '/admin/articles/x/y', '/administration']) expect(isAdminPath(path)).toBe(false)
})
