import { ApiError } from '../../contract/errors.ts'
import type { CreateLink, Link, UpdateLink } from '../../contract/links.ts'
import { searchableText } from '../../rules/search-text.ts'
import type { Db } from '../platform/db/db.ts'
import { holdRecord } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { getLink, insertLink, updateLink } from './links.queries.ts'

export const bin = tableBin('link_library')

/** Adds a link of the caller's. */
export async function addLink(db: Db, input: CreateLink, { caller, now }: Act): Promise<Link> {
  return inTransaction(db, async (tx) => {
    const id = newId()
    const at = now.toISOString()
    await insertLink(tx, {
      id,
      ...input,
      search_text: searchText(input),
      author_id: caller.userId,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    await announce(tx, { noun: 'links', id, verb: 'created' })
    return mustGet(tx, id)
  })
}

/** Changes the fields given; 404 when there is no such link. */
export async function changeLink(db: Db, { id, ...fields }: UpdateLink, { now }: Act): Promise<Link> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'link_library', id)
    const text = { ...(await mustGet(tx, id)), ...fields }
    await updateLink(tx, id, { ...fields, search_text: searchText(text), updated_at: now.toISOString() })
    await announce(tx, { noun: 'links', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/** Moves a link to the trash (RUL-20); 404 when there is no such link. */
export async function trashLink(db: Db, id: string, { now }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updateLink(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'links', id, verb: 'removed' })
  })
}

async function mustGet(db: Db, id: string): Promise<Link> {
  const link = await getLink(db, id)
  if (!link) throw new ApiError('not_found')
  return link
}

function searchText({ title, url, description }: Pick<Link, 'title' | 'url' | 'description'>): string {
  return searchableText(`${title}\n${url}\n${description}`)
}
