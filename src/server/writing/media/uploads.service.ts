import { ApiError, found } from '../../../contract/errors.ts'
import type { UploadedMedia } from '../../../contract/media.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './media.queries.ts'
import { insertPicture, storePicture, type InsertOptions, type Upload } from './stored-pictures.service.ts'

/**
 * Adds an uploaded file to the library as an image (MEDIA-1, DATA-9). With `dedupe`, an existing duplicate is returned instead.
 * Errors: those of `storePicture`; 409 `name_taken` when the chosen name is in use, `name_in_trash` when a trashed image has it.
 */
export async function addUpload(
  runtime: Pick<Runtime, 'db' | 'files' | 'config'>,
  { file, filename, objectName, ...options }: Upload & InsertOptions,
  actor: AnyActor,
): Promise<UploadedMedia> {
  const { db } = runtime
  const former = objectName ? await queries.findMediaByObject(db, objectName) : null
  if (former) throw nameTaken(former)
  const known = options.dedupe ? await queries.findDuplicate(db, file.sha256) : null
  const { id, duplicate, isNew } = known
    ? { id: known.id, duplicate: known, isNew: false }
    : await storePicture(runtime, { file, filename, objectName }, (picture) =>
        inTransaction(db, (tx) => insertPicture(tx, picture, options, actor)),
      )
  const duplicate_of = duplicate && { id: duplicate.id, filename: duplicate.filename }
  return { ...found(await queries.getMedia(db, id)), duplicate_of, stored: isNew }
}

/** Why an object name is not available. */
export function nameTaken({ deleted_at }: { deleted_at: string | null }): ApiError {
  return new ApiError(deleted_at === null ? 'name_taken' : 'name_in_trash')
}
