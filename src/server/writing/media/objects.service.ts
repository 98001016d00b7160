import { publicUrl, versionOf } from '../../files/bucket/addresses.ts'
import type { BucketSection } from '../../files/bucket/sections.ts'
import { findMediaByObject, listMediaObjects } from './media.queries.ts'
import { isInPublished } from './usage.queries.ts'
import { trashMedia } from './media.service.ts'
import { replaceUpload } from './replacement.service.ts'
import { addUpload } from './uploads.service.ts'

/** Pictures of the library as objects at the bucket's root: every upload there is one of them (DATA-9, RUL-31). */
export const pictures: BucketSection = {
  takes: 'media',
  async store(runtime, { name, file, filename, upsert }, actor) {
    const former = await findMediaByObject(runtime.db, name)
    const image = { file, filename, objectName: name }
    return former && upsert ? replaceUpload(runtime, image, actor) : addUpload(runtime, image, actor)
  },
  async find(db, name) {
    const image = await findMediaByObject(db, name)
    return (
      image && {
        id: image.id,
        name,
        filename: image.filename,
        mime_type: image.mime_type,
        size_bytes: image.size_bytes,
        etag: image.etag ?? `"${image.id}-${image.size_bytes}"`,
        created_at: image.created_at,
        updated_at: image.replaced_at ?? image.created_at,
        is_public: true,
        is_trashed: image.deleted_at !== null,
        stored_as: image.stored_as,
        version: versionOf(image),
        widths: image.widths,
      }
    )
  },
  list: listMediaObjects,
  async remove({ db }, { id }, actor) {
    await trashMedia(db, id, actor)
    return true
  },
  isShown: (db, name) => isInPublished(db, publicUrl(name)),
}
