import { closeSync, openSync, writeSync } from 'node:fs'
import { type Share, sharesOf } from '../../../formats/readers.ts'
import { openSource } from '../../../formats/source/source-files.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'
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

/**
 * Reads a source to its end and writes what is in it to a file, line by line as JSON (`StagedItem`), so that no more than one
 * text stands in memory. What cannot be read is a fault in words.
 */
export async function run({ path, name, output, timeZone, siteUrl }: ReadInput): Promise<ReadResult> {
  const file = openSync(output, 'w', 0o600)
  try {
    const files = await openSource({ path, name })
    try {
      const { shares, unread } = await sharesOf(files)
      const named = shares.map((share) => ({ ...share, source: sourceOf(share, name) }))
      let [total, bytes] = [0, 0]
      let waiting = ''
      for await (const item of stagedItems({ shares: named, unread, files }, { timeZone, siteUrl })) {
        total += 1
        waiting += lineOf(item)
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
      files.close()
    }
  } catch (error) {
    if (error instanceof SourceFault) return { fault: error.message }
    throw error
  } finally {
    closeSync(file)
  }
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
