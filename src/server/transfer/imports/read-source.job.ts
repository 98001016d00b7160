import { closeSync, openSync, writeSync } from 'node:fs'
import { type Share, sharesOf } from '../../../formats/readers.ts'
import { openSource } from '../../../formats/source/source-files.ts'
import { DamagedFile, SourceFault, type SourceFiles } from '../../../formats/source/source-items.ts'
import type { StagedItem } from './staged-items.ts'
import { stagedItems } from './staging.ts'

export type ReadInput = {
  /** The source on this machine, and its display name. */
  path: string
  name: string
  /** Output file for the items, one per line. */
  output: string
  timeZone: string
  /** The address of the blog, if given. */
  siteUrl: string | null
}
export type ReadResult = { fault: string } | { format: string; source: string; total: number }

/** Maximum bytes of all items together. */
const MOST_BYTES = 2 * 1024 ** 3
const MOST_ITEMS = 500_000
/** Bytes per write. */
const CHUNK = 1024 * 1024

/**
 * Texts without effect on other files. The content of a damaged configuration or list is unknown, so nothing is
 * imported then.
 */
const TEXT = /\.(?:docx|html?|markdown|md|mdown|mdx|xml)$/i
const OF_A_SECTION = /(?:^|\/)_index\.[^/]*$/i

/**
 * Reads a whole source and writes its items to a file, as JSON lines (`StagedItem`), with only one text in memory. An
 * unreadable source is a fault in German. A damaged text of an archive is reported, and the others are imported.
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

/** Restarts without the damaged texts, where a reader has met one and others are intact. */
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

/**
 * Reads everything; damaged files become a report line with the reason. They stay in the file list, which determines
 * the meaning of others.
 */
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

/** The key by which a blog is recognised at a reimport. */
function sourceOf({ reader: { format }, identity }: Share, name: string): string {
  return `${format} ${identity ?? withoutEnding(name)}`.slice(0, 500)
}

function writeAll(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
  return bytes.length
}

/** A file name without its extension, a date and the number added by browsers. */
function withoutEnding(name: string): string {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[\s._-]{0,3}\(\d{1,3}\)$/, '')
  return stem.replace(/[\s._-]{0,3}\d{4}-\d\d-\d\d$/, '') || name
}

/** One JSON line. Line readers treat the two Unicode separators, which pasted texts contain, as line ends. */
function lineOf(item: unknown): string {
  return `${JSON.stringify(item)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}\n`
}
