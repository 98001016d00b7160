import type { BucketObject, ListedObject } from '../bucket/sections.ts'

/** An object or a folder of the bucket on the wire; a folder has neither id nor metadata. */
export type FileObject = {
  name: string
  id: string | null
  created_at: string | null
  updated_at: string | null
  last_accessed_at: string | null
  metadata: { size: number; mimetype: string; eTag: string | null } | null
}

export type ListQuery = {
  prefix: string
  limit: number
  offset: number
  search: string
  sortBy: { column: string; order: string }
}

/** One object as clients read it, under the name given. */
export function toFileObject(object: ListedObject | BucketObject, name: string): FileObject {
  return {
    name,
    id: object.id,
    created_at: object.created_at,
    updated_at: object.updated_at,
    last_accessed_at: object.updated_at,
    metadata: { size: object.size_bytes, mimetype: object.mime_type, eTag: object.etag },
  }
}

/** What stands in one folder (`''` is the root): objects, and folders once each; searched by name, sorted, a page of it. */
export function listFolder(objects: ListedObject[], query: ListQuery): FileObject[] {
  let folder = query.prefix.replace(/^\/+/, '')
  while (folder.endsWith('/')) folder = folder.slice(0, -1)
  const start = folder === '' ? '' : `${folder}/`
  const entries = new Map<string, FileObject>()
  for (const object of objects) {
    if (!object.name.startsWith(start)) continue
    const [first = '', ...deeper] = object.name.slice(start.length).split('/')
    if (deeper.length === 0) entries.set(first, toFileObject(object, first))
    else if (!entries.has(first)) entries.set(first, { ...FOLDER, name: first })
  }
  const words = query.search.toLowerCase()
  const turn = query.sortBy.order === 'desc' ? -1 : 1
  const key = (entry: FileObject) =>
    query.sortBy.column === 'created_at' || query.sortBy.column === 'updated_at'
      ? (entry[query.sortBy.column] ?? '')
      : entry.name
  return [...entries.values()]
    .filter((entry) => entry.name.toLowerCase().includes(words))
    .sort((a, b) => (key(a) < key(b) ? -turn : key(a) > key(b) ? turn : 0))
    .slice(query.offset, query.offset + query.limit)
}

const FOLDER: FileObject = {
  name: '',
  id: null,
  created_at: null,
  updated_at: null,
  last_accessed_at: null,
  metadata: null,
}
