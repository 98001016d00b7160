import { ownExportReader } from './own-export/own-export-reader.ts'
import { feedReader } from './readers/feed-reader.ts'
import { ghostReader } from './readers/ghost/ghost-reader.ts'
import { htmlReader } from './readers/html-reader.ts'
import { markdownReader } from './readers/markdown/markdown-reader.ts'
import { wordReader } from './readers/word-reader.ts'
import { SourceFault, type Reader, type SourceFiles } from './source-items.ts'
import { wordpressReader } from './wordpress/wxr-reader.ts'

/** Who is asked whether it knows a source, in this order: those that look for one sign of their own come first. */
const READERS: readonly Reader[] = [
  ownExportReader,
  wordpressReader,
  ghostReader,
  wordReader,
  feedReader,
  markdownReader,
  htmlReader,
]

/** The reader that knows a source. Throws SourceFault where none does. */
export async function readerOf(files: SourceFiles): Promise<Reader> {
  for (const reader of READERS) if (await reader.recognises(files)) return reader
  throw new SourceFault(
    `„${files.name}“ ist keine Datei, die sich importieren lässt. Lesbar sind: ${READERS.map(({ format }) => format).join(', ')}.`,
  )
}
