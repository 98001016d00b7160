import { expect, test } from 'vitest'
import { entryOf } from './share-target.ts'

const nothing = { title: '', text: '', url: '', pictures: [] }

test.each([
  // Android puts the address into the text.
  [
    { title: 'Ein Bericht', text: 'https://a.example/b' },
    { title: 'Ein Bericht', url: 'https://a.example/b', note: null },
  ],
  [{ url: 'https://a.example/b' }, { title: 'https://a.example/b', url: 'https://a.example/b', note: null }],
  [{ text: 'Ein Satz\nund mehr' }, { title: 'Ein Satz', note: 'Ein Satz\nund mehr' }],
  [{ text: 'Nur ein Satz' }, { title: 'Nur ein Satz', note: null }],
  [
    { title: 'Titel\nzwei', text: 'javascript:alert(1)' },
    { title: 'Titel zwei', note: 'javascript:alert(1)' },
  ],
  [{}, { title: 'Geteilt', note: null }],
])('[DESK-13] shared data become an entry: %j', (shared, input) => {
  expect(entryOf({ ...nothing, ...shared }).input).toEqual(input)
})

test('[DESK-13] a shared picture names its entry if nothing else does', () => {
  const file = new File(['x'], 'foto.png', { type: 'image/png' })
  const { input, pictures } = entryOf({ ...nothing, pictures: [file] })
  expect([input.title, pictures]).toEqual(['Bild: foto.png', [{ file }]])
})
