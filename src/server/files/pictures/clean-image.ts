import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { isFullDisk } from '../../platform/full-disk.ts'
import { etagOfHash } from '../../platform/http/headers.ts'
import { decoder, MAX_PIXELS, oneAtATime } from './decoder.ts'
import { quoted } from '../../../rules/quoted.ts'

/** An image as it is stored: decoded and encoded again, so that nothing of the uploaded bytes is left but the picture. */
export type CleanImage = {
  /** A temporary file of the caller's to store and to `discard`. */
  path: string
  mimeType: string
  size: number
  width: number
  height: number
  etag: string
  /** A few pixels as a `data:` address, shown until the image is there. */
  preview: string
  /** WebP of at most 480 px, for grids. */
  thumbnail: Uint8Array
  discard: () => Promise<void>
}

/** Bytes of a picture that may stand in memory at once, where it cannot be worked through line by line. */
const MAX_MEMORY_BYTES = 210_000_000
/** A picture that takes longer than this, with its small versions, is an attack or a mistake. */
const TIMEOUT_SECONDS = 30
const THUMBNAIL_PX = 480
const PREVIEW_PX = 24

type Format = { name: string; mimeType: string; encode: (image: Sharp, animated: boolean) => Sharp }

/** JPEG written as it is decoded; better tables (`optimiseCoding`) would keep two bytes a sample of the whole picture. */
const toJpeg = (image: Sharp) => image.jpeg({ quality: 88, optimiseCoding: false })
const toPng = (image: Sharp) => image.png({ compressionLevel: 8 })
const toWebp = (image: Sharp) => image.webp({ quality: 88, effort: 3 })

/** What uploads may be, by the type their first bytes tell, and what they are written as. */
const FORMATS: Record<string, Format> = {
  'image/jpeg': { name: 'jpeg', mimeType: 'image/jpeg', encode: toJpeg },
  'image/png': { name: 'png', mimeType: 'image/png', encode: toPng },
  'image/apng': { name: 'png', mimeType: 'image/png', encode: toPng },
  'image/webp': { name: 'webp', mimeType: 'image/webp', encode: toWebp },
  'image/gif': {
    name: 'gif',
    mimeType: 'image/webp',
    // A still picture of few colours stays exact; a film would grow many times over.
    encode: (image, animated) => (animated ? toWebp(image) : image.webp({ lossless: true, effort: 3 })),
  },
  // Writing AVIF takes fifty seconds and half a gigabyte for the photo of a telephone.
  'image/avif': { name: 'heif', mimeType: 'image/webp', encode: toWebp },
}

/**
 * Turns an uploaded file into a clean image (RUL-31): the type is what the first bytes say, the picture is decoded, turned
 * upright, converted to sRGB and encoded again without Exif, GPS, XMP or anything appended. GIF becomes
 * WebP, AVIF becomes JPEG or, with transparency, WebP. Throws 415
 * `unsupported_media_type` for what is no such image, 400 `validation_failed` for damaged, empty or oversized pictures;
 * the sentence names the file. One image at a time, so that memory stays bounded; 429 `rate_limited` when too many wait.
 */
export async function cleanImage(source: { path: string; size: number }, filename: string, folder: string) {
  return oneAtATime(() => clean(source, filename, folder))
}

async function clean(
  { path, size }: { path: string; size: number },
  filename: string,
  folder: string,
): Promise<CleanImage> {
  if (size === 0) throw refused(`${quoted(filename)} ist leer (0 Byte).`)
  const { open } = await decoder()
  const format = await formatOf(path, filename)
  const end = performance.now() + TIMEOUT_SECONDS * 1000
  const slow = () => refused(`${quoted(filename)} braucht zu viel Rechenzeit.`)
  const reading = open(path, { limitInputPixels: false }).metadata()
  const metadata = await inTime(
    reading.catch(() => null),
    slow,
  )
  if (!metadata || metadata.format !== format.name || (format.name === 'heif' && metadata.compression !== 'av1')) {
    throw refused(`${quoted(filename)} ist beschädigt und lässt sich nicht öffnen.`)
  }
  const frames = metadata.pages ?? 1
  const animated = frames > 1 && (format.name === 'gif' || format.name === 'webp')
  checkSize(metadata, animated ? frames : 1, filename)

  const target = format.name === 'heif' && !metadata.hasAlpha ? { mimeType: 'image/jpeg', encode: toJpeg } : format
  const output = join(folder, randomUUID())
  const timeLeft = () => ({ seconds: Math.max(1, Math.ceil((end - performance.now()) / 1000)) })
  const discard = () => rm(output, { force: true })
  try {
    const image = open(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated })
    if (!animated) image.autoOrient()
    const written = await target.encode(image, animated).timeout(timeLeft()).toFile(output)
    const thumbnail = await open(output, { limitInputPixels: MAX_PIXELS })
      .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 74, effort: 3 })
      .timeout(timeLeft())
      .toBuffer()
    const preview = await open(thumbnail)
      .resize({ width: PREVIEW_PX, height: PREVIEW_PX, fit: 'inside' })
      .webp({ quality: 40 })
      .timeout(timeLeft())
      .toBuffer()
    return {
      path: output,
      mimeType: target.mimeType,
      size: (await stat(output)).size,
      width: written.width,
      height: animated ? (written.pageHeight ?? written.height) : written.height,
      etag: await etagOfFile(output),
      preview: `data:image/webp;base64,${preview.toString('base64')}`,
      thumbnail,
      discard,
    }
  } catch (error) {
    await discard()
    if (isFullDisk(error)) throw error
    const reason = error instanceof Error ? error.message : ''
    if (/timeout/i.test(reason)) throw slow()
    throw refused(`${quoted(filename)} ist beschädigt und lässt sich nicht vollständig lesen.`)
  }
}

