import type { CreateLink, Link, UpdateLink } from '../../../contract/links.ts'
import { searchableText } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { records } from '../../platform/db/records.ts'
import type { Actor } from '../../platform/caller.ts'
import { getLink } from './links.queries.ts'

const links = records('link_library', 'links', getLink)

/** Adds a link of the caller. */
export async function addLink(db: Db, input: CreateLink, actor: Actor): Promise<Link> {
  return links.create(db, { ...input, ...columnsOf(input, actor) }, actor)
}

/** Changes the fields given; 404 when there is no such link. */
export async function changeLink(db: Db, { id, ...fields }: UpdateLink, actor: Actor): Promise<Link> {
  return links.revise(db, id, (link) => ({ ...fields, ...columnsOf({ ...link, ...fields }, actor) }))
}

/** Moves a link to the trash (RUL-20); 404 when there is no such link. */
export async function trashLink(db: Db, id: string, actor: Actor): Promise<void> {
  return links.trash(db, id, actor)
}

function columnsOf({ title, url, description }: Pick<Link, 'title' | 'url' | 'description'>, { now }: Actor) {
  return { search_text: searchableText(`${title}\n${url}\n${description}`), updated_at: now.toISOString() }
}
