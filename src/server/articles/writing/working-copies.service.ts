import type { Article, SaveWorkingCopy } from '../../../contract/articles.ts'
import { invalidField } from '../../../contract/errors.ts'
import { changedText, type Text } from '../../../rules/article-text.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/http/caller.ts'
import * as queries from '../articles.queries.ts'
import type { ArticleRow } from '../articles.queries.ts'
import { mustGet, mustLock, type ChangedBy } from '../locked-article.service.ts'
import { checkReferences } from '../references.service.ts'
import { keepRevisions } from './revisions.service.ts'
import { kindOf, nextVersion, savesWith } from './save-marks.ts'
import { chooseSlug } from '../addresses/slugs.service.ts'
import { followChange } from '../publication/undos.service.ts'
import { differ, storedText, textOf } from '../stored-text.ts'
import { ARTICLE_TABLES } from '../written-tables.ts'

/**
 * Saves the working version of a published article; readers keep the live one (RUL-27). Errors: 404, 409
 * `version_conflict`, 409 `slug_taken`, 400 when the article is not published (it has one version then).
 */
export async function saveWorkingCopy(db: Db, input: SaveWorkingCopy, { caller, now }: Act): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const { id, version, save_id, autosave, kept, tag_ids, slug: asked, ...changes } = input
    const stored = await mustLock(tx, id, version)
    if (stored.status !== 'published')
      throw invalidField('status', 'Nur veröffentlichte Artikel haben eine Arbeitsfassung')
    await checkReferences(tx, input)
    const slug = asked === stored.slug ? asked : await chooseSlug(tx, asked, id)
    const former = (await queries.getWorkingCopy(tx, id)) ?? {
      ...textOf(stored),
      tag_ids: await queries.tagIdsOf(tx, id),
    }
    const copy = { ...changedText(former, changes), slug, tag_ids: tag_ids ?? former.tag_ids }
    await settleWorkingCopy(tx, id, copy, stored, { caller, now })
    await followChange(tx, ARTICLE_TABLES, { stored, version: nextVersion(stored, kept) }, { caller, now })
    await queries.updateArticle(tx, id, {
      version: nextVersion(stored, kept),
      recent_saves: savesWith(stored.recent_saves, save_id),
    })
    await keepRevisions(tx, stored, { kind: kindOf({ autosave }, false), text: copy, kept, former }, { caller, now })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return mustGet(tx, id)
  })
}

/**
 * Drops the working version: the live one is what editors see again (`Verwerfen`, RUL-27). Errors: 404, 409
 * `version_conflict`: what somebody has written since is not dropped unseen.
 */
export async function discardWorkingCopy(db: Db, { id, version }: { id: string; version: number }): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const stored = await mustLock(tx, id, version)
    await queries.deleteWorkingCopy(tx, id)
    await queries.updateArticle(tx, id, { version: stored.version + 1 })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return mustGet(tx, id)
  })
}

/** A working version: everything an author writes. */
export type CopiedText = Text & { slug: string; tag_ids: string[] }

/** Whether two lists name other tags, in whatever order. */
export function differentTags(live: string[], copy: string[]): boolean {
  return live.length !== new Set(copy).size || live.some((tagId) => !copy.includes(tagId))
}

/** After a live change: the copy is gone when it went live (null) or says the same; otherwise it keeps what only it has. */
export async function settleWorkingCopy(
  tx: Tx,
  id: string,
  copy: CopiedText | null,
  live: ArticleRow,
  { caller, now }: ChangedBy,
): Promise<void> {
  const isLive = copy && copy.slug === live.slug && !differ(textOf(live), copy)
  if (!copy || (isLive && !differentTags(await queries.tagIdsOf(tx, id), copy.tag_ids)))
    return queries.deleteWorkingCopy(tx, id)
  await queries.putWorkingCopy(tx, {
    article_id: id,
    ...storedText(copy),
    slug: copy.slug,
    tag_ids: JSON.stringify(copy.tag_ids),
    author_id: caller.userId,
    updated_at: now.toISOString(),
  })
}
