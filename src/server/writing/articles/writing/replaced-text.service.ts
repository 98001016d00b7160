import type { ReplacedText } from '../../../../rules/replace-words.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/caller.ts'
import { lockText, withTexts } from '../../texts/locked-text.service.ts'
import { nextVersion } from '../../texts/save-marks.ts'
import { isPublic, type LockedText } from '../../texts/text-noun.ts'
import * as texts from '../../texts/write-text.service.ts'
import { ARTICLES, type ArticleTypes } from '../article-noun.ts'

/** An article that is held while words of it are replaced: what is being written, and whether readers have something else. */
export type HeldText = { article: LockedText<ArticleTypes>; version: number; text: ReplacedText; hasWorking: boolean }

/** Holds an article until the transaction ends; null in the trash. */
export async function holdText(tx: Tx, id: string): Promise<HeldText | null> {
  const row = await lockText(tx, ARTICLES, id)
  if (!row || row.deleted_at) return null
  const article = await withTexts(tx, ARTICLES, row)
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
  actor: Actor,
): Promise<number> {
  if (live || !isPublic(article.row)) await texts.changeText(tx, ARTICLES, article, text, actor)
  else {
    const working = { ...(article.working ?? article.live), ...text }
    await texts.writeText(tx, ARTICLES, article, { live: null, working, isUndoable: false, save: {} }, actor)
  }
  return nextVersion(article.row, undefined)
}
