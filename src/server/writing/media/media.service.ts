import { ApiError, found } from '../../../contract/errors.ts'
import type {
  MediaAsset,
  MediaBulkResult,
  MediaCounts,
  MediaSizes,
  MediaUsage,
  MediaWords,
  MediaWordsResult,
  UpdateMedia,
} from '../../../contract/media.ts'
import { searchableText } from '../../../rules/search-text.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { toApiError } from '../../platform/http/error-body.ts'
import { removeUnderName } from '../../files/bucket/name-claims.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { cleanFilename, withEnding } from '../../files/filenames.ts'
import { listTrashedFiles } from './former-files.queries.ts'
import {
  findMediaByObject,
  getMedia,
  type ImageFacts,
  listUrls,
  nameOf,
  imageSizes as readSizes,
  updateMedia,
} from './media.queries.ts'
import { countFiltered } from './media-list.queries.ts'
import { listUsage } from './usage.queries.ts'
import { countSizes } from './sizes.queries.ts'
import { removeStored, storedFiles } from '../../files/bucket/stored-files.ts'
import { orderRemoval } from '../../files/store/guarded-files.ts'

/**
 * Changes the given fields of name, alternative text, caption and credit; 404 when there is no such image. A name keeps
 * the extension of its type, and addresses do not change.
 */
export async function changeMedia(db: Db, { id, filename, ...words }: UpdateMedia): Promise<MediaAsset> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'media_assets', id)
    const former = found(await getMedia(tx, id))
    const name = filename === undefined ? {} : { filename: withEnding(cleanFilename(filename), former.mime_type) }
    const fields = { ...words, ...name }
    const asset = { ...former, ...fields }
    await updateMedia(tx, id, { ...fields, search_text: searchText(asset) })
    await announce(tx, { noun: 'media', id, verb: 'updated' })
    return found(await getMedia(tx, id))
  })
}

const GONE = 'Das Bild gibt es nicht mehr.'
const CHANGED = 'Das Bild wurde inzwischen geändert.'

/**
 * Writes alternative texts and credits of several images in one transaction (WEEK-28). Where `from` is given, an image
 * whose words differ from it stays as it is. Returns each outcome in the order of the items, with the words before.
 */
export async function changeWords(db: Db, items: readonly MediaWords[]): Promise<MediaWordsResult['items']> {
  const once = new Map(items.map((item) => [item.id, item]))
  return inTransaction(db, async (tx) => {
    const outcomes = new Map<string, MediaWordsResult['items'][number]>()
    // Rows are locked in one order, whatever the client sent.
    for (const id of [...once.keys()].sort()) {
      const { from, id: _id, ...words } = once.get(id) ?? { id }
      await holdRecord(tx, 'media_assets', id)
      const former = await getMedia(tx, id)
      const isAsSeen =
        former !== null &&
        (from?.alt === undefined || from.alt === former.alt) &&
        (from?.credit === undefined || from.credit === former.credit)
      if (!isAsSeen) {
        const filename = former?.filename ?? (await nameOf(tx, id))
        outcomes.set(id, { id, filename, outcome: 'failed', reason: former ? CHANGED : GONE, former: null })
        continue
      }
      const { filename, alt, credit } = former
      await updateMedia(tx, id, { ...words, search_text: searchText({ ...former, ...words }) })
      await announce(tx, { noun: 'media', id, verb: 'updated' })
      outcomes.set(id, { id, filename, outcome: 'changed', reason: null, former: { alt, credit } })
    }
    return [...once.keys()].flatMap((id) => outcomes.get(id) ?? [])
  })
}

/**
 * The editable fields of an image, with its row locked until the transaction ends. Null where it is in the trash or
 * gone.
 */
export async function holdMedia(tx: Tx, id: string): Promise<Record<string, unknown> | null> {
  await holdRecord(tx, 'media_assets', id)
  const asset = await getMedia(tx, id)
  if (!asset) return null
  const { filename, alt, caption, credit, focus_x, focus_y, ai_share, size_bytes, file_url } = asset
  return { filename, alt, caption, credit, focus_x, focus_y, ai_share, size_bytes, file_url }
}

