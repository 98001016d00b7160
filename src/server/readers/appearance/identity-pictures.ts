import { createHash, randomBytes } from 'node:crypto'
import type { IdentityPictureName } from '../../../contract/appearance.ts'
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

/** A stored file of the site's identity. */
export type IdentityFile = { name: string; bytes: Buffer }

/** A picture of the identity in its display size, under a name that no other file has or had. */
export async function toIdentityPicture(
  path: string,
  name: IdentityPictureName,
): Promise<IdentityFile & { width: number; height: number }> {
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
