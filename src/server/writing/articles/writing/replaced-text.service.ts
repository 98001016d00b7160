import type { ReplacedText } from '../../../../rules/replace-words.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Act } from '../../../platform/caller.ts'
import { lockArticle } from '../articles.queries.ts'
import { withTexts, type LockedArticle } from '../locked-article.service.ts'
import { isPublic } from '../publication-dates.ts'
import { shareReferences } from '../references.service.ts'
import { nextVersion } from '../../texts/save-marks.ts'
import { saveText, writeArticle } from './save-text.service.ts'

/** An article that is held while words of it are replaced: what is being written, and whether readers have something else. */
export type HeldText = { article: LockedArticle; version: number; text: ReplacedText; hasWorking: boolean }

/** Holds an article until the transaction ends; null in the trash. */
export async function holdText(tx: Tx, id: string): Promise<HeldText | null> {
  await shareReferences(tx)
  const row = await lockArticle(tx, id)
  if (!row || row.deleted_at) return null
  const article = await withTexts(tx, row)
  const { title, excerpt, content_markdown } = article.working ?? article.live
  return {
    article,
    version: row.version,
    text: { title, excerpt, content_markdown },
    hasWorking: article.working !== null,
  }
}

/**
 * Writes what is being written of an article: of a published one into its working text, unless readers are to have it at once.
 * Gives its version.
 */
export async function writeText(
  tx: Tx,
  { article }: HeldText,
  { text, live }: { text: ReplacedText; live: boolean },
  act: Act,
): Promise<number> {
  if (live || !isPublic(article.row)) await saveText(tx, article, text, act)
  else {
    const working = { ...(article.working ?? article.live), ...text }
    await writeArticle(tx, article, { live: null, working, isUndoable: false, save: {} }, act)
  }
  return nextVersion(article.row, undefined)
}
