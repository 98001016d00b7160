/** Largest file of an image, in bytes. */
export const MAX_IMAGE_BYTES = 50 * 1024 * 1024

/** Largest file of research, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

/** A size as people read it: bytes / 1024 with two decimals and a comma, `12,34 KB` (R18). */
export function inKilobytes(bytes: number): string {
  const kilobytes = (bytes / 1024).toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${kilobytes} KB`
}

/** Why a file over its limit is refused. */
export function tooLargeSentence(filename: string, maxBytes: number): string {
  return `„${filename}“ ist größer als ${maxBytes / 1024 / 1024} MB. Bitte verkleinern.`
}
