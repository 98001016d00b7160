import { openSecretBox } from '../platform/secret-box.ts'
import type { RawRoute } from '../platform/http/access.ts'
import type { Runtime } from '../platform/runtime.ts'
import { removeStaleSpools, spoolFolder } from './spool.ts'
import { changesOf } from '../platform/db/transaction.ts'
import { linkSigner } from './protocol/signed-links.ts'
import { storageRoutes } from './protocol/storage.routes.ts'
import { removeFilesOfAccount, removeFilesOfPurged } from './bucket/bucket.service.ts'

/** Puts the storage module together: the bucket's routes, links signed with a key of the installation's own. */
export async function createStorage(runtime: Runtime): Promise<RawRoute[]> {
  await removeStaleSpools(spoolFolder(runtime.config.dataDir), runtime.clock())
  changesOf(runtime.db).onCommitted(({ noun, id, verb }) => {
    if (verb !== 'removed' || (noun !== 'research' && noun !== 'users')) return
    const removed = noun === 'research' ? removeFilesOfPurged(runtime, id) : removeFilesOfAccount(runtime, id)
    removed.catch((error: unknown) =>
      runtime.log.error('files of something removed stayed', { noun, id, error: String(error) }),
    )
  })
  const box = await openSecretBox(runtime.config)
  return storageRoutes(runtime, linkSigner(box.keyFor('storage-links')))
}