/** Moves an image to the trash; its bytes stay (RUL-20). 404 when there is no such image. */
export async function trashMedia(db: Db, id: string, { now }: Pick<Actor, 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updateMedia(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'media', id, verb: 'removed' })
  })
}

const rows = tableBin('media_assets', 'filename')

/** Trash operations of images; deleting one for good also removes its object with all its sizes (MEDIA-3, RUL-20). */
export const bin: TrashBin = {
  ...rows,
  async purge(runtime, tx, id, before) {
    const stored = await listTrashedFiles(tx, id)
    if (stored.length === 0 || !(await rows.purge(runtime, tx, id, before))) return false
    await orderRemoval(
      tx,
      stored.flatMap(({ object_name, stored_as }) => storedFiles(object_name, stored_as)),
    )
    return async () => {
      for (const { object_name, stored_as } of stored) {
        const remove = () => removeStored(runtime.files, object_name, stored_as)
        const hasRow = async () => (await findMediaByObject(runtime.db, object_name)) !== null
        // The name is free again, and may be in use by now; a replaced image has an object name of its own.
        if (stored_as === null) await removeUnderName(runtime.db, object_name, runtime.clock(), { hasRow, remove })
        else await remove()
      }
    }
  },
}

/** Applies an operation to many images, each in a transaction of its own, and returns the results. */
export async function changeMany(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  { ids, action }: { ids: string[]; action: 'remove' | 'restore' },
  { now }: Pick<Actor, 'now'>,
): Promise<MediaBulkResult> {
  const items: MediaBulkResult['items'] = []
  for (const id of new Set(ids)) {
    const filename = await nameOf(db, id)
    try {
      await (action === 'remove' ? trashMedia(db, id, { now }) : restoreMedia(db, id, now))
      items.push({ id, filename, outcome: 'changed', reason: null })
    } catch (error) {
      items.push({ id, filename, outcome: 'failed', reason: toApiError(error, log).message })
    }
  }
  return { items }
}

async function restoreMedia(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await bin.restore(tx, id, now))) throw new ApiError('not_found')
    await announce(tx, { noun: 'media', id, verb: 'created' })
  })
}

/** What uses each of these images; unused images are omitted. */
export async function usageOfMany(db: Db, ids: string[]): Promise<{ id: string; articles: MediaUsage[] }[]> {
  const used: { id: string; articles: MediaUsage[] }[] = []
  for (const { id, url } of await listUrls(db, [...new Set(ids)])) {
    const articles = await listUsage(db, url)
    if (articles.length > 0) used.push({ id, articles })
  }
  return used
}

/** What uses an image (MEDIA-3); 404 when there is no such image. */
export async function usageOf(db: Db, id: string): Promise<MediaUsage[]> {
  return listUsage(db, found(await getMedia(db, id)).url)
}

/** Sizes of the images with these addresses; addresses elsewhere are missing in the map. */
export async function imageSizes(db: Db, urls: string[]): Promise<Map<string, ImageFacts>> {
  return readSizes(db, urls)
}

/** The address of an image outside the trash; null when there is none. */
export async function urlOf(db: Db, id: string): Promise<string | null> {
  return (await getMedia(db, id))?.url ?? null
}

/** Progress of making responsive widths (RUL-51). */
export async function pictureSizes(db: Db): Promise<MediaSizes> {
  return countSizes(db)
}

/** Number of images, and of those that each filter of the library finds (WEEK-28); `q` as in the list. */
export async function countMedia(db: Db, q?: string): Promise<MediaCounts> {
  return countFiltered(db, q)
}

/** The searchable text of an image. */
export function searchText(asset: { filename: string; alt: string; caption?: string; credit?: string }): string {
  return searchableText([asset.filename, asset.alt, asset.caption ?? '', asset.credit ?? ''].join('\n'))
}

export { findDuplicate, findSounds } from './media.queries.ts'
