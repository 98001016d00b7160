/** Largest file of an image, in bytes. */
export const MAX_IMAGE_BYTES = 50 * 1024 * 1024

/** Largest file of research, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

/** A size as people read it: bytes / 1024 with two decimals and a comma, `12,34 KB` (RUL-18). */
export function inKilobytes(bytes: number): string {
  const kilobytes = (bytes / 1024).toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${kilobytes} KB`
}

/** What browsers, telephones and screenshot tools call a picture that nobody has named. */
const NAMELESS =
  /^(?:image|bild|grafik|unbenannt|unknown|blob|clipboard|eingefügtes bild|pasted image)?(?:[ _-]?\(?\d{1,3}\)?)?(?:\.\w{1,5})?$/iu
const RANDOM = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?:\.\w{1,5})?$/i

/** Whether a file's name says nothing about its picture: `image.png`, as every pasted one is called, or a UUID. */
export function isNameless(filename: string): boolean {
  return NAMELESS.test(filename) || RANDOM.test(filename)
}

/** Why a file over its limit is refused. */
export function tooLargeSentence(filename: string, maxBytes: number): string {
  return `„${filename}“ ist größer als ${maxBytes / 1024 / 1024} MB. Bitte verkleinern.`
}
