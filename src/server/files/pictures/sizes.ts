import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFullDisk } from '../../platform/full-disk.ts'
import { decoder, MAX_PIXELS, whenNobodyWaits } from './decoder.ts'

/** Widths in pixels that pictures are stored in where they are wider (RUL-51). */
export const WIDTHS = [480, 800, 1200, 1600, 2400] as const
/** WebP knows no longer side. */
const LONGEST_SIDE = 16_383
const TIMEOUT_SECONDS = 30
/** Of the picture that colours are counted in. */
const COUNTED_PX = 32

/** Widths in pixels a picture of this size is made in: all that are smaller than its own. */
export function widthsFor({ width, height }: { width: number; height: number }): number[] {
  return WIDTHS.filter((wanted) => wanted < width && (height * wanted) / width <= LONGEST_SIDE)
}

/**
 * Makes a stored picture smaller: a WebP of this width in `folder`, whose path comes back and which is the caller's to remove;
 * null when the picture cannot be read. One picture at a time, and only while no upload waits, so that memory and processor
 * stay bounded.
 */
export async function makeSize(path: string, { width, folder }: { width: number; folder: string }) {
  const output = join(folder, randomUUID())
  const made = await decoded(async ({ open }) => {
    const { pages = 1 } = await open(path, { limitInputPixels: MAX_PIXELS }).metadata()
    const image = open(path, { limitInputPixels: MAX_PIXELS, animated: pages > 1 })
    // At these sizes nobody sees a difference to the original; more only weighs more.
    await image.resize({ width }).webp({ quality: 76, effort: 4 }).timeout({ seconds: TIMEOUT_SECONDS }).toFile(output)
    return output
  })
  if (made === null) await rm(output, { force: true })
  return made
}

/** The average colour of a picture as `#rrggbb`, empty where one sees through it; null when it cannot be read. */
export async function tintOf(path: string): Promise<string | null> {
  return decoded(async ({ open }) => {
    const small = await open(path, { limitInputPixels: MAX_PIXELS })
      .resize({ width: COUNTED_PX, height: COUNTED_PX, fit: 'fill' })
      .toColourspace('srgb')
      .timeout({ seconds: TIMEOUT_SECONDS })
      .png()
      .toBuffer()
    const { isOpaque, channels } = await open(small).stats()
    const [red, green, blue] = channels
    return isOpaque && red && green && blue ? `#${[red, green, blue].map(({ mean }) => hex(mean)).join('')}` : ''
  })
}

/** What `work` makes of a picture when no upload waits; null when the decoder refuses it. */
async function decoded<T>(work: (by: Awaited<ReturnType<typeof decoder>>) => Promise<T>): Promise<T | null> {
  const opener = await decoder()
  try {
    return await whenNobodyWaits(() => work(opener))
  } catch (error) {
    if (isFullDisk(error)) throw error
    return null
  }
}

const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
