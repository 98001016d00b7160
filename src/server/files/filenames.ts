import { SOUND_ENDINGS, isSoundType } from '../../rules/uploads.ts'

const MAX_CHARACTERS = 200

const MEDIA_ENDING =
  /\.(?:jpe?g|png|webp|gif|avif|apng|heic|heif|bmp|tiff?|svg|mp3|m4a|m4b|aac|oga|ogg|opus|weba|webm|mp4|m4v)$/i

/** The ending of a file of the library of this type. */
export function endingOf(mimeType: string): string {
  if (isSoundType(mimeType)) return SOUND_ENDINGS[mimeType]
  return mimeType === 'image/jpeg' ? 'jpg' : mimeType.replace('image/', '')
}

/** A name with the ending of its type; one that fits already stays (`.JPEG`), that of another picture's type goes. */
export function withEnding(name: string, mimeType: string): string {
  const wanted = endingOf(mimeType)
  const has = MEDIA_ENDING.exec(name)?.[0].slice(1).toLowerCase()
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
