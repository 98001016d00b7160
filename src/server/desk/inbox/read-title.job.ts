import { decodeText } from '../../../formats/source/text-charset.ts'
import { pageTitle } from './page-title.ts'

/** The title of a page, from the bytes of a response and its content type; null when it has none. */
export function run({ body, contentType }: { body: Uint8Array; contentType: string | undefined }): string | null {
  return pageTitle(decodeText(body, contentType))
}
