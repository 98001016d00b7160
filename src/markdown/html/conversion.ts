import type { Notes } from './notes.ts'

/** What is known while one text is converted. */
export interface Conversion {
  /** Where the text stood, where that is an address of the web. */
  base: URL | null
  /** German sentences on what was lost or became something else, each once. */
  reasons: Set<string>
  notes: Notes
  /** The label of a note in the text, by its place in `notes.inOrder`. */
  labelOf: (note: number) => string
  /** Notes with a mark of markdown, and notes whose text stands at their mark, within HTML that holds no such marks. */
  shown: { marked: Set<number>; inPlace: Set<number> }
  /** Names of places in the text that links of the same text lead to. */
  targets: ReadonlySet<string>
}

const SCHEME = /^([a-z][\w+.-]{0,30}):/i
const FOLLOWED = new Set(['http', 'https', 'mailto', 'tel'])

/** An address of the text as it leads from anywhere; null where nobody can follow it (`javascript:`, `file:`, nothing). */
export function addressOf(written: string, { base }: Pick<Conversion, 'base'>): string | null {
  const address = written.trim().replaceAll(/[\t\n\r]+/g, '')
  if (address === '') return null
  if (address.startsWith('#')) return address
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  if (scheme !== undefined && !FOLLOWED.has(scheme)) return null
  if (scheme === 'mailto' || scheme === 'tel') return address
  if (base) return URL.parse(address, base.href)?.href ?? null
  return address.startsWith('//') ? `https:${address}` : address
}
