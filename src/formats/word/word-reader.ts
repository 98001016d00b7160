import { decodeXML } from 'entities'
import { unzipSync } from 'fflate'
import { markdownIn } from '../../markdown/html/markdown-of.ts'
import { isElement, textOf, treeOf } from '../../markdown/html/tree.ts'
import { type Reader, SourceFault, type SourceFiles, type TextItem } from '../source/source-items.ts'
import { takeDate } from '../source/source-dates.ts'
import { eachFile } from '../source/unread-files.ts'
import { MISSING_PICTURES } from './body.ts'
import { finished } from './finished.ts'
import { WordPackage } from './package.ts'
import { prepare } from './prepared.ts'
import { quoted } from '../../rules/quoted.ts'

const WORD = /\.docx$/i
const CORE = 'docProps/core.xml'
/** Maximum bytes of a document, by the stated sizes. */
const LARGEST = 400 * 1024 ** 2
/** Picture types that the media library accepts. */
const PICTURE = /^image\/(?:png|jpe?g|gif|webp|avif)$/
/** Messages of the converter for an external picture, and for an unknown character. */
const OUTSIDE = /external image '([^']*)'/
const SYMBOL = /^A w:sym element with an unsupported character was ignored: .{0,40} in font (.{1,60})$/
/** Meaning of Word's own styles, beyond the library's defaults. */
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
  // The converter supports five levels, Word has nine.
  ...[6, 7, 8, 9].flatMap((level) => {
    const outer = 'ul|ol > li > '.repeat(level - 1)
    return [`p:unordered-list(${level}) => ${outer}ul > li:fresh`, `p:ordered-list(${level}) => ${outer}ol > li:fresh`]
  }),
]

/** Word documents, pictures included (RUL-53). */
export const wordReader: Reader = {
  format: 'Word',
  claims: async (files) => ({ paths: await documentsIn(files) }),
  async *items(files) {
    yield* eachFile(await documentsIn(files), async function* (path) {
      yield await documentOf(path, await files.read(path))
    })
  },
}

async function documentsIn(files: SourceFiles): Promise<string[]> {
  const found: string[] = []
  for (const { path } of files.list()) if (WORD.test(path) && isDocument(await files.read(path))) found.push(path)
  return found
}

function isDocument(bytes: Buffer): boolean {
  try {
    return new WordPackage(bytes, { onlyMain: true }).main !== null
  } catch {
    return false
  }
}

/** The files of a document. Throws SourceFault for a damaged or too large one. */
function packageOf(bytes: Buffer, path: string): WordPackage {
  let sum = 0
  try {
    unzipSync(bytes, {
      filter({ originalSize }) {
        sum += originalSize
        return false
      },
    })
    if (sum <= LARGEST) return new WordPackage(bytes)
  } catch {
    throw new SourceFault(`${quoted(path)} ist beschädigt und lässt sich nicht öffnen.`)
  }
  throw new SourceFault(`${quoted(path)} ist entpackt größer als ${LARGEST / 1024 ** 2} MB.`)
}

function valueIn(core: string, name: string): string {
  const from = core.indexOf(`<${name}`)
  const begin = from < 0 ? -1 : core.indexOf('>', from)
  const end = begin < 0 ? -1 : core.indexOf(`</${name}>`, begin)
  return end < 0 ? '' : decodeXML(core.slice(begin + 1, end)).trim()
}

/** The document as HTML, and German sentences about its losses. */
async function convert(path: string, document: WordPackage): Promise<{ html: string; reasons: string[] }> {
  // Loaded on first use: no other source needs it.
  const { default: mammoth } = await import('mammoth')
  const outside = new Set<string>()
  try {
    const lost = prepare(document)
    const convertImage = mammoth.images.imgElement(async ({ contentType, readAsBase64String }) => {
      const data = await readAsBase64String().catch((error: unknown) => error as Error)
      if (data instanceof Error) {
        const address = OUTSIDE.exec(data.message)?.[1]
        if (address === undefined) lost.set(MISSING_PICTURES, (lost.get(MISSING_PICTURES) ?? 0) + 1)
        else if (/^https?:/i.test(address)) return { src: address }
        else outside.add(address)
        return { src: '' }
      }
      if (PICTURE.test(contentType)) return { src: `data:${contentType};base64,${data}` }
      const name = /\/(?:x-)?(\w{2,5})/.exec(contentType)?.[1]?.toUpperCase()
      const words = name ? `Bilder im Format ${name}` : 'Bilder in einem unbekannten Format'
      lost.set(words, (lost.get(words) ?? 0) + 1)
      return { src: '' }
    })
    const input = { file: document.forConverter() } as unknown as { buffer: Buffer }
    const { value, messages } = await mammoth.convertToHtml(input, { styleMap: STYLES, idPrefix: '', convertImage })
    for (const { message } of messages) {
      const font = SYMBOL.exec(message)?.[1]
      if (font)
        lost.set(`Zeichen der Schrift ${quoted(font)}`, (lost.get(`Zeichen der Schrift ${quoted(font)}`) ?? 0) + 1)
    }
    const reasons = [...lost].map(([words, times]) => `Nicht mitgekommen: ${words}${times > 1 ? ` (${times})` : ''}.`)
    const far = [...outside].map((address) => `Ein Bild liegt außerhalb des Dokuments: ${address.slice(0, 200)}`)
    return { html: value, reasons: [...reasons, ...far] }
  } catch {
    throw new SourceFault(`${quoted(path)} ist beschädigt und lässt sich nicht lesen.`)
  }
}

async function documentOf(path: string, bytes: Buffer): Promise<TextItem> {
  const document = packageOf(bytes, path)
  const core = document.text(CORE) ?? ''
  const { html, reasons: lost } = await convert(path, document)
  const root = finished(treeOf(html))
  const [first] = root.children.filter((node) => isElement(node) || node.trim() !== '')
  const heading = isElement(first) && first.name === 'h1' ? textOf(first).replaceAll(/\s+/g, ' ').trim() : ''
  const title = heading || valueIn(core, 'dc:title') || path.split('/').at(-1)!.replace(WORD, '')
  if (heading !== '') root.children = root.children.filter((node) => node !== first)
  const { markdown, reasons } = markdownIn(root, null)
  const author = valueIn(core, 'dc:creator')
  const date = (name: string) => takeDate(valueIn(core, name), 'UTC', (reason) => reasons.push(reason))
  return {
    kind: 'article',
    sourceId: path,
    title,
    body: markdown,
    format: 'markdown',
    slug: null,
    status: 'draft',
    publishedAt: null,
    createdAt: date('dcterms:created'),
    updatedAt: date('dcterms:modified'),
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
    reasons: [...lost, ...reasons, 'Ein Dokument sagt nicht, ob es veröffentlicht war: als Entwurf übernommen.'],
  }
}
