import { sql, type Expression, type SqlBool } from 'kysely'
import type { MediaSizes } from '../../../contract/media.ts'
import type { Db } from '../../platform/db/db.ts'

/** Maximum attempts for a picture that cannot be resized, or that ends the process each time. */
const MOST_TRIES = 3

/** The condition of the index `media_assets_unsized`. */
const UNSIZED = sql<SqlBool>`(sizes_of is null or sizes_of <> coalesce(stored_as, object_name))`

/** A picture without sizes, and the file to make them from. */
export type UnsizedPicture = {
  id: string
  object_name: string
  stored_as: string | null
  width: number | null
  height: number | null
}

/** Pictures without sizes, newest first; those that failed too often are omitted. */
export async function listUnsized(db: Db, limit: number): Promise<UnsizedPicture[]> {
  return db
    .selectFrom('media_assets')
    .select(['id', 'object_name', 'stored_as', 'width', 'height'])
    .where(UNSIZED)
    .where('sizes_tries', '<', MOST_TRIES)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Numbers of pictures outside the trash: all, waiting for their sizes, and failed. */
export async function countSizes(db: Db): Promise<MediaSizes> {
  const living = db.selectFrom('media_assets').where('deleted_at', 'is', null)
  const count = async (select: typeof living) =>
    Number((await select.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
  const unsized = living.where(UNSIZED)
  return {
    total: await count(living),
    waiting: await count(unsized.where('sizes_tries', '<', MOST_TRIES)),
    failed: await count(unsized.where('sizes_tries', '>=', MOST_TRIES)),
  }
}

/**
 * Counts an attempt to make a picture's sizes; false when it has been replaced, sized or removed since it was listed.
 */
export async function countTry(db: Db, picture: UnsizedPicture): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media_assets')
    .set((e) => ({ sizes_tries: e('sizes_tries', '+', 1) }))
    .where(isStill(picture))
    .where(UNSIZED)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes back one attempt: the failure was not due to the picture. */
export async function takeTryBack(db: Db, picture: UnsizedPicture): Promise<void> {
  await db
    .updateTable('media_assets')
    .set((e) => ({ sizes_tries: e('sizes_tries', '-', 1) }))
    .where(isStill(picture))
    .where('sizes_tries', '>', 0)
    .execute()
}

/** Records the stored sizes of this file; false when it is no longer the picture's. */
export async function keepSizes(
  db: Db,
  picture: UnsizedPicture,
  { widths, tint }: { widths: number[]; tint: string | null },
): Promise<boolean> {
  const sizes_of = picture.stored_as ?? picture.object_name
  const { numUpdatedRows } = await db
    .updateTable('media_assets')
    .set({ sizes_of, sizes: widths.join(' '), tint, sizes_tries: 0 })
    .where(isStill(picture))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether this file still belongs to a picture, present or former. */
export async function isFileKnown(db: Db, { object_name, stored_as }: UnsizedPicture): Promise<boolean> {
  const present = await db
    .selectFrom('media_assets')
    .select('id')
    .where((where) =>
      stored_as === null ? where('object_name', '=', object_name) : where('stored_as', '=', stored_as),
    )
    .executeTakeFirst()
  if (present || stored_as === null) return present !== undefined
  const former = await db
    .selectFrom('media_former_files')
    .select('id')
    .where('stored_as', '=', stored_as)
    .executeTakeFirst()
  return former !== undefined
}

function isStill({ id, stored_as }: UnsizedPicture): Expression<SqlBool> {
  return sql<SqlBool>`id = ${id} and ${stored_as === null ? sql`stored_as is null` : sql`stored_as = ${stored_as}`}`
}
