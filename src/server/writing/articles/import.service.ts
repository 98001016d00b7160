import { found } from '../../../contract/errors.ts'
import type { Article, CreateArticle } from '../../../contract/articles.ts'
import type { Tx } from '../../platform/db/db.ts'
import { textOfRow } from '../texts/locked-text.service.ts'
import { findSlug } from '../texts/slugs.service.ts'
import { updateRow, writeText } from '../texts/write-text.service.ts'
import { ARTICLES } from './article-noun.ts'
import type { Text } from '../../../rules/article-text.ts'
import { countPinned, getArticle, setPin } from './articles.queries.ts'
import { MOST_PINNED } from '../../../rules/articles.ts'
import { announce } from '../../platform/db/transaction.ts'
import { articles } from './articles.service.ts'
import { shareReferences } from './references.service.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'

/** An article that was written elsewhere: with the dates it has there, and the slug it had or words to make one of. */
export type AdoptedArticle = Omit<CreateArticle, 'id' | 'slug' | 'save_id' | 'autosave'> & {
  wantedSlug: string
  created_at: string
  updated_at: string
  /** When readers had it first, where its source knows. */
  first_published_at?: string | null
  /** Since when it stood first, where it did; here while there is room. */
  pinned_at?: string | null
  /** Changes that are not live yet (RUL-27). */
  working?: WorkingText | null
}

/** A working text as it was written elsewhere, with the slug it asks for. */
export type WorkingText = Text & { slug: string; tag_ids: string[]; updated_at: string }

/**
 * Takes in an article that was written elsewhere (RUL-53), in the caller's transaction. Its slug is the one wanted, with a suffix
 * where that is taken. It was created and changed when its source says so.
 */
export async function adoptArticle(
  tx: Tx,
  { wantedSlug, created_at, updated_at, first_published_at, pinned_at, working, ...input }: AdoptedArticle,
  { caller }: Pick<AnyActor, 'caller'>,
): Promise<Article> {
  await shareReferences(tx)
  const slug = await findSlug(tx, ARTICLES, { title: wantedSlug, id: newId() })
  const actor = { caller: { userId: caller.userId as string }, now: new Date(created_at) }
  const article = await articles.create(tx, { ...input, slug }, actor)
  if (updated_at !== created_at || first_published_at)
    await updateRow(tx, ARTICLES.tables, article.id, { updated_at, ...(first_published_at && { first_published_at }) })
  if (pinned_at && article.status === 'published' && (await countPinned(tx)) < MOST_PINNED) {
    await setPin(tx, article.id, pinned_at)
    await announce(tx, { noun: 'article-pins', id: article.id, verb: 'updated' })
  }
  if (!working) return { ...article, updated_at }
  // Nobody else knows of the row yet: it needs no lock, whose turn has passed (ADR 16).
  const stored = await textOfRow(tx, ARTICLES, article.id)
  const { updated_at: at, ...text } = working
  const its = text.slug === slug ? slug : await findSlug(tx, ARTICLES, { title: text.slug, id: article.id })
  const next = { live: null, working: { ...text, slug: its }, isUndoable: false, save: {} }
  await writeText(tx, ARTICLES, stored, next, { ...actor, now: new Date(at) })
  return found(await getArticle(tx, article.id))
}

/** What of a text its source decides when it is imported anew. */
export type Readopted = Partial<
  Omit<AdoptedArticle, 'wantedSlug' | 'created_at' | 'updated_at' | 'first_published_at' | 'pinned_at' | 'working'>
>
