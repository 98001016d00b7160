import { extname } from 'node:path'

/** Types a file of research is served as: nothing a browser runs, neither HTML nor SVG (RUL-31). */
const BY_BYTES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'application/pdf',
  'application/zip',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/epub+zip',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-m4a',
  'video/mp4',
  'video/webm',
  'video/quicktime',
])
const TEXTS: Record<string, string> = {
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
}
const OTHER = 'application/octet-stream'
const SHOWN = /^(image\/(jpeg|png|webp|gif|avif)|application\/pdf|(?:audio|video)\/(mpeg|mp4|ogg|webm))$/

/** The type of a file by its first bytes, for plain text by its ending; everything else is nameless bytes. */
export async function typeOfFile(path: string, filename: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (found) return BY_BYTES.has(found.mime) ? found.mime : OTHER
  return TEXTS[extname(filename).toLowerCase()] ?? OTHER
}

/** Whether a browser may show it in place: raster images, PDF, sound and film; everything else is saved. */
export function isShownInPlace(mimeType: string): boolean {
  return SHOWN.test(mimeType)
}
