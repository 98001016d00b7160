import { expect, test } from 'vitest'
import { growsTooFast } from '../../tests/support/growth.ts'
import { renderMarkdown } from './render.ts'
import { typeset } from './typeset.ts'

const shown = (markdown: string) => renderMarkdown(markdown, { formulas: true, typesetter: typeset }).html

test('[SITE-24] [RUL-111] formulas in a line and on lines of their own are MathML', () => {
  const html = shown('Es gilt $E = mc^2$.\n\n$$\n\\frac{a}{b}\n$$\n')
  expect(html).toMatch(
    /^<p>Es gilt <span class="formula"><math xmlns="[^"]+"><semantics>.*<\/math>\.<\/span><\/p>\n<p class="scroll"><math [^>]*display="block"/,
  )
  expect(html).toContain('<mfrac>')
  expect(html).not.toMatch(/<script| style=|href/)
})

test('[SITE-24] the punctuation behind a formula in a line stays with it', () => {
  expect(shown('($x$), $y$ und $z$ und $$a$$.').match(/<\/math>[^<]*(?:<\/span>)?/g)).toEqual([
    '</math>),</span>',
    '</math> und ',
    '</math> und ',
    '</math>.',
  ])
})

test('[SITE-24] a long formula on lines of its own is reached by keyboard, since it may scroll', () => {
  expect(shown('$$x^2$$\n')).toMatch(/^<p class="scroll"><math/)
  expect(shown(`$$${'a + b + '.repeat(9)}c$$\n`)).toMatch(/^<p class="scroll" tabindex="0"><math/)
})

test('[SITE-24] without the option dollars are text', () => {
  expect(renderMarkdown('Es gilt $E = mc^2$.').html).toBe('<p>Es gilt $E = mc^2$.</p>\n')
})

test('[SITE-24] prices, escaped and lone dollars, and code stay text', () => {
  for (const text of ['Es kostet 5$ oder 10$5.', 'Von $5 bis $10', 'Ein \\$x\\$', 'Ein $ allein', 'Ein $ a $ Paar'])
    expect([text, shown(text)]).toEqual([text, `<p>${text.replaceAll('\\', '')}</p>\n`])
  expect(shown('`$x$`')).toBe('<p><code>$x$</code></p>\n')
  expect(shown('```\n$$x$$\n```')).not.toContain('<math')
})

test('[SITE-24] a formula that cannot be read is shown as typed', () => {
  expect(shown('$\\unbekannt{<b>}$')).toBe('<p><code>$\\unbekannt{&lt;b&gt;}$</code></p>\n')
  expect(renderMarkdown('$x$', { formulas: true }).html).toBe('<p><code>$x$</code></p>\n')
})

test('[SITE-24] a formula leads nowhere and takes no style from its text', () => {
  for (const tex of [
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://x.example}',
    '\\htmlStyle{color:red}{x}',
    '\\includegraphics{x.png}',
  ])
    expect([tex, /\s(?:href|src|style)\s*=/.test(shown(`$${tex}$`))]).toEqual([tex, false])
})

test('[SITE-24] a formula stays beside raw HTML, and its placeholder cannot be typed', () => {
  expect(shown('<b>fett</b> $x$')).toMatch(/<b>fett<\/b> <math/)
  expect(shown('<span class="formula-0"></span> $x$').match(/<math/g)).toHaveLength(1)
})

test('[SITE-24] formulas stand in lists, quotes and tables', () => {
  const html = shown('- $a$\n\n> $$b$$\n\n| $c$ |\n|---|\n| $d$ |\n')
  expect(html.match(/<math/g)).toHaveLength(4)
})

test.each(['$', '$a ', '$$\n', '$$ a\n', '\\$', '$x$ ', '$$x$$\n\n', '> $$\n', '- $$a\n', '$\\frac{a}{b}$ '])(
  '[SITE-24] the time for %j grows with the text',
  (unit) => {
    const size = 24 * 1024
    const text = (length: number) => unit.repeat(Math.ceil(length / unit.length))
    expect(growsTooFast(size, (length) => void shown(text(length)))).toBeNull()
  },
)

test('[SITE-24] at most a thousand formulas of a text are set', () => {
  expect(shown('$x$ '.repeat(50_000)).length).toBeLessThan(2_000_000)
  expect(shown('$x$ '.repeat(50_000)).match(/<math/g)!.length).toBeLessThanOrEqual(1000)
})