/** sharp ends what it writes in time, but nothing ends its reading of a header: nobody waits longer for it. */
async function inTime<T>(work: Promise<T>, fault: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fault()), TIMEOUT_SECONDS * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** What the first bytes of a file say it is, for example `image/png`; empty for what is unknown. */
export async function typeOfBytes(path: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type')
  return (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? ''
}

/** The format of a picture; 415 with the reason in words for everything that is no image of ours. */
async function formatOf(path: string, filename: string): Promise<Format> {
  const mime = await typeOfBytes(path)
  const format = FORMATS[mime]
  if (format) return format
  const accepted = 'Erlaubt sind JPEG, PNG, WebP, GIF und AVIF.'
  if (/^image\/hei[cf]/.test(mime)) {
    throw unsupported(`${quoted(filename)} ist ein HEIC-Bild, das Browser nicht zeigen. Bitte als JPEG exportieren.`)
  }
  const start = await firstCharacters(path)
  if (/<svg[\s>]/i.test(start)) {
    throw unsupported(`${quoted(filename)} ist eine SVG-Datei und kann Programmcode enthalten. ${accepted}`)
  }
  if (/<(!doctype\s+html|html|head|body|script|iframe)[\s>]/i.test(start)) {
    throw unsupported(`${quoted(filename)} ist eine HTML-Datei und kein Bild. ${accepted}`)
  }
  throw unsupported(`${quoted(filename)} ist kein Bild, das Blog CMS kennt. ${accepted}`)
}

async function firstCharacters(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { end: 4095 })) text += (chunk as Buffer).toString('latin1')
  // UTF-16 text holds a zero beside every character.
  return text.replaceAll('\u0000', '')
}

/** Refuses pictures whose pixels would not fit the memory, from their header alone. */
function checkSize(metadata: Metadata, frames: number, filename: string): void {
  const { width, height } = metadata
  const pixels = width * (metadata.pageHeight ?? height) * frames
  const tooLarge = () =>
    refused(
      `${quoted(filename)} ist mit ${count(width)} × ${count(metadata.pageHeight ?? height)} Bildpunkten${frames > 1 ? ` in ${count(frames)} Einzelbildern` : ''} zu groß. Bitte verkleinern.`,
    )
  if (pixels > MAX_PIXELS || width > 30_000 || height > 1_000_000) throw tooLarge()
  if (pixels * memoryPerPixel(metadata, frames) > MAX_MEMORY_BYTES) throw tooLarge()
}

/**
 * Bytes of memory for each pixel, as measured: turned and interlaced pictures and those of formats that decode as a whole
 * stand in it; a progressive JPEG keeps two bytes for each sample until its last scan; WebP is written from a whole picture.
 */
function memoryPerPixel(metadata: Metadata, frames: number): number {
  const { format, channels, depth, isProgressive, hasAlpha, orientation = 1 } = metadata
  const whole = channels * (depth === 'ushort' ? 2 : 1)
  const samples = metadata.chromaSubsampling === '4:2:0' ? 1.5 : channels
  if (format === 'jpeg') return (orientation > 1 ? whole : 0) + (isProgressive ? samples * 2 : 0)
  if (format === 'png') return orientation > 1 || isProgressive ? whole : 0
  if (format === 'heif') return hasAlpha ? 22 : 17
  return frames > 1 ? 6 : 8
}

const count = (value: number) => value.toLocaleString('de-DE')
const refused = (sentence: string) => invalidField('file', sentence)
const unsupported = (sentence: string) => new ApiError('unsupported_media_type', { message: sentence })

export async function etagOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return etagOfHash(hash.digest('hex'))
}
