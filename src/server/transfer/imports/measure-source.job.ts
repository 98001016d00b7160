import { openSource } from '../../../formats/source/source-files.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'

/** How many bytes of a source its readers may take into memory, by what its archive says; a fault in words where it cannot be opened. */
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
