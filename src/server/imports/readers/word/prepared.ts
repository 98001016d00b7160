import { Body, type Lost } from './body.ts'
import { Numbering, Styles } from './numbering.ts'
import type { WordPackage } from './package.ts'
import { below, readXml, writeXml } from './xml-tree.ts'

/** Words of a header or footer; page numbers alone are none. */
const WORDS = /\p{L}{3}/u
const PAGE = /^(?:seite|page)\P{L}*(?:von|of|\/)?\P{L}*$/iu

/** Changes the parts of a document to what the converter can read. Returns what of it does not come. */
export function prepare(document: WordPackage): Lost {
  const lost: Lost = new Map()
  const [styles, numberings] = [document.related('styles')[0], document.related('numbering')]
  const known = new Styles(readXml((styles && document.text(styles)) || ''))
  const numberingPath = numberings[0] ?? 'word/numbering.xml'
  const numbering = new Numbering(readXml(document.text(numberingPath) ?? ''), known)
  for (const path of [document.main, ...document.related('footnotes'), ...document.related('endnotes')]) {
    const root = path === null ? null : readXml(document.text(path) ?? '')
    if (path === null || root === null) continue
    new Body(known, numbering, lost).prepare(root)
    document.change(path, writeXml(root))
  }
  document.change(numberingPath, numbering.written())
  const edges = [...document.related('header'), ...document.related('footer')]
  if (edges.some((path) => hasWords(document.text(path) ?? ''))) lost.set('Kopf- und Fußzeilen', 1)
  return lost
}

function hasWords(part: string): boolean {
  const root = readXml(part)
  if (!root) return false
  const words = [...below(root)]
    .filter(({ name }) => name === 'w:t')
    .map(({ children }) => children.join(''))
    .join('')
    .trim()
  return WORDS.test(words) && !PAGE.test(words)
}
