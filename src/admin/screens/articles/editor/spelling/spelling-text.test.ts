import { expect, test } from 'vitest'
import { growsTooFast } from '../../../../../../tests/support/growth.ts'
import { proofText } from './spelling-text.ts'

const apply = (text: string, flagged: { word: string; suggestion: string }[] = []) => {
  let [written, read] = ['', 0]
  for (const { from, to, insert } of proofText({ text, flagged }).proposals) {
    written += text.slice(read, from) + insert
    read = to
  }
  return written + text.slice(read)
}

test('front matter, code, HTML, links and their addresses stay byte for byte, and typography is applied to the rest', () => {
  const held = [
    '---\ntitle: "a - b"\n---\n',
    '```js\nconst a = "b" - \'c\' ...\n```\n',
    '`"x" - ...`',
    '<a title="b - c" href="#">',
    '[ein "Link" - ...](https://x.example/a--b "Titel - x")',
    'https://x.example/a--b',
    '| - |\n',
  ]
  const text = `${held[0]}Er sagt "${held[2]}" - ja ...\n\n${held[1]}\nMit ${held[3]}"x"</a> und ${held[4]} und ${held[5]} "so".\n`
  const set = apply(text)
  for (const piece of held.slice(0, 6)) expect(set).toContain(piece)
  expect(set).toContain('Er sagt „`"x" - ...`“ – ja …')
  expect(set).toContain('„so“')
  expect(apply(set)).toBe(set)
})

test('flagged words get their replacement, as whole words outside of code', () => {
  const flagged = [{ word: 'eMail', suggestion: 'E-Mail' }]
  expect(apply('eMail, eMails, `eMail`, die eMail.', flagged)).toBe('E-Mail, eMails, `eMail`, die E-Mail.')
})

test('words and sentences are counted', () => {
  expect(proofText({ text: '# Eins\n\nZwei `drei` [vier](https://x.example/).', flagged: [] }).measure).toMatchObject({
    words: 3,
    sentences: 2,
  })
})

test.each(['"', '[', '`', '<a ', '![', '*"a"* ', '- ', '> '])(
  'the time of the check is linear in the length of %j',
  (piece) => {
    const work = (length: number) => proofText({ text: piece.repeat(length / piece.length), flagged: [] })
    expect(growsTooFast(60_000, work)).toBeNull()
  },
)
