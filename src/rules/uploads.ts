import { quoted } from './quoted.ts'
/** Largest file of an image, in bytes. */
export const MAX_IMAGE_BYTES = 50 * 1024 * 1024

/** Largest file of sound or film, in bytes: two hours of speech and more. */
export const MAX_SOUND_BYTES = 200 * 1024 * 1024

/** Largest file of research, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

/** A size as people read it: bytes / 1024 with two decimals and a comma, `12,34 KB` (RUL-18). */
export function inKilobytes(bytes: number): string {
  const kilobytes = (bytes / 1024).toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${kilobytes} KB`
}

/** Types of sound and film that the library takes, and the endings of their files (R110). */
export const SOUND_ENDINGS = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
} as const
export type SoundType = keyof typeof SOUND_ENDINGS

/** Whether files of this type are heard or watched, not looked at. */
export function isSoundType(mimeType: string): mimeType is SoundType {
  return Object.hasOwn(SOUND_ENDINGS, mimeType)
}

/** The element that plays a file of the library, by the ending of its address; null for pictures. `webm` may be either. */
export function playerOf(address: string): 'audio' | 'video' | null {
  const ending = /\.(\w{3,4})$/.exec(address)?.[1]?.toLowerCase()
  if (ending === 'mp4' || ending === 'webm') return 'video'
  return Object.values<string | undefined>(SOUND_ENDINGS).includes(ending) ? 'audio' : null
}

/** Largest size of a file that says it is of this type, in bytes. */
export function maxBytesOf(mimeType: string): number {
  return /^(?:audio|video)\//.test(mimeType) ? MAX_SOUND_BYTES : MAX_IMAGE_BYTES
}

/** A length as people read it: `4:12`, `1:02:03`. */
export function inMinutes(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
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
  return `${quoted(filename)} ist größer als ${maxBytes / 1024 / 1024} MB. Bitte verkleinern.`
}
