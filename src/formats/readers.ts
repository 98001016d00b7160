import { ownExportReader } from './own-export/own-export-reader.ts'
import { disqusReader } from './disqus/disqus-reader.ts'
import { bloggerReader } from './feed/blogger-reader.ts'
import { feedReader } from './feed/feed-reader.ts'
import { ghostReader } from './ghost/ghost-reader.ts'
import { htmlReader } from './html/html-reader.ts'
import { markdownReader } from './markdown-sites/markdown-reader.ts'
import { mediumReader } from './html/medium-reader.ts'
import { substackReader } from './html/substack-reader.ts'
import { wordReader } from './word/word-reader.ts'
import { SourceFault, type Reader, type SourceFiles } from './source/source-items.ts'
import { isHidden, refusalOf } from './source/unread-files.ts'
import { wordpressReader } from './wordpress/wxr-reader.ts'

/** In the order in which they claim files: formats with a signature come first. */
const READERS: readonly Reader[] = [
  ownExportReader,
  bloggerReader,
  wordpressReader,
  disqusReader,
  ghostReader,
  mediumReader,
  substackReader,
  wordReader,
  markdownReader,
  feedReader,
  htmlReader,
]
/**
 * Maximum rounds over the rest of a source, which may contain several exports of one format, such as two Ghost files.
 */
const MOST_ROUNDS = 10

/** Files of a source assigned to one reader. */
export interface Share {
  reader: Reader
  /** Files the reader may look at: its own and those no earlier reader has claimed. */
  files: SourceFiles
  /** Its own files. */
  paths: readonly string[]
  /** Identifies this blog among others of its format; null where only the name of the source can. */
  identity: string | null
  /** The generator of a site elsewhere in the source, beside which this export may be an old backup. */
  beside: string | null
}

/**
 * Assigns the files of a source to readers, and returns the unassigned paths. Throws SourceFault where no reader claims
 * any.
 */
export async function sharesOf(files: SourceFiles): Promise<{ shares: Share[]; unread: string[] }> {
  const found: { share: Share; generator: string | null }[] = []
  let rest = without(files, isHidden)
  for (const reader of READERS)
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const { paths, generator = null } = await reader.claims(rest)
      if (paths.length === 0) break
      const identity = await identityOf(reader, rest)
      found.push({ share: { reader, files: rest, paths, identity, beside: null }, generator })
      const claimed = new Set(paths)
      rest = without(rest, (path) => claimed.has(path))
    }
  if (found.length === 0)
    throw new SourceFault(
      await refusalOf(
        files,
        READERS.map(({ format }) => format),
      ),
    )
  const generator = found.map((each) => each.generator).find((name) => name !== null) ?? null
  for (const each of found) if (each.generator === null) each.share.beside = generator
  // The blog itself comes first, so that its texts get their addresses before those of an old backup beside it.
  found.sort((one, other) => Number(other.generator !== null) - Number(one.generator !== null))
  const unread = [...files.list().filter(({ path }) => isHidden(path)), ...rest.list()].map(({ path }) => path)
  return { shares: found.map(({ share }) => share), unread }
}

/** Null also for unreadable files, which are reported when their items are requested. */
async function identityOf(reader: Reader, files: SourceFiles): Promise<string | null> {
  try {
    return (await reader.identity?.(files)) ?? null
  } catch (error) {
    if (error instanceof SourceFault) return null
    throw error
  }
}

function without(files: SourceFiles, isOut: (path: string) => boolean): SourceFiles {
  const list = files.list().filter(({ path }) => !isOut(path))
  return { name: files.name, list: () => list, read: (path) => files.read(path) }
}
