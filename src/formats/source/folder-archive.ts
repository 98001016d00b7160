import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Zip, ZipPassThrough } from 'fflate'

/** Folders without texts of a blog. */
const LEFT = new Set(['node_modules', '.git', '.svn', '.hg', '.DS_Store', '.cache', '.obsidian'])

/**
 * The files of a folder as an uncompressed zip stream for upload, one file read at a time. Links to outside are
 * omitted.
 */
export async function* zipFolder(folder: string): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const take = () => made.splice(0)
  for await (const path of filesIn(folder)) {
    const entry = new ZipPassThrough(relative(folder, path).split(sep).join('/'))
    zip.add(entry)
    for await (const chunk of createReadStream(path)) {
      entry.push(chunk as Uint8Array)
      yield* take()
    }
    entry.push(new Uint8Array(), true)
    yield* take()
  }
  zip.end()
  yield* take()
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}
