import { closeSync, openSync, writeSync } from 'node:fs'
import { type Share, sharesOf } from '../../../formats/readers.ts'
import { openSource } from '../../../formats/source/source-files.ts'
import { DamagedFile, SourceFault, type SourceFiles } from '../../../formats/source/source-items.ts'
import type { StagedItem } from './staged-items.ts'
import { stagedItems } from './staging.ts'

export type ReadInput = {
  /** The source as it lies on this machine, and what people call it. */
  path: string
  name: string
  /** A file to write the items to, one a line. */
  output: string
  timeZone: string
  /** Where the blog was, when somebody said it. */
  siteUrl: string | null
}
export type ReadResult = { fault: string } | { format: string; source: string; total: number }

/** Bytes of all items together. */
const MOST_BYTES = 2 * 1024 ** 3
const MOST_ITEMS = 500_000
/** Written together. */
const CHUNK = 1024 * 1024

/** Texts that say nothing of other files. What a damaged configuration or list says of them is unknown, so nothing comes then. */
const TEXT = /\.(?:docx|html?|markdown|md|mdown|mdx|xml)$/i
const OF_A_SECTION = /(?:^|\/)_index\.[^/]*$/i

/**
 * Reads a source to its end and writes what is in it to a file, line by line as JSON (`StagedItem`), so that no more than one
 * text stands in memory. What cannot be read is a fault in words. A damaged text of an archive has its line, and the others come.
 */
export async function run(input: ReadInput): Promise<ReadResult> {
  try {
    const files = await openSource(input)
    try {
      return await readSparing(files, input)
    } finally {
      files.close()
    }
  } catch (error) {
    if (error instanceof SourceFault) return { fault: error.message }
    throw error
  }
}

type Total = Exclude<ReadResult, { fault: string }>

/** Begins anew without the damaged texts, where a reader has met one and others are whole. */
async function readSparing(files: SourceFiles, input: ReadInput): Promise<Total> {
  const damaged = new Map<string, string>()
  const read = async (path: string) => {
    try {
      return await files.read(path)
    } catch (error) {
      if (error instanceof DamagedFile) damaged.set(path, error.message)
      throw error
    }
  }
  const first = await readAll({ ...files, read }, new Map(), input).catch((error: unknown) => error)
  if (first instanceof Error && !(first instanceof SourceFault)) throw first
  const texts = files.list().filter(({ path }) => TEXT.test(path) && !OF_A_SECTION.test(path))
  if (texts.some(({ path }) => damaged.has(path))) {
    for (const { path } of texts) await read(path).catch(() => null)
    const spared = new Map(texts.flatMap(({ path }) => (damaged.has(path) ? [[path, damaged.get(path)!]] : [])))
    if (spared.size < texts.length) return readAll(files, spared, input)
  }
  if (first instanceof Error) throw first
  return first as Total
}

/** Reads everything; of damaged files nothing but a line with the reason. They keep their place, which says what others are. */
async function readAll(
  all: SourceFiles,
  damaged: ReadonlyMap<string, string>,
  { name, output, timeZone, siteUrl }: ReadInput,
): Promise<Total> {
  const files = { ...all, read: async (path: string) => (damaged.has(path) ? Buffer.alloc(0) : all.read(path)) }
  const file = openSync(output, 'w', 0o600)
  try {
    const { shares, unread } = await sharesOf(files)
    const named = shares.map((share) => ({ ...share, source: sourceOf(share, name) }))
    let [total, bytes] = [0, 0]
    let waiting = ''
    for await (const item of stagedItems({ shares: named, unread, files }, { timeZone, siteUrl })) {
      total += 1
      const reason = damaged.get(item.sourceId)
      waiting += lineOf(reason === undefined ? item : leftOut(item, reason))
      if (waiting.length < CHUNK) continue
      bytes += writeAll(file, waiting)
      waiting = ''
      if (bytes > MOST_BYTES || total > MOST_ITEMS)
        throw new SourceFault(
          'Die Quelle hält mehr, als auf einmal importiert werden kann. Bitte in Teilen importieren.',
        )
    }
    writeAll(file, waiting)
    const format = [...new Set(shares.map(({ reader }) => reader.format))].join(', ')
    return { format, source: named[0]!.source, total }
  } finally {
    closeSync(file)
  }
}

function leftOut({ place, sourceId }: StagedItem, reason: string): StagedItem {
  const staged = { kind: 'other' } as const
  return { place, sourceId, kind: 'other', title: sourceId, address: null, staged, skip: true, reasons: [reason] }
}

/** The name under which a blog is known again when it is imported once more. */
function sourceOf({ reader: { format }, identity }: Share, name: string): string {
  return `${format} ${identity ?? withoutEnding(name)}`.slice(0, 500)
}

function writeAll(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
  return bytes.length
}

/** What a file is called without its ending, a date and the number browsers put behind it. */
function withoutEnding(name: string): string {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[\s._-]{0,3}\(\d{1,3}\)$/, '')
  return stem.replace(/[\s._-]{0,3}\d{4}-\d\d-\d\d$/, '') || name
}

/** One line of JSON. Who reads lines takes the two separators of Unicode, which texts pasted from elsewhere hold, for their ends. */
function lineOf(item: unknown): string {
  return `${JSON.stringify(item)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}\n`
}
