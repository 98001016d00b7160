import { type Fields, fieldsOf } from '../../rules/front-matter.ts'
import { cardHtml, escaped, isCard, raw } from './ghost-cards.ts'

/** Text formats by their bit; the outermost first. */
const FORMATS: readonly (readonly [number, string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [128, 'mark'],
  [32, 'sub'],
  [64, 'sup'],
  [16, 'code'],
]
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Maximum nesting of nodes. */
const DEEPEST = 100

function childrenOf(node: Fields, reasons: Set<string>, depth: number): string {
  const children = Array.isArray(node['children']) ? node['children'] : []
  if (depth > DEEPEST) return ''
  return children.map((child) => nodeHtml(fieldsOf(child) ?? {}, reasons, depth + 1)).join('')
}

function textHtml(node: Fields): string {
  const format = typeof node['format'] === 'number' ? node['format'] : 0
  return FORMATS.reduceRight(
    (inner, [bit, tag]) => (format & bit ? `<${tag}>${inner}</${tag}>` : inner),
    escaped(raw(node, 'text')),
  )
}

function nodeHtml(node: Fields, reasons: Set<string>, depth: number): string {
  const type = raw(node, 'type')
  const inner = () => childrenOf(node, reasons, depth)
  switch (type) {
    case 'root':
      return inner()
    case 'text':
    case 'extended-text':
      return textHtml(node)
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'heading':
    case 'extended-heading': {
      const tag = HEADINGS.has(raw(node, 'tag')) ? raw(node, 'tag') : 'h2'
      return `<${tag}>${inner()}</${tag}>`
    }
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote>${inner()}</blockquote>`
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escaped(raw(node, 'url'))}">${inner()}</a>`
    case 'list': {
      const tag = raw(node, 'listType') === 'number' || raw(node, 'tag') === 'ol' ? 'ol' : 'ul'
      const start = Number(node['start'] ?? 1)
      return `<${tag}${start > 1 ? ` start="${start}"` : ''}>${inner()}</${tag}>`
    }
    case 'listitem': {
      const box =
        typeof node['checked'] === 'boolean' ? `<input type="checkbox"${node['checked'] ? ' checked' : ''}>` : ''
      return `<li>${box}${inner()}</li>`
    }
    default:
      if (isCard(type) || !Array.isArray(node['children'])) return cardHtml(type, node, reasons)
      return inner()
  }
}

/** A text of Ghost 5 and later as HTML (`lexical`); null where it is none. */
export function lexicalHtml(text: Fields | null, reasons: Set<string>): string | null {
  const root = text && fieldsOf(text['root'])
  return root ? nodeHtml({ ...root, type: 'root' }, reasons, 0) : null
}
