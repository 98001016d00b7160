import { readFile, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { type Extent, extentOf, StretchReader } from './archive-bytes.ts'
import { namesOf } from './archive-names.ts'
import { DamagedFile, SourceFault, type SourceFiles } from './source-items.ts'
import { PICTURE_FILE } from './unread-files.ts'
import { quoted } from '../../rules/quoted.ts'

/** More than any blog has, and few enough to be held as a list. */
const MOST_FILES = 60_000
/** Maximum bytes of all entries by their stated size; entries larger than stated are refused, too. */
const MOST_UNPACKED = 16 * 1024 ** 3
/** Maximum bytes of one file read as a whole. */
const LARGEST_FILE = 400 * 1024 ** 2
/** Files that macOS and Windows add. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$[^/]*\.docx$)/
/** Supported compression methods: none, and Deflate. */
const METHODS = new Set([0, 8])
/** Names of other methods. */
const METHOD_NAMES: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
}
/** The mode of a symbolic link, in the upper half of a zip's external attributes. */
const SYMLINK = 0o120000

export type OpenSource = SourceFiles & {
  /** Uncompressed bytes that readers may load: everything except pictures of an archive, which no reader opens. */
  readonly unpacked: number
  close(): void
}

/**
 * A source on this machine: a single file, or a zip whose entries are unpacked on demand. Runs in a worker. Throws
 * SourceFault for archives that are damaged, encrypted or too large.
 */
export async function openSource({ path, name }: { path: string; name: string }): Promise<OpenSource> {
  const { size } = await stat(path)
  let unpacked = size
  const extent = await extentOf(path)
  if (extent === 'damaged') throw new SourceFault(DAMAGED)
  if (extent) {
    const archive = await openArchive(path, name, extent)
    // A text document is a zip, too.
    if (!archive.list().some((file) => file.path === '[Content_Types].xml')) return archive
    unpacked = archive.list().reduce((sum, file) => sum + file.bytes, 0)
    archive.close()
  }
  const only = name.split(/[/\\]/).at(-1) || 'datei'
  return {
    name,
    unpacked,
    list: () => [{ path: only, bytes: size }],
    async read(asked) {
      if (asked !== only) throw new Error(`no file of the source: ${asked}`)
      if (size > LARGEST_FILE) throw new SourceFault(tooLarge(only))
      return readFile(path)
    },
    close() {},
  }
}

function tooLarge(path: string): string {
  return `${quoted(path)} ist größer als ${LARGEST_FILE / 1024 ** 2} MB. Bitte exportieren Sie in mehreren Teilen.`
}

const DAMAGED = 'Das Archiv ist beschädigt und lässt sich nicht öffnen. Bitte laden Sie es noch einmal herunter.'

const LONG_NAME =
  'Das Archiv enthält einen Dateinamen mit mehr als 2.000 Zeichen. Bitte packen Sie es mit kürzeren Ordnernamen.'
const LOCKED = 'Das Archiv ist mit einem Passwort geschützt. Bitte packen Sie es ohne Passwort.'
/** Messages of the library for intact archives that cannot be read. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/multi-disk/, 'Das Archiv besteht aus mehreren Teilen. Bitte packen Sie alles in eine einzige ZIP-Datei.'],
  [/strong encryption/, LOCKED],
]

function inWords(error: unknown): SourceFault {
  if (error instanceof SourceFault) return error
  const message = error instanceof Error ? error.message : ''
  return new SourceFault(FAULTS.find(([sign]) => sign.test(message))?.[1] ?? DAMAGED)
}

async function openArchive(path: string, name: string, { from, to }: Extent): Promise<OpenSource> {
  // Names are decoded by `namesOf`: the library would treat those of macOS as CP437.
  const options = { autoClose: false, decodeStrings: false }
  const reader = new StretchReader(path, from)
  const zip = await fromRandomAccessReaderPromise(reader, to - from, options).catch((error: unknown) => {
    reader.close(() => {})
    throw inWords(error)
  })
  const { entries, links } = await listEntries(zip).catch((error: unknown) => {
    zip.close()
    throw inWords(error)
  })
  const files = [...entries].map(([entry, { uncompressedSize }]) => ({ path: entry, bytes: uncompressedSize }))
  return {
    name,
    unpacked: files.reduce((sum, file) => sum + (PICTURE_FILE.test(file.path) ? 0 : file.bytes), 0),
    list: () => files,
    links,
    async read(asked) {
      const entry = entries.get(asked)
      if (!entry) throw new Error(`no file of the source: ${asked}`)
      if (entry.uncompressedSize > LARGEST_FILE) throw new SourceFault(tooLarge(asked))
      return readEntry(zip, entry, asked)
    },
    close: () => zip.close(),
  }
}

async function listEntries(zip: ZipFile): Promise<{ entries: Map<string, Entry>; links: string[] }> {
  if (zip.entryCount > MOST_FILES)
    throw new SourceFault(`Das Archiv hält mehr als ${MOST_FILES.toLocaleString('de-DE')} Dateien.`)
  const all: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (all.length >= MOST_FILES) throw new SourceFault(DAMAGED)
    all.push(entry)
  }
  const names = namesOf(all)
  const entries = new Map<string, Entry>()
  const links: string[] = []
  let unpacked = 0
  for (const [index, entry] of all.entries()) {
    const name = names[index]
    if (name === null || name === undefined) throw new SourceFault(LONG_NAME)
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === SYMLINK
    if (name.endsWith('/') || LITTER.test(name)) continue
    if (isLink) {
      links.push(name)
      continue
    }
    if (entry.isEncrypted()) throw new SourceFault(LOCKED)
    const { uncompressedSize, compressionMethod } = entry
    if (!METHODS.has(compressionMethod)) throw new SourceFault(packedOtherwise(compressionMethod))
    unpacked += uncompressedSize
    if (unpacked > MOST_UNPACKED)
      throw new SourceFault(`Das Archiv ist entpackt größer als ${MOST_UNPACKED / 1024 ** 3} GB.`)
    entries.set(name, entry)
  }
  return { entries, links }
}

function packedOtherwise(method: number): string {
  const called = METHOD_NAMES[method] ?? `dem Verfahren ${method}`
  return `Das Archiv ist mit ${called} gepackt, was hier nicht geöffnet wird. Bitte packen Sie es als gewöhnliches ZIP (Deflate).`
}

/**
 * The bytes of an entry. The library throws when they exceed the stated size; checksums are ignored, since some
 * programs leave them at 0.
 */
async function readEntry(zip: ZipFile, entry: Entry, path: string): Promise<Buffer> {
  let bytes: Buffer | null = null
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    bytes = Buffer.concat(chunks)
  } catch {
    // Reported below.
  }
  if (bytes !== null && (entry.crc32 === 0 || crc32(bytes) === entry.crc32)) return bytes
  throw new DamagedFile(`${quoted(path)} ist im Archiv beschädigt. Bitte packen Sie es noch einmal.`)
}
