import { fold } from '../../rules/fold.ts'
import type { Db } from '../platform/db/db.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { FileStore } from '../platform/files.ts'
import { newId } from '../platform/ids.ts'
import { type ImageFacts, imageSizes as readSizes } from './media.queries.ts'

/** The public bucket of images (specification §7). */
export const BUCKET = 'blog-media'

/** Address an image of the bucket is served at. */
export function publicUrl(objectName: string): string {
  return `/storage/v1/object/public/${BUCKET}/${objectName.split('/').map(encodeURIComponent).join('/')}`
}

export type NewImage = {
  objectName: string
  filename: string
  mimeType: string
  bytes: Uint8Array
  width: number
  height: number
  alt: string
  authorId: string | null
  now: Date
}

/** Stores an image that is already checked and re-encoded, then its row; the object is removed when the row fails. */
export async function addImage(db: Db, files: FileStore, image: NewImage): Promise<{ id: string; url: string }> {
  const id = newId()
  const url = publicUrl(image.objectName)
  await files.put(`${BUCKET}/${image.objectName}`, image.bytes)
  try {
    await inTransaction(db, async (tx) => {
      await tx
        .insertInto('media_assets')
        .values({
          id,
          object_name: image.objectName,
          url,
          filename: image.filename,
          mime_type: image.mimeType,
          size_bytes: image.bytes.byteLength,
          width: image.width,
          height: image.height,
          alt: image.alt,
          preview: null,
          sha256: null,
          search_text: fold(`${image.filename}\n${image.alt}`),
          author_id: image.authorId,
          created_at: image.now.toISOString(),
          deleted_at: null,
        })
        .execute()
      await announce(tx, { noun: 'media', id, verb: 'created' })
    })
  } catch (error) {
    await files.remove(`${BUCKET}/${image.objectName}`)
    throw error
  }
  return { id, url }
}

/** Sizes of the images with these addresses; addresses elsewhere are simply not in the map. */
export async function imageSizes(db: Db, urls: string[]): Promise<Map<string, ImageFacts>> {
  return readSizes(db, urls)
}
