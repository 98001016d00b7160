import { expect, test } from 'vitest'
import { blanksOf } from './blanks.ts'
import { LEGAL_TEMPLATES } from './legal-templates.ts'

test.each([
  ['[Name]', ['Name']],
  ['Ich, [Ort] und [Name],\n[PLZ]', ['Ort', 'Name', 'PLZ']],
  ['[Link](/da), [so][eins], ![Bild](x), ![Bild], [eins]: /da', []],
  ['- [ ] offen\n- [x] fertig\n- [X] auch', []],
  ['Fußnote[^1] und\n\n[^1]: so, > [!NOTE]', []],
  ['\\[kein] und [über\nzwei]', []],
  ['[[doppelt]]', ['doppelt']],
  ['[ ]', []],
  [`[${'a'.repeat(201)}]`, []],
])('%s', (text, words) => expect(blanksOf(text).map((blank) => blank.words)).toEqual(words))

test('says where they stand', () => {
  const text = 'Ich, [ Ort ].'
  const [blank] = blanksOf(text)
  expect([blank?.words, text.slice(blank?.from, blank?.to)]).toEqual(['Ort', '[ Ort ]'])
})

test('reads a text once, whatever stands in it', () => {
  const began = performance.now()
  expect(blanksOf('['.repeat(2_000_000))).toEqual([])
  expect(blanksOf(`${'[a]('.repeat(500_000)}[b]`)).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('the templates have blanks and no legal advice', () => {
  for (const { title, content_markdown } of Object.values(LEGAL_TEMPLATES)) {
    expect(title).not.toBe('')
    expect(blanksOf(content_markdown).length).toBeGreaterThan(3)
  }
})
