import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Spooled } from '../spool.ts'
import type { ObjectKind } from './object-names.ts'

/** What the bucket knows of one of its objects. */
export type BucketObject = {
  id: string
  name: string
  filename: string
  mime_type: string
  size_bytes: number
  etag: string
  created_at: string
  updated_at: string
  /** Everybody may read it; false for files of research. */
  is_public: boolean
  /** Lies in the trash. */
  is_trashed: boolean
  /** Where the bytes of an image lie that was replaced in place. */
  stored_as: string | null
  /** What an address says that means its present bytes; null while it has those it came with. */
  version: string | null
  /** Widths in pixels an image is stored in beside its own. */
  widths: number[]
}

export type ListedObject = Pick<
  BucketObject,
  'id' | 'name' | 'mime_type' | 'size_bytes' | 'created_at' | 'updated_at'
> & { etag: string | null }

/** An upload that has arrived under a name its section admits. */
export type Arrived = { name: string; file: Spooled; filename: string; upsert: boolean }

/**
 * What the bucket needs to know of objects of one kind (RUL-31). The noun they belong to offers it, as it offers its bin to the
 * trash.
 */
export type BucketSection = {
  /** Pictures are re-encoded, sound and film of the library lose their metadata, files keep their bytes. */
  takes: 'pictures' | 'media' | 'files'
  /** Refuses a name that fits but under which this caller has nothing to store: 400 or 404. */
  admit?: (db: Db, name: string, actor: Pick<Actor, 'caller'>) => Promise<void>
  /**
   * Stores an upload. 409 `name_taken` when the name is in use (`name_in_trash` by something thrown away); with `upsert` only
   * when the object is somebody else's or something refers to it.
   */
  store: (runtime: Pick<Runtime, 'db' | 'files' | 'config'>, arrived: Arrived, actor: Actor) => Promise<{ id: string }>
  /** One object, also from the trash, or null. */
  find: (db: Db, name: string) => Promise<BucketObject | null>
  /** Everything but what lies in the trash. */
  list: (db: Db) => Promise<ListedObject[]>
  /** Removes an object, into the trash where its noun has one; false when this caller may not. */
  remove: (runtime: Pick<Runtime, 'db' | 'files' | 'clock'>, object: BucketObject, actor: Actor) => Promise<boolean>
  /** Whether readers see an object although it lies in the trash (RUL-20). */
  isShown?: (db: Db, name: string) => Promise<boolean>
}

/** The bucket, put together of its nouns' sections. */
export type Bucket = Record<ObjectKind, BucketSection>
