import { Body, type Lost } from './body.ts'
import { Numbering, Styles } from './numbering.ts'
import type { WordPackage } from './package.ts'
import { below, readXml, writeXml, xmlAttribute, type XmlElement } from './xml-tree.ts'

/** Text of a header or footer; page numbers alone do not count. */
const WORDS = /\p{L}{3}/u
const PAGES = new Set(['seite', 'seite von', 'page', 'page of'])

/** Converts the parts of a document to what the converter supports. Returns the losses. */
export function prepare(document: WordPackage): Lost {
  const lost: Lost = new Map()
  // The converter's default location of a part.
  const pathOf = (kind: string) => document.related(kind)[0] ?? `word/${kind}.xml`
  const partAt = (path: string) => readXml(document.text(path) ?? '')
  const styles = new Styles(partAt(pathOf('styles')))
  const numbering = new Numbering(partAt(pathOf('numbering')), styles)
  const [footnotes, endnotes] = [pathOf('footnotes'), pathOf('endnotes')]
  const paths = [...(document.main === null ? [] : [document.main]), footnotes, endnotes]
  const parts = paths.map((path) => ({ path, root: partAt(path) }))
  const notesIn = (path: string) => idsIn(parts.find((part) => part.path === path)?.root ?? null)
  const notes = { 'w:footnoteReference': notesIn(footnotes), 'w:endnoteReference': notesIn(endnotes) }
  for (const { path, root } of parts) {
    if (root === null) continue
    const relations = document.relationIds(path)
    new Body({ styles, numbering, lost, notes, relations }).prepare(root)
    document.change(path, writeXml(root))
  }
  document.change(pathOf('numbering'), numbering.written())
  const edges = [...document.related('header'), ...document.related('footer')]
  if (edges.some((path) => hasWords(document.text(path) ?? ''))) lost.set('Kopf- und Fußzeilen', 1)
  return lost
}

function idsIn(notes: XmlElement | null): ReadonlySet<string> {
  return new Set((notes?.children ?? []).flatMap((note) => (typeof note === 'string' ? [] : xmlAttribute(note, 'id'))))
}

function hasWords(part: string): boolean {
  const root = readXml(part)
  if (!root) return false
  const words = [...below(root)]
    .filter(({ name }) => name === 'w:t')
    .map(({ children }) => children.join(''))
    .join('')
    .trim()
  return (
    WORDS.test(words) &&
    !PAGES.has(
      words
        .toLowerCase()
        .replaceAll(/\P{L}+/gu, ' ')
        .trim(),
    )
  )
}
