import { createHash, randomBytes } from 'node:crypto'
import type { IdentityPictureName } from '../../../contract/appearance.ts'
import { invalidField } from '../../../contract/errors.ts'
import { decoder, MAX_PIXELS, oneAtATime } from '../../files/pictures/decoder.ts'

/** Four times the size of a logo in the masthead. */
const LOGO = { width: 832, height: 112 }
/** Size of the logo in CSS pixels. */
const ROOM = { width: 208, height: 28 }
/** Edge lengths of the icon: tabs, phones, and operating systems. */
export const ICON_SIZES = [32, 180, 192, 512] as const
const MOST_SIGN = 512
/** Background of the icon where systems show no transparency (`tokens.css`, dark). */
const PAPER = '#0e0f13'

/** Edge lengths of a podcast's cover that directories accept. */
const COVER = { least: 1400, most: 3000 }

/** A stored file of the site's identity. */
export type IdentityFile = { name: string; bytes: Buffer }

type SizedFile = IdentityFile & { width: number; height: number }

/**
 * A picture of the identity in its display size, under a name that no other file has or had. 400 `validation_failed` for a cover of
 * the podcast that is too small.
 */
export async function toIdentityPicture(path: string, name: IdentityPictureName): Promise<SizedFile> {
  if (name === 'podcast') return toPodcastCover(path)
  const { open } = await decoder()
  const most = name === 'favicon' ? { width: MOST_SIGN, height: MOST_SIGN } : LOGO
  const { data, info } = await oneAtATime(() =>
    open(path, { limitInputPixels: MAX_PIXELS })
      .resize({ ...most, fit: 'inside', withoutEnlargement: true })
      .webp({ lossless: true, effort: 4 })
      .toBuffer({ resolveWithObject: true }),
  )
  const shrunk = name === 'favicon' ? 1 : Math.min(1, ROOM.width / info.width, ROOM.height / info.height)
  return {
    name: `${name}-${newStamp()}.webp`,
    bytes: data,
    width: Math.max(1, Math.round(info.width * shrunk)),
    height: Math.max(1, Math.round(info.height * shrunk)),
  }
}

/** The middle of a picture as a square JPEG, since directories read no WebP. */
async function toPodcastCover(path: string): Promise<SizedFile> {
  const { open } = await decoder()
  const { width = 0, height = 0 } = await open(path, { limitInputPixels: MAX_PIXELS }).metadata()
  const edge = Math.min(width, height, COVER.most)
  if (edge < COVER.least)
    throw invalidField(
      'podcast',
      `Das Bild hat ${width} × ${height} Pixel. Podcast-Verzeichnisse verlangen mindestens ${COVER.least} × ${COVER.least}.`,
    )
  const bytes = await oneAtATime(() =>
    open(path, { limitInputPixels: MAX_PIXELS })
      .resize({ width: edge, height: edge, fit: 'cover' })
      .flatten({ background: PAPER })
      .jpeg({ quality: 88 })
      .toBuffer(),
  )
  return { name: `podcast-${newStamp()}.jpg`, bytes, width: edge, height: edge }
}

/** Relative luminance below which a colour has less than 3:1 to the dark page, and the luminance of each channel value. */
const DIMMEST = 0.115
const LINEAR = Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2)
/** Alpha from which a pixel is seen, and share of pixels without it that makes a logo transparent. */
const SEEN = 128
const TRANSPARENT = 0.05

/**
 * A duplicate of a logo for the dark appearance, where the logo is transparent and most of what is seen of it too dark for that: its dark
 * colours with the opposite lightness. Null for any other logo.
 */
export async function toLightLogo(logo: Buffer): Promise<IdentityFile | null> {
  const { open } = await decoder()
  const { data, info } = await oneAtATime(() =>
    open(logo).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  )
  let [seen, dim] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    const isDim = LINEAR[red]! * 0.2126 + LINEAR[green]! * 0.7152 + LINEAR[blue]! * 0.0722 < DIMMEST
    if (alpha >= SEEN) seen += 1
    if (alpha >= SEEN && isDim) dim += 1
    if (!isDim) continue
    const turn = 255 - Math.max(red, green, blue) - Math.min(red, green, blue)
    data.set([red + turn, green + turn, blue + turn], at)
  }
  const pixels = info.width * info.height
  if (seen === 0 || dim < seen / 2 || seen > pixels * (1 - TRANSPARENT)) return null
  const { width, height } = info
  const bytes = await oneAtATime(() =>
    open(data, { raw: { width, height, channels: 4 } })
      .webp({ lossless: true, effort: 4 })
      .toBuffer(),
  )
  return { name: `logo-dark-${newStamp()}.webp`, bytes }
}

/**
 * The icon in all sizes, made from any picture: whole, in a square; on phones on the page colour. `stamp` is the part of the names
 * that no other icon has or had.
 */
export async function toIcons(picture: Buffer): Promise<{ stamp: string; files: IdentityFile[] }> {
  const stamp = newStamp()
  const { open } = await decoder()
  const files: IdentityFile[] = []
  for (const size of ICON_SIZES) {
    const image = open(picture).resize({ width: size, height: size, fit: 'contain', background: '#0000' })
    const bytes = await oneAtATime(() => (size === 180 ? image.flatten({ background: PAPER }) : image).png().toBuffer())
    files.push({ name: iconName(size, stamp), bytes })
  }
  return { stamp, files }
}

export function iconName(size: (typeof ICON_SIZES)[number], stamp: string): string {
  return `icon-${size}-${stamp}.png`
}

/** Names are never used again, so that a removal never meets a file that another request has just stored. */
const newStamp = () => randomBytes(8).toString('hex')

/** Short hash of bytes for addresses. */
export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** All bytes of a stored object. */
export async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
