import type { Revision } from '../../../../contract/articles/revisions.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Details } from '../../texts/revised-text.ts'
import { findRevision } from '../../texts/revisions.service.ts'
import { categoryExists, knownTags } from '../articles.queries.ts'
import { ARTICLE_TABLES } from '../article-tables.ts'

/** One version with its whole text, as far as it was kept, or null. Of category and tags those that are still there. */
export async function getRevision(db: Db, asked: { id: string; revision_id: string }): Promise<Revision | null> {
  const found = await findRevision(db, ARTICLE_TABLES, asked)
  if (!found) return null
  const { details, ...revision } = found
  return { ...(await knownDetails(db, details)), ...revision }
}

async function knownDetails(db: Db, json: string | null): Promise<Details> {
  const details = JSON.parse(json ?? '{}') as Details
  const { category_id, tag_ids } = details
  if (category_id && !(await categoryExists(db, category_id))) delete details.category_id
  if (tag_ids) details.tag_ids = await knownTags(db, tag_ids)
  return details
}
