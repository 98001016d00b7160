import { expect, test } from 'vitest'
import { EMPTY_TEXT, shownSlug } from './article-text.ts'

test('the slug shown is that of the article, or the one its title will give', () => {
  const shown = (title: string, slug: string, slugIsOwn = false) => shownSlug({ ...EMPTY_TEXT, title, slug, slugIsOwn })
  expect(shown('Ein Titel', '')).toBe('ein-titel')
  expect(shown('Ein Titel', 'ein-titel-2')).toBe('ein-titel-2')
  expect(shown('Ein Titel mehr', 'ein-titel-2')).toBe('ein-titel-mehr')
  expect(shown('Anders', 'ein-titel', true)).toBe('ein-titel')
  expect(shown('???', 'artikel-0a1b2c3d')).toBe('artikel-0a1b2c3d')
  expect(shown('', 'ein-titel')).toBe('')
})
