import { expect, test } from 'vitest'
import { blanksOf } from './blanks.ts'
import { LEGAL_TEMPLATES } from './legal-templates.ts'
import { growsTooFast } from '../../tests/support/growth.ts'

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
  for (const piece of ['[', '[a](']) {
    const read = (letters: number) => {
      expect(blanksOf(`${piece.repeat(letters / piece.length)}[b]`)).toHaveLength(1)
    }
    expect(growsTooFast(2_000_000, read), piece).toBeNull()
  }
})

test('the templates have blanks and no legal advice', () => {
  for (const { title, content_markdown } of Object.values(LEGAL_TEMPLATES)) {
    expect(title).not.toBe('')
    expect(blanksOf(content_markdown).length).toBeGreaterThan(3)
  }
})
