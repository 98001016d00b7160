import { describe, expect, test } from 'vitest'
import { setterOf } from './revisions.ts'

describe('[RUL-14] the revision that set a value in conflict', () => {
  const ruth = { by: 'Ruth', title: 'Neu', excerpt: 'Alt' }
  const mira = { by: 'Mira', title: 'Neu', excerpt: 'Alt' }
  const former = { by: 'Henrik', title: 'Alt', excerpt: 'Alt' }

  test.each([
    ['is not a later one that changed the text alone', [ruth, mira, former], { field: 'title', value: 'Neu' }, mira],
    ['is the newest one if it set the value', [mira, former], { field: 'title', value: 'Neu' }, mira],
    ['is the oldest one known if all have the value', [ruth, mira], { field: 'title', value: 'Neu' }, mira],
    ['is the newest one if revisions do not show the field', [ruth, mira], { field: 'slug', value: 'neu' }, ruth],
  ])('%s', (_, revisions, value, setter) => {
    expect(setterOf(revisions, value)).toBe(setter)
  })

  test('is unknown without revisions', () => {
    expect(setterOf([], { field: 'title', value: 'Neu' })).toBeNull()
  })
})
