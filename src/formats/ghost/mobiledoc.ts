import { type Fields, fieldsOf } from '../../rules/front-matter.ts'
import { cardHtml, escaped, raw } from './ghost-cards.ts'

const TAGS = new Set(
  'a aside b blockquote code del em h1 h2 h3 h4 h5 h6 i p pull-quote s strong sub sup u mark'.split(' '),
)
const LISTS = new Set(['ul', 'ol'])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text of a section: `[type, markups that begin, how many end, text]` (github.com/bustle/mobiledoc-kit). */
function markersHtml(markers: unknown, document: Fields): string {
  const markups = listOf(document['markups'])
  const atoms = listOf(document['atoms'])
  const open: string[] = []
  let html = ''
  for (const marker of listOf(markers)) {
    const [type, begun, ended, value] = listOf(marker)
    for (const index of listOf(begun)) {
      const [name, attributes] = listOf(markups[Number(index)])
      const tag = typeof name === 'string' && TAGS.has(name) ? name : 'span'
      const at = listOf(attributes).indexOf('href')
      const href = tag === 'a' && at >= 0 ? ` href="${escaped(String(listOf(attributes)[at + 1] ?? ''))}"` : ''
      html += `<${tag}${href}>`
      open.push(tag)
    }
    if (type === 1) {
      const [name, text] = listOf(atoms[Number(value)])
      html += name === 'soft-return' ? '<br>' : escaped(String(text ?? ''))
    } else html += escaped(String(value ?? ''))
    for (let left = Number(ended) || 0; left > 0 && open.length > 0; left -= 1) html += `</${open.pop()!}>`
  }
  return (
    html +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')
  )
}

function sectionHtml(section: unknown, document: Fields, reasons: Set<string>): string {
  const [type, first, second] = listOf(section)
  if (type === 1) {
    const tag =
      typeof first === 'string' && TAGS.has(first) && first !== 'pull-quote'
        ? first
        : first === 'pull-quote'
          ? 'blockquote'
          : 'p'
    return `<${tag === 'aside' ? 'blockquote' : tag}>${markersHtml(second, document)}</${tag === 'aside' ? 'blockquote' : tag}>`
  }
  if (type === 2) return `<figure><img src="${escaped(String(first ?? ''))}" alt=""></figure>`
  if (type === 3) {
    const tag = typeof first === 'string' && LISTS.has(first) ? first : 'ul'
    return `<${tag}>${listOf(second)
      .map((item) => `<li>${markersHtml(item, document)}</li>`)
      .join('')}</${tag}>`
  }
  if (type !== 10) return ''
  const [name, payload] = listOf(listOf(document['cards'])[Number(first)])
  return cardHtml(typeof name === 'string' ? name : '', fieldsOf(payload) ?? {}, reasons)
}

/** A text of Ghost 1 to 4 as HTML (`mobiledoc`); null where it is none. */
export function mobiledocHtml(text: Fields | null, reasons: Set<string>): string | null {
  if (!text || !Array.isArray(text['sections'])) return null
  return text['sections'].map((section) => sectionHtml(section, text, reasons)).join('')
}

/** The markdown of a text that consists of one markdown card; null for all others. */
export function markdownAlone(text: Fields | null): string | null {
  if (!text || !Array.isArray(text['sections'])) return null
  const sections = text['sections'].filter((section) => !isEmpty(section))
  const [type, index] = listOf(sections[0])
  if (sections.length !== 1 || type !== 10) return null
  const [name, payload] = listOf(listOf(text['cards'])[Number(index)])
  if (name !== 'markdown' && name !== 'card-markdown') return null
  return raw(fieldsOf(payload) ?? {}, 'markdown') || null
}

/** An empty paragraph, which editors leave at the end. */
function isEmpty(section: unknown): boolean {
  const [type, , markers] = listOf(section)
  return type === 1 && listOf(markers).every((marker) => String(listOf(marker)[3] ?? '').trim() === '')
}
