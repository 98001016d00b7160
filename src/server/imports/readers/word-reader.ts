import { decodeXML } from 'entities'
import { unzipSync } from 'fflate'
import { markdownIn } from '../html/markdown-of.ts'
import { isElement, textOf, treeOf } from '../html/html-tree.ts'
import { decodeText } from '../../platform/text-charset.ts'
import { type Reader, SourceFault, type SourceFiles, type TextItem } from '../source-items.ts'
import { instantOf } from '../../../rules/written-dates.ts'

const WORD = /\.docx$/i
const CORE = 'docProps/core.xml'
const DOCUMENT = 'word/document.xml'
/** Bytes of everything in one document, as it says of itself. */
const LARGEST = 400 * 1024 ** 2
/** What Word's own styles mean, beside what the library knows. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Plain Text'] => pre:separator('\n')",
  "r[style-name='HTML Code'] => code",
  'u => u',
  'highlight => mark',
]

/** Documents of Word, pictures included (RUL-53). */
export const wordReader: Reader = {
  format: 'Word',
  claims: async (files) => ({ paths: await documentsIn(files) }),
  async *items(files) {
    for (const path of await documentsIn(files)) yield await documentOf(path, await files.read(path))
  },
}

async function documentsIn(files: SourceFiles): Promise<string[]> {
  const found: string[] = []
  for (const { path } of files.list()) if (WORD.test(path) && isDocument(await files.read(path))) found.push(path)
  return found
}

function isDocument(bytes: Buffer): boolean {
  try {
    let found = false
    unzipSync(bytes, {
      filter({ name }) {
        found ||= name === DOCUMENT
        return false
      },
    })
    return found
  } catch {
    return false
  }
}

/** What the document says of itself; throws SourceFault for one that is damaged or beyond all measure. */
function coreOf(path: string, bytes: Buffer): string {
  let sum = 0
  try {
    const found = unzipSync(bytes, {
      filter({ name, originalSize }) {
        sum += originalSize
        return name === CORE && originalSize < 1024 * 1024
      },
    })
    if (sum <= LARGEST) return decodeText(found[CORE] ?? new Uint8Array())
  } catch {
    throw new SourceFault(`„${path}“ ist beschädigt und lässt sich nicht öffnen.`)
  }
  throw new SourceFault(`„${path}“ ist entpackt größer als ${LARGEST / 1024 ** 2} MB.`)
}

function valueIn(core: string, name: string): string {
  const from = core.indexOf(`<${name}`)
  const begin = from < 0 ? -1 : core.indexOf('>', from)
  const end = begin < 0 ? -1 : core.indexOf(`</${name}>`, begin)
  return end < 0 ? '' : decodeXML(core.slice(begin + 1, end)).trim()
}

async function documentOf(path: string, bytes: Buffer): Promise<TextItem> {
  const core = coreOf(path, bytes)
  // loaded on first use: no other source needs it
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml({ buffer: bytes }, { styleMap: STYLES, idPrefix: '' }).catch(() => {
    throw new SourceFault(`„${path}“ ist beschädigt und lässt sich nicht lesen.`)
  })
  const root = treeOf(value)
  const [first] = root.children.filter((node) => isElement(node) || node.trim() !== '')
  const heading = isElement(first) && first.name === 'h1' ? textOf(first).replaceAll(/\s+/g, ' ').trim() : ''
  const title = heading || valueIn(core, 'dc:title') || path.split('/').at(-1)!.replace(WORD, '')
  if (heading !== '') root.children = root.children.filter((node) => node !== first)
  const { markdown, reasons } = markdownIn(root, null)
  const author = valueIn(core, 'dc:creator')
  return {
    kind: 'article',
    sourceId: path,
    title,
    body: markdown,
    format: 'markdown',
    slug: null,
    status: 'draft',
    publishedAt: null,
    createdAt: instantOf(valueIn(core, 'dcterms:created'), 'UTC'),
    updatedAt: instantOf(valueIn(core, 'dcterms:modified'), 'UTC'),
    excerpt: null,
    authors: author === '' ? [] : [author],
    category: null,
    tags: [],
    cover: null,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base: path,
    oldAddresses: [],
    reasons: [...reasons, 'Ein Dokument sagt nicht, ob es veröffentlicht war: als Entwurf übernommen.'],
  }
}
