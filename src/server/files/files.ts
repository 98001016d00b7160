import { openInstallationBox } from '../platform/secret-box.ts'
import type { RawRoute } from '../platform/http/access.ts'
import type { Runtime } from '../platform/runtime.ts'
import { removeStaleSpools, spoolFolder } from './spool.ts'
import { changesOf } from '../platform/db/transaction.ts'
import { linkSigner } from './protocol/signed-links.ts'
import { storageRoutes } from './protocol/storage.routes.ts'
import { removeHeadersOf } from './bucket/headers.service.ts'
import type { Bucket } from './bucket/sections.ts'

/** Puts the storage protocol together: the bucket's routes, links signed with a key of the installation's own. */
export async function createStorage(runtime: Runtime, bucket: Bucket): Promise<RawRoute[]> {
  await removeStaleSpools(spoolFolder(runtime.config.dataDir), runtime.clock())
  changesOf(runtime.db).onCommitted(({ noun, id, verb }) => {
    if (verb !== 'removed' || noun !== 'users') return
    removeHeadersOf(runtime, id).catch((error: unknown) =>
      runtime.log.error('header images of a removed account stayed', { id, error: String(error) }),
    )
  })
  const box = await openInstallationBox(runtime.db, runtime.config)
  return storageRoutes(runtime, bucket, linkSigner(box.keyFor('storage-links')))
}
