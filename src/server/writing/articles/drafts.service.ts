import { found } from '../../../contract/errors.ts'
import type { Article } from '../../../contract/articles.ts'
import { textIn, type Text } from '../../../rules/article-text.ts'
import { copyTitle } from '../../../rules/articles.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { articleExists, categoryExists, getArticle, knownTags } from './articles.queries.ts'
import { articles } from './articles.service.ts'
import { mustLock } from '../texts/locked-text.service.ts'
import { ARTICLES } from './article-noun.ts'
import { shareReferences } from './references.service.ts'

/** What belongs to one article alone: the correction of its mistakes, and where its text appeared first. */
const OWN_ALONE = { correction: null, canonical_url: null }

/** What another draft may take from an article: what is being written of it. Error: 404. */
export async function draftOf(tx: Tx, id: string): Promise<Text & { tag_ids: string[] }> {
  await mustLock(tx, ARTICLES, id)
  const { working_copy, ...article } = found(await getArticle(tx, id))
  const tag_ids = working_copy?.tag_ids ?? article.tags.map((tag) => tag.id)
  return { ...textIn(working_copy ?? article), ...OWN_ALONE, tag_ids }
}

/** Adds a draft with a text that was written earlier: what it refers to and is gone meanwhile is left out. */
export async function addDraft(tx: Tx, text: Text, tagIds: string[], actor: Actor): Promise<Article> {
  await shareReferences(tx)
  const tag_ids = await knownTags(tx, tagIds)
  const category_id = text.category_id && (await categoryExists(tx, text.category_id)) ? text.category_id : null
  const version_of = text.version_of && (await articleExists(tx, text.version_of)) ? text.version_of : null
  return articles.create(tx, { ...text, category_id, version_of, tag_ids, status: 'draft' }, actor)
}

/** A draft with the text, tags, category and cover of an article, called `Kopie von …`. Error: 404. */
export async function duplicateArticle(db: Db, id: string, actor: Actor): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const { tag_ids, ...text } = await draftOf(tx, id)
    return addDraft(tx, { ...text, title: copyTitle(text.title) }, tag_ids, actor)
  })
}
