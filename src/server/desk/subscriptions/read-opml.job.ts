import { decodeText } from '../../../formats/source/text-charset.ts'
import { parseOpml, type OpmlFeed } from '../../../formats/feed/opml.ts'
import { FeedFault } from '../../../formats/source/source-items.ts'

/** Parses an OPML file; the German reason where it cannot be read. */
export function run(bytes: Uint8Array): { feeds: OpmlFeed[] } | { fault: string } {
  try {
    return { feeds: parseOpml(decodeText(bytes)) }
  } catch (error) {
    if (error instanceof FeedFault) return { fault: error.message }
    throw error
  }
}
