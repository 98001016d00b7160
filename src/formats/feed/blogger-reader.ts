import { posix } from 'node:path'
import { decodeText } from '../source/text-charset.ts'
import type { Reader, SourceFiles } from '../source/source-items.ts'
import { eachFile, leftOutFile, PICTURE_FILE } from '../source/unread-files.ts'
import { entryItems, feedFacts } from './feed-reader.ts'

const FEED = /\.(?:atom|xml)$/i
/** Bytes searched for Blogger's signature. */
const MARK_BYTES = 64 * 1024
/** Files of a Google Takeout archive, of a blog or not. */
const TAKEOUT = /^(?:.*\/)?Takeout\//
/** Files of Takeout beside the feed of a blog: its settings and theme. */
const OF_A_BLOG = /(?:^|\/)(?:settings\.csv|theme-[\w-]+\.(?:html|xml))$/
/** Pictures of blogs in the archive. */
const ALBUMS = /\/Blogger\//

/**
 * Exports of Blogger: an Atom file, or a blog in an archive of Google Takeout. Beside public texts they contain
 * settings, comments, drafts and trash (RUL-53).
 */
export const bloggerReader: Reader = {
  format: 'Blogger',
  claims: async (files) => ({ paths: [...claimed(files, await feedsIn(files))] }),
  async identity(files) {
    for (const path of await feedsIn(files)) {
      const blog = /\btag:blogger\.com,\d{4}:blog-(\d{1,30})/.exec(await startOf(files, path))?.[1]
      if (blog) return blog
    }
    return null
  },
  async blog(files) {
    const [path] = await feedsIn(files)
    return path === undefined ? null : feedFacts(decodeText(await files.read(path)))
  },
  async *items(files, { timeZone }) {
    const feeds = await feedsIn(files)
    yield* eachFile([...feeds], async function* (path) {
      yield* entryItems(path, await files.read(path), timeZone)
    })
    for (const path of claimed(files, feeds))
      if (!feeds.has(path)) yield leftOutFile(path, 'Die Datei von Google Takeout ist kein Text des Blogs.')
  },
}

/**
 * The feeds with their settings and themes, and everything else of the Takeout archive except the pictures of blogs.
 */
function claimed(files: SourceFiles, feeds: ReadonlySet<string>): ReadonlySet<string> {
  const roots = new Set([...feeds].flatMap((path) => TAKEOUT.exec(path)?.[0] ?? []))
  const beside = files.list().filter(({ path }) => {
    const root = TAKEOUT.exec(path)?.[0]
    if (root !== undefined && roots.has(root)) return !(PICTURE_FILE.test(path) && ALBUMS.test(path))
    return OF_A_BLOG.test(path) && feeds.has(`${posix.dirname(path)}/feed.atom`)
  })
  return new Set([...feeds, ...beside.map(({ path }) => path)])
}

async function startOf(files: SourceFiles, path: string): Promise<string> {
  return decodeText((await files.read(path)).subarray(0, MARK_BYTES))
}

async function feedsIn(files: SourceFiles): Promise<ReadonlySet<string>> {
  const list = files.list()
  const found = new Set<string>()
  for (const { path } of list) {
    if (list.length > 1 && !FEED.test(path)) continue
    const start = await startOf(files, path)
    if (/<feed[\s>]/.test(start) && /schemas\.google\.com\/(?:blogger\/20[12]\d["'#/]|g\/2005#kind)/.test(start))
      found.add(path)
  }
  return found
}
