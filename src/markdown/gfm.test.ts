import { expect, test } from 'vitest'
import { bareAddresses } from './bare-addresses.ts'
import { createGrammar } from './engine.ts'
// The examples of the extensions in the specification of GitHub Flavored Markdown 0.29 (cmark-gfm, CC BY-SA 4.0).
import examples from './gfm-examples.json' with { type: 'json' }
import { renderMarkdown } from './render.ts'

/** Every example with another result, by its beginning, and why that is acceptable. */
const MISSES: Record<string, string> = {
  'www.google.com/search?q=(business))+ok': 'a bracket that was never opened ends an address, as in a sentence',
  'www.google.com/search?q=commonmark&hl=en':
    'an entity at the end of an address stays part of it but for its semicolon',
  'http://commonmark.org\n\n(Visit': 'ftp: is no scheme readers may follow',
  "hello@mail+xyz.example isn't valid": 'linkify-it takes a plus in the host of an address of mail',
  '<strong> <title> <style> <em>': 'elements are refused where HTML is read, not in the grammar (raw-html.ts)',
}

test('examples of GFM’s extensions give the specified result, except the listed ones', () => {
  const grammar = createGrammar().set({ xhtmlOut: true }).use(bareAddresses)
  const written = (markdown: string) =>
    grammar
      .render(markdown)
      .replaceAll(/ style="text-align:(\w+)"/g, ' align="$1"')
      .replaceAll(/<(\/?)s>/g, '<$1del>')
  const compared = examples.filter(({ extension }) => extension !== 'disabled')
  expect(compared).toHaveLength(22)
  const missed = compared.filter(({ markdown, html }) => written(markdown) !== html)
  const reasons = Object.keys(MISSES)
  expect(missed.filter(({ markdown }) => !reasons.some((beginning) => markdown.startsWith(beginning)))).toEqual([])
  expect(missed).toHaveLength(reasons.length)
})

test('task lists are those of GFM, drawn in the product’s style', () => {
  const tasks = examples.filter(({ extension }) => extension === 'disabled')
  expect(tasks).toHaveLength(2)
  for (const { markdown, html } of tasks) {
    const out = renderMarkdown(markdown).html
    const boxes = (text: string) => [...text.matchAll(/<input[^>]*>/g)].map(([box]) => box.includes('checked'))
    expect(boxes(out)).toEqual(boxes(html))
    expect(out.match(/<ul>/g)).toHaveLength(html.match(/<ul>/g)!.length)
  }
})

test('tags filtered by GFM are filtered', () => {
  const { html } = renderMarkdown(examples.find(({ extension }) => extension === 'tagfilter')!.markdown)
  expect(html).not.toMatch(/<(?:title|style|xmp)/i)
  expect(html).toContain('is also disallowed.')
})
