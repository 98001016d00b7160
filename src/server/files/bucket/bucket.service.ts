import { invalidField } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { holdingName } from './name-claims.ts'
import { isFolderName, kindOf } from './object-names.ts'
import type { Arrived, Bucket, BucketObject, BucketSection, ListedObject } from './sections.ts'

/** The section an upload of this name by this caller goes to; 400 or 404 for every other name (RUL-31: default refuse). */
export async function sectionFor(
  db: Db,
  bucket: Bucket,
  name: string,
  actor: Pick<Actor, 'caller'>,
): Promise<BucketSection> {
  const kind = kindOf(name)
  if (!kind) throw invalidField('path', 'Diesen Namen nimmt der Speicher nicht an.')
  if (isFolderName(name)) throw invalidField('path', 'So heißen Ordner der Recherche. Bitte hängen Sie eine Endung an.')
  await bucket[kind].admit?.(db, name, actor)
  return bucket[kind]
}

/** Stores an upload that has arrived in its section, whose errors it has; one upload of a name at a time. */
export async function storeUpload(
  runtime: Pick<Runtime, 'db' | 'files' | 'config'>,
  section: BucketSection,
  arrived: Arrived,
  actor: Actor,
): Promise<{ id: string }> {
  const store = () => section.store(runtime, arrived, actor)
  return holdingName(runtime.db, arrived.name, actor.now, store)
}

/** One object of the bucket, also from the trash, or null. */
export async function getObject(db: Db, bucket: Bucket, name: string): Promise<BucketObject | null> {
  const kind = kindOf(name)
  return kind && bucket[kind].find(db, name)
}

/** Whether strangers may read an object: public ones; a trashed image while a published article shows it (RUL-20). */
export async function isOpen(db: Db, bucket: Bucket, { name, is_public, is_trashed }: BucketObject): Promise<boolean> {
  if (!is_public || !is_trashed) return is_public
  const kind = kindOf(name)
  return kind !== null && (await bucket[kind].isShown?.(db, name)) === true
}

/** Everything in the bucket but what lies in the trash. */
export async function listAll(db: Db, bucket: Bucket): Promise<ListedObject[]> {
  const lists = await Promise.all(Object.values(bucket).map((section) => section.list(db)))
  return lists.flat()
}

/**
 * Removes objects by their names and tells which went: images of the library and files of research into the trash (RUL-20),
 * own dashboard headers for good. Others stay and are not reported.
 */
export async function removeObjects(
  runtime: Pick<Runtime, 'db' | 'files' | 'clock'>,
  bucket: Bucket,
  names: string[],
  actor: Actor,
): Promise<BucketObject[]> {
  const removed: BucketObject[] = []
  for (const name of new Set(names)) {
    const kind = kindOf(name)
    const object = kind && (await bucket[kind].find(runtime.db, name))
    if (!object || object.is_trashed) continue
    if (await bucket[kind].remove(runtime, object, actor)) removed.push(object)
  }
  return removed
}
