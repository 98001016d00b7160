import { createHash } from 'node:crypto'
import { publicUrl, storedName } from '../../src/server/files/bucket/addresses.ts'
import type { Db } from '../../src/server/platform/db/db.ts'
import { inTransaction } from '../../src/server/platform/db/transaction.ts'
import type { FileStore } from '../../src/server/platform/file-store.ts'
import { insertPicture } from '../../src/server/writing/media/stored-pictures.service.ts'

type Image = {
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

/** Adds any bytes to the library, as if they were a checked and encoded image. */
export async function addImage(
  db: Db,
  files: FileStore,
  { bytes, alt, authorId, now, ...image }: Image,
): Promise<{ id: string; url: string }> {
  await files.put(storedName(image.objectName), bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const picture = { ...image, size: bytes.byteLength, sha256, preview: null, etag: null }
  const { id } = await inTransaction(db, (tx) =>
    insertPicture(tx, picture, { alt }, { caller: { userId: authorId }, now }),
  )
  return { id, url: publicUrl(image.objectName) }
}
