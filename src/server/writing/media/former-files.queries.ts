import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { MediaFormerFilesTable } from '../../tables.ts'

/** The columns of an image that belong to its file and change when it is replaced. */
const FILE = [
  'stored_as',
  'mime_type',
  'size_bytes',
  'width',
  'height',
  'seconds',
  'preview',
  'sha256',
  'etag',
  'sizes_of',
  'sizes',
  'tint',
] as const

/** The file of an image outside the trash, or null. */
export async function findFile(db: Db, id: string) {
  const row = await db
    .selectFrom('media_assets')
    .select(FILE)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function insertFormerFile(db: Db, row: Insertable<MediaFormerFilesTable>): Promise<void> {
  await db.insertInto('media_former_files').values(row).execute()
}

/** The id of an image's last former file, or null. */
export async function latestFormerFile(db: Db, mediaId: string): Promise<string | null> {
  const row = await db
    .selectFrom('media_former_files')
    .select('id')
    .where('media_id', '=', mediaId)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Removes and returns a former file; null when it is gone. */
export async function takeFormerFile(db: Db, id: string) {
  const row = await db.deleteFrom('media_former_files').where('id', '=', id).returning(FILE).executeTakeFirst()
  return row ?? null
}

/** Former files from before this instant, with the name of their image. */
export async function listFormerFiles(db: Db, { before, limit }: { before: string; limit: number }) {
  return db
    .selectFrom('media_former_files as former')
    .innerJoin('media_assets', 'media_assets.id', 'former.media_id')
    .select(['former.id', 'former.stored_as', 'media_assets.object_name'])
    .where('former.replaced_at', '<', before)
    .limit(limit)
    .execute()
}

/** Deletes a former file; false when it was deleted or restored concurrently. */
export async function deleteFormerFile(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('media_former_files').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Object names of all files of a trashed image, present and former; empty when it is not in the trash. */
export async function listTrashedFiles(
  db: Db,
  id: string,
): Promise<{ object_name: string; stored_as: string | null }[]> {
  const present = await db
    .selectFrom('media_assets')
    .select(['object_name', 'stored_as'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!present) return []
  const former = await db.selectFrom('media_former_files').select('stored_as').where('media_id', '=', id).execute()
  return [present, ...former.map(({ stored_as }) => ({ object_name: present.object_name, stored_as }))]
}
