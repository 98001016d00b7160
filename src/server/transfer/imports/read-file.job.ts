import { writeFileSync } from 'node:fs'
import { openSource, type OpenSource } from '../../../formats/source/source-files.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'

export type ReadFileInput = {
  source: string
  name: string
  /** The path within the source. */
  path: string
  /** Output file for its bytes. */
  output: string
  mostBytes: number
}

/**
 * The source of the previous job, kept open: an import requests one picture after the other, and opening an archive
 * takes time in proportion to its files. It is closed for another source, and with the thread.
 */
let kept: { source: string; name: string; files: OpenSource } | null = null

async function opened(source: string, name: string): Promise<OpenSource> {
  if (kept?.source === source && kept.name === name) return kept.files
  kept?.files.close()
  kept = null
  const files = await openSource({ path: source, name })
  kept = { source, name, files }
  return files
}

/** Extracts one file of a source; false where there is none of that name, or one above the limit. */
export async function run({ source, name, path, output, mostBytes }: ReadFileInput): Promise<boolean> {
  const files = await opened(source, name)
  try {
    const found = files.list().find((file) => file.path === path)
    if (!found || found.bytes > mostBytes) return false
    writeFileSync(output, await files.read(path), { mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof SourceFault) return false
    throw error
  }
}
