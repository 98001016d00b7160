import { open, readFile, stat } from 'node:fs/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { SourceFault, type SourceFiles } from './source-items.ts'

/** More than any blog has, and few enough to be held as a list. */
const MOST_FILES = 60_000
/** Bytes of everything in an archive together, as it says of itself; what turns out larger than it says is refused, too. */
const MOST_UNPACKED = 16 * 1024 ** 3
/** Bytes of one file that is read as a whole. */
const LARGEST_FILE = 400 * 1024 ** 2
/** What macOS and Windows put beside the files of people. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/
/** The mode of a symbolic link, in the upper half of a zip's external attributes. */
const SYMLINK = 0o120000

export type OpenSource = SourceFiles & { close(): void }

/**
 * A source as it lies on this machine: a single file, or what is in a zip, of which nothing is unpacked before it is asked for.
 * Runs in a worker. Throws SourceFault for archives that are damaged, encrypted or beyond all measure.
 */
export async function openSource({ path, name }: { path: string; name: string }): Promise<OpenSource> {
  const { size } = await stat(path)
  if (await isArchive(path)) {
    const archive = await openArchive(path, name)
    // A text document is a zip, too.
    if (!archive.list().some((file) => file.path === '[Content_Types].xml')) return archive
    archive.close()
  }
  const only = name.split(/[/\\]/).at(-1) || 'datei'
  return {
    name,
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
  return `„${path}“ ist größer als ${LARGEST_FILE / 1024 ** 2} MB. Bitte exportieren Sie in mehreren Teilen.`
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const sign = buffer.subarray(0, bytesRead).toString('latin1')
    return sign === 'PK\u0003\u0004' || sign === 'PK\u0005\u0006'
  } finally {
    await file.close()
  }
}

const DAMAGED = 'Das Archiv ist beschädigt und lässt sich nicht öffnen. Bitte laden Sie es noch einmal herunter.'

async function openArchive(path: string, name: string): Promise<OpenSource> {
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw new SourceFault(DAMAGED)
  })
  const entries = await listEntries(zip).catch((error: unknown) => {
    zip.close()
    throw error instanceof SourceFault ? error : new SourceFault(DAMAGED)
  })
  const files = [...entries].map(([entry, { uncompressedSize }]) => ({ path: entry, bytes: uncompressedSize }))
  return {
    name,
    list: () => files,
    async read(asked) {
      const entry = entries.get(asked)
      if (!entry) throw new Error(`no file of the source: ${asked}`)
      if (entry.uncompressedSize > LARGEST_FILE) throw new SourceFault(tooLarge(asked))
      return readEntry(zip, entry, asked)
    },
    close: () => zip.close(),
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_FILES)
    throw new SourceFault(`Das Archiv hält mehr als ${MOST_FILES.toLocaleString('de-DE')} Dateien.`)
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === SYMLINK
    if (fileName.endsWith('/') || isLink || LITTER.test(fileName)) continue
    if (entry.isEncrypted())
      throw new SourceFault('Das Archiv ist mit einem Passwort geschützt. Bitte packen Sie es ohne Passwort.')
    unpacked += uncompressedSize
    if (unpacked > MOST_UNPACKED)
      throw new SourceFault(`Das Archiv ist entpackt größer als ${MOST_UNPACKED / 1024 ** 3} GB.`)
    if (entries.size >= MOST_FILES) throw new SourceFault(DAMAGED)
    entries.set(fileName, entry)
  }
  return entries
}

/** The bytes of an entry; the library throws as soon as they are more than the archive says. */
async function readEntry(zip: ZipFile, entry: Entry, path: string): Promise<Buffer> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    throw new SourceFault(`„${path}“ ist im Archiv beschädigt. Bitte packen Sie es noch einmal.`)
  }
}
