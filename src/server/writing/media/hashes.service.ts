import { createHash } from 'node:crypto'
import type { FileStore } from '../../platform/file-store.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { storedName } from '../../files/bucket/addresses.ts'
import { keepHash, listUnhashed } from './media.queries.ts'

const AT_ONCE = 50

/**
 * Hashes the stored bytes of images without a hash of their upload: the original file is unknown, but an upload of
 * these very bytes is recognised. One after the other, to spare the disk.
 */
export async function hashStored({ db, files }: Pick<Runtime, 'db' | 'files'>): Promise<void> {
  let after = ''
  for (;;) {
    const images = await listUnhashed(db, after, AT_ONCE)
    for (const { id, object_name, stored_as } of images) {
      after = id
      const sha256 = await sha256Of(files, storedName(object_name, stored_as))
      if (sha256 !== null) await keepHash(db, { id, stored_as, sha256 })
    }
    if (images.length < AT_ONCE) return
  }
}

async function sha256Of(files: FileStore, name: string): Promise<string | null> {
  const file = await files.get(name)
  if (!file) return null
  const hash = createHash('sha256')
  for await (const chunk of file.stream()) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
