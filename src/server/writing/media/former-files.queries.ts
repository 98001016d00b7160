import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { MediaFormerFilesTable } from '../../tables.ts'

/** What of an image is its file: everything that changes when it is replaced. */
const FILE = [
  'stored_as',
  'mime_type',
  'size_bytes',
  'width',
  'height',
  'preview',
  'sha256',
  'etag',
  'sizes_of',
  'sizes',
  'tint',
] as const

/** The file of a living image, or null. */
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

/** The id of what an image was last before what it is now, or null. */
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

/** Takes a former file out of the list and gives it; null when it is not there any more. */
export async function takeFormerFile(db: Db, id: string) {
  const row = await db.deleteFrom('media_former_files').where('id', '=', id).returning(FILE).executeTakeFirst()
  return row ?? null
}

/** Former files from before this instant, with the name of the image they belonged to. */
export async function listFormerFiles(db: Db, { before, limit }: { before: string; limit: number }) {
  return db
    .selectFrom('media_former_files as former')
    .innerJoin('media_assets', 'media_assets.id', 'former.media_id')
    .select(['former.id', 'former.stored_as', 'media_assets.object_name'])
    .where('former.replaced_at', '<', before)
    .limit(limit)
    .execute()
}

/** Forgets a former file; false when somebody else did, or took it back. */
export async function deleteFormerFile(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('media_former_files').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Where all the bytes of an image lie that is in the trash, present and former; empty when it is not there. */
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
