import { posix } from 'node:path'
import { unzipSync } from 'fflate'
import { decodeText } from '../source/text-charset.ts'
import { childrenNamed, escapedXml, readXml, xmlAttribute } from './xml-tree.ts'

/** Types of relations and parts, by the suffix that Word and the strict standard share. */
const MAIN_RELATION = '/officeDocument'
const MAIN_PART = /\.main\+xml$/
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships/'
const USUAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
const CONTENT_TYPES = '[Content_Types].xml'
const ROOT_RELATIONS = '_rels/.rels'
/** The folder in which the converter looks for pictures, wherever they are. */
const USUAL_FOLDER = 'word'

type Relation = { id: string; type: string; target: string }

/** The files in a Word document and their relations. */
export class WordPackage {
  readonly #bytes: Readonly<Record<string, Uint8Array>>
  readonly #names = new Set<string>()
  readonly #changed = new Map<string, string>()
  /** The path of the part with the text; null where there is none. */
  readonly main: string | null

  /** With `onlyMain` only the files that identify the main part are unpacked. */
  constructor(bytes: Uint8Array, { onlyMain = false } = {}) {
    this.#bytes = unzipSync(bytes, {
      filter: ({ name }) => {
        this.#names.add(name)
        return !onlyMain || name === CONTENT_TYPES || name === ROOT_RELATIONS
      },
    })
    this.main = this.#main()
  }

  has(path: string): boolean {
    return this.#changed.has(path) || this.#names.has(path)
  }

  /** A part as text; null where it is missing. */
  text(path: string): string | null {
    return this.#changed.get(path) ?? (Object.hasOwn(this.#bytes, path) ? decodeText(this.#bytes[path]!) : null)
  }

  change(path: string, text: string): void {
    this.#changed.set(path, text)
  }

  /** Paths of the parts with this relation to the text, such as `footnotes`. */
  related(kind: string): string[] {
    const main = this.main ?? ''
    return this.#relations(relationsOf(main)).flatMap(({ type, target }) =>
      type.endsWith(`/${kind}`) ? [pathAt(target, main)] : [],
    )
  }

  /** Names by which a part refers to others. */
  relationIds(path: string): ReadonlySet<string> {
    return new Set(this.#relations(relationsOf(path)).map(({ id }) => id))
  }

  #relations(path: string): Relation[] {
    const root = readXml(this.text(path) ?? '')
    return (root?.children ?? []).flatMap((relation) =>
      typeof relation === 'string'
        ? []
        : [
            {
              id: xmlAttribute(relation, 'Id'),
              type: xmlAttribute(relation, 'Type'),
              target: xmlAttribute(relation, 'Target'),
            },
          ],
    )
  }

  #main(): string | null {
    const named = this.#relations(ROOT_RELATIONS).find(({ type }) => type.endsWith(MAIN_RELATION))
    const types = readXml(this.text(CONTENT_TYPES) ?? '')
    const typed = childrenNamed(types ?? undefined, 'Override').find((part) =>
      MAIN_PART.test(xmlAttribute(part, 'ContentType')),
    )
    const candidates = [
      ...(named ? [pathAt(named.target, '')] : []),
      ...(typed ? [pathAt(xmlAttribute(typed, 'PartName'), '')] : []),
      'word/document.xml',
    ]
    return candidates.find((path) => this.has(path)) ?? null
  }

  /**
   * The files in the form of the converter. It accepts such an object instead of a zip (its own tests do), though its
   * types do not say so.
   */
  forConverter() {
    const main = this.main ?? ''
    const folder = posix.dirname(main)
    const rootRelations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${USUAL}officeDocument" Target="${escapedXml(main).replaceAll('"', '&quot;')}"/></Relationships>`
    const real = (path: string): string =>
      !this.has(path) && path.startsWith(`${USUAL_FOLDER}/`) ? posix.join(folder, path.slice(5)) : path
    return {
      exists: (path: string) => path === ROOT_RELATIONS || this.has(real(path)),
      read: async (asked: string, encoding?: string): Promise<string | Uint8Array> => {
        const path = real(asked)
        if (encoding === undefined || encoding === 'base64') {
          const bytes = this.#bytes[path]
          if (!bytes) throw new Error(`no part of the document: ${path}`)
          return encoding === undefined
            ? bytes
            : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
        }
        if (path === ROOT_RELATIONS) return rootRelations
        const text = this.text(path) ?? ''
        return path.endsWith('.rels') ? text.replaceAll(STRICT, USUAL) : text.replace(/^<\?xml[^>]{0,200}\?>/, '')
      },
    }
  }
}

function relationsOf(path: string): string {
  return posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)
}

/** The target of a relation: relative to the folder of its part, or to the root. */
function pathAt(target: string, from: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target)
}
