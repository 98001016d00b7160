import { openSource } from '../../../formats/source/source-files.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'

/**
 * The uncompressed bytes of a source that its readers may load, as stated by its archive; a German fault if it cannot
 * be opened.
 */
export async function run(source: { path: string; name: string }): Promise<{ fault: string } | { unpacked: number }> {
  try {
    const files = await openSource(source)
    files.close()
    return { unpacked: files.unpacked }
  } catch (error) {
    if (error instanceof SourceFault) return { fault: error.message }
    throw error
  }
}
