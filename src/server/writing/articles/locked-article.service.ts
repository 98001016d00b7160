import { ApiError } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { publicSlugsOf } from './addresses/slugs.queries.ts'
import * as queries from './articles.queries.ts'
import type { ArticleRow } from './articles.queries.ts'
import { shareReferences } from './references.service.ts'
import { textOf, type WholeText } from './stored-text.ts'

/** A locked article as it is. */
export type LockedArticle = {
  row: ArticleRow
  /** What readers have, or will have. */
  live: WholeText
  /** What is being written, where that is something else (RUL-27). */
  working: WholeText | null
  /** Every address under which readers ever saw it. */
  public_slugs: string[]
}

/** The stored row of a living article, locked; 404, or 409 `version_conflict` with `current` where it is not at `version`. */
export async function mustLock(tx: Tx, id: string, version?: number): Promise<ArticleRow> {
  await shareReferences(tx)
  const stored = await queries.lockArticle(tx, id)
  if (!stored || stored.deleted_at) throw new ApiError('not_found')
  if (version !== undefined && version !== stored.version) {
    throw new ApiError('version_conflict', { current: await queries.getArticle(tx, id) })
  }
  return stored
}

/** A living article, locked, with all that is written of it. Errors: those of `mustLock`. */
export async function mustLockTexts(tx: Tx, id: string, version?: number): Promise<LockedArticle> {
  return withTexts(tx, await mustLock(tx, id, version))
}

/** All that is written of an article whose row is locked. */
export async function withTexts(tx: Tx, row: ArticleRow): Promise<LockedArticle> {
  const tag_ids = await queries.tagIdsOf(tx, row.id)
  return {
    row,
    live: { ...textOf(row), slug: row.slug ?? '', tag_ids },
    working: await queries.getWorkingCopy(tx, row.id),
    public_slugs: await publicSlugsOf(tx, row.id),
  }
}

/** An article of this id exists: 409 `version_conflict` with `current`, or 404 where it is in the trash. */
export async function refuseKnownId(tx: Tx, id: string): Promise<void> {
  const known = await queries.lockArticle(tx, id)
  if (!known) return
  if (known.deleted_at) throw new ApiError('not_found')
  throw new ApiError('version_conflict', { current: await queries.getArticle(tx, id) })
}
