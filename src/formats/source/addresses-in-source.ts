import { posix } from 'node:path'

/** Folders that generators serve at the root of the blog. */
const ROOTS = [
  '',
  'static/',
  'public/',
  'assets/',
  'source/',
  'content/',
  'docs/',
  'src/',
  'src/assets/',
  'content/images/',
]

/**
 * Resolves an address in a text of the source: to a URL, or to the path of one of its files. Paths are compared in NFC,
 * since macOS decomposes names; without an exact match case is ignored.
 */
export class SourceAddresses {
  readonly #paths = new Map<string, string>()
  readonly #anyCase = new Map<string, string>()
  readonly #byName = new Map<string, string | null>()

  constructor(paths: Iterable<string>) {
    for (const path of new Set(paths)) {
      const spelled = path.normalize('NFC')
      const folded = spelled.toLowerCase()
      this.#paths.set(spelled, path)
      if (!this.#anyCase.has(folded)) this.#anyCase.set(folded, path)
      const name = posix.basename(folded)
      this.#byName.set(name, this.#byName.has(name) ? null : path)
    }
  }

  /** Null for what is no picture address: an anchor, a mail address, or a relative one without a base. */
  resolve(written: string, base: string | null): string | null {
    const address = written.startsWith('//') ? `https:${written}` : written
    if (/^[a-z][a-z0-9+.-]*:/i.test(address))
      return /^https?:/i.test(address) ? (URL.parse(address)?.href ?? null) : null
    if (address.startsWith('#')) return null
    const path = decodedPath(address.split(/[?#]/, 1)[0] ?? '')
    const file = this.#file(path, base)
    if (file !== null) return file
    if (base !== null && /^https?:/i.test(base)) return URL.parse(address, base)?.href ?? null
    return path === '' ? null : posix.normalize(posix.join(base === null ? '' : posix.dirname(base), path))
  }

  #file(path: string, base: string | null): string | null {
    const below = base === null || /^https?:/i.test(base) ? '' : posix.dirname(base)
    const asked = path.startsWith('/') ? [] : [posix.normalize(posix.join(below, path))]
    const rooted = path.replace(/^(?:\.\.?\/|\/)+/, '')
    const candidates = [
      ...asked,
      ...this.#rootsAbove(below).flatMap((root) => ROOTS.map((folder) => root + folder + rooted)),
    ]
    for (const candidate of candidates) {
      const found = this.#paths.get(candidate)
      if (found !== undefined) return found
    }
    for (const candidate of candidates) {
      const found = this.#anyCase.get(candidate.toLowerCase())
      if (found !== undefined) return found
    }
    // The only file of this name is the target, in any folder.
    return this.#byName.get(posix.basename(path).toLowerCase()) ?? null
  }

  /** The parent folders of a text: a blog may be in any of them. */
  #rootsAbove(folder: string): string[] {
    const first = folder.split('/')[0] ?? ''
    return first === '' || first === '.' ? [''] : ['', `${first}/`]
  }
}

/** A path in the form of a source's file list: percent-decoded, and composed (NFC). */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path.normalize('NFC')
  }
}
