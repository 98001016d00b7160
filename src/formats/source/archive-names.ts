import { type Entry, getFileNameLowLevel } from 'yauzl'

/** Flag of an entry whose name is UTF-8. */
const UTF8_FLAG = 0x800
/** Maximum characters of a path. */
const LONGEST = 2000
const NAMELESS = 'datei'
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Names of the entries of an archive, in NFC. Many programs (such as the Finder of macOS) write UTF-8 without the flag,
 * so that is tried first; other names are decoded as CP437 or Windows-1252, whichever gives more alphabetic characters over all names
 * of the archive. A name that leads outside the archive becomes one inside it. Null for a name that is too long.
 */
export function namesOf(entries: readonly Entry[]): (string | null)[] {
  const isWindows = usesWindowsLetters(entries)
  const asWritten = entries.map((entry) => inside(nameOf(entry, isWindows)))
  const own = new Set(asWritten.map((name) => name.normalize('NFC')))
  const taken = new Set<string>()
  /** The next number to try for a name, so that none is tried twice. */
  const next = new Map<string, number>()
  const numbered = (name: string, from: number) => {
    for (let number = Math.max(from, next.get(name) ?? 0); ; number += 1) {
      const found = name.replace(/(?=\.[^./]{1,10}$|$)/, ` (${number})`)
      if (own.has(found) || taken.has(found)) continue
      next.set(name, number + 1)
      return found
    }
  }
  return asWritten.map((written, index) => {
    const composed = written.normalize('NFC')
    // Two files may differ only in composition, or not at all.
    const other = taken.has(composed) ? written : composed
    const isTwin = taken.has(other) && !other.endsWith('/')
    const name = isTwin ? numbered(other, index + 1) : other
    taken.add(name)
    return name.length <= LONGEST ? name : null
  })
}

/** `zip -r blog.zip ../content` and old programs of Windows write names such as `../a.md`, `/a.md` and `C:\a.md`. */
function inside(written: string): string {
  const parts = written
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
  const last = parts.at(-1) === '' ? '/' : ''
  const path = parts.filter((part) => !['', '.', '..'].includes(part)).join('/')
  return path + last || NAMELESS
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry, isWindows: boolean): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag & ~UTF8_FLAG
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  // The library decodes only CP437; a name from a Unicode extra field is unambiguous.
  const isGuessed = (flags & UTF8_FLAG) === 0 && name === getFileNameLowLevel(flags, fileNameRaw, [], false)
  return isGuessed && isWindows ? new TextDecoder('windows-1252').decode(fileNameRaw) : name
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether bytes beyond ASCII are more likely Windows-1252 than CP437 (where `ß` is 0xe1). */
function usesWindowsLetters(entries: readonly Entry[]): boolean {
  let [windows, dos] = [0, 0]
  for (const { fileNameRaw } of entries) {
    if (isUtf8(fileNameRaw)) continue
    for (const byte of fileNameRaw) {
      if (byte === 0xe1 || (byte >= 0x80 && byte <= 0xa5)) dos += 1
      else if (byte >= 0xc0) windows += 1
    }
  }
  return windows > dos
}
