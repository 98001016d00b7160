import { ApiError, invalidField } from '../../../contract/errors.ts'
import { isMissingReference } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { cleanImage } from '../pictures/clean-image.ts'
import { spoolFolder } from '../spool.ts'
import { storedName, storedThumbnail } from './addresses.ts'
import { holdingName } from './name-claims.ts'
import { folderOf } from './object-names.ts'
import { listPublicObjects } from './objects.queries.ts'
import { findOwn, forgetFolder, forgetOwn, storeOwn, toBucketObject, type Written } from './objects.service.ts'
import type { Arrived, BucketSection } from './sections.ts'

/** Header images of dashboards: each account's own, in a folder called by its id, and gone for good once they are removed. */
export const headers: BucketSection = {
  takes: 'pictures',
  async admit(_db, name, { caller }) {
    if (folderOf(name) !== caller.userId)
      throw invalidField('path', 'In den Ordner eines anderen Kontos lässt sich nichts hochladen.')
  },
  async store(runtime, arrived, actor) {
    const former = await findOwn(runtime.db, arrived.name)
    if (former && !(arrived.upsert && former.owner_id === actor.caller.userId)) throw new ApiError('name_taken')
    const stored = storeOwn(runtime, arrived, actor, { former, write: () => write(runtime, arrived) })
    return stored.catch((error: unknown) => {
      throw isMissingReference(error) ? new ApiError('not_found') : error
    })
  },
  async find(db, name) {
    const row = await findOwn(db, name)
    return row && toBucketObject(row)
  },
  list: listPublicObjects,
  async remove(runtime, { name }, { caller, now }) {
    if (folderOf(name) !== caller.userId) return false
    // An upload under this name has stored its bytes before its row: an order to remove them must not come in between.
    const removeBytes = await holdingName(runtime.db, name, now, () =>
      inTransaction(runtime.db, (tx) => forgetOwn(runtime, tx, [name])),
    )
    await removeBytes()
    return true
  },
}

/** Removes the header images of an account that is gone. */
export async function removeHeadersOf(runtime: Pick<Runtime, 'db' | 'files' | 'clock'>, userId: string): Promise<void> {
  const removeBytes = await inTransaction(runtime.db, (tx) => forgetFolder(runtime, tx, userId))
  await removeBytes()
}

async function write(
  { files, config }: Pick<Runtime, 'files' | 'config'>,
  { name, file, filename }: Arrived,
): Promise<Written> {
  const image = await cleanImage(file, filename, spoolFolder(config.dataDir))
  try {
    await files.put(storedName(name), { path: image.path })
    await files.put(storedThumbnail(name), image.thumbnail)
    return { is_public: 1, mime_type: image.mimeType, size_bytes: image.size, etag: image.etag }
  } finally {
    await image.discard()
  }
}
