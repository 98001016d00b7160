const MAX_CHARACTERS = 200

const IMAGE_ENDING = /\.(?:jpe?g|png|webp|gif|avif|apng|heic|heif|bmp|tiff?|svg)$/i

/** A name with the ending of its type; one that fits already stays (`.JPEG`), that of another picture's type goes. */
export function withEnding(name: string, mimeType: string): string {
  const wanted = mimeType === 'image/jpeg' ? 'jpg' : mimeType.replace('image/', '')
  const has = IMAGE_ENDING.exec(name)?.[0].slice(1).toLowerCase()
  if (has === wanted || (has === 'jpeg' && wanted === 'jpg')) return name
  return cleanFilename(`${has ? name.slice(0, -has.length - 1) : name}.${wanted}`)
}

/**
 * A file's name as people see it: without folders, control characters and marks that turn the direction of writing, at most
 * 200 characters with its ending kept. `fallback` where nothing is left. It is shown, never used as a path.
 */
export function cleanFilename(raw: string, fallback = 'bild'): string {
  const name = raw
    .normalize('NFC')
    .toWellFormed()
    .replace(/^.*[/\\]/su, '')
    // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\.+/u, '')
  if (name === '') return fallback
  const characters = [...name]
  if (characters.length <= MAX_CHARACTERS) return name
  const ending = /\.[\p{L}\p{N}]{1,12}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_CHARACTERS - ending.length).join('') + ending
}
