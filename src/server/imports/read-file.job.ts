import { writeFileSync } from 'node:fs'
import { openSource } from './source-files.ts'
import { SourceFault } from './source-items.ts'

export type ReadFileInput = {
  source: string
  name: string
  /** The path within the source. */
  path: string
  /** A file to write its bytes to. */
  output: string
  mostBytes: number
}

/** Writes one file of a source down by itself; false where there is none of that name, or one beyond the limit. */
export async function run({ source, name, path, output, mostBytes }: ReadFileInput): Promise<boolean> {
  const files = await openSource({ path: source, name })
  try {
    const found = files.list().find((file) => file.path === path)
    if (!found || found.bytes > mostBytes) return false
    writeFileSync(output, await files.read(path), { mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof SourceFault) return false
    throw error
  } finally {
    files.close()
  }
}
