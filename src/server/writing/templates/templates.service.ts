import type { Article } from '../../../contract/articles.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { ArticleTemplate, CreateTemplate } from '../../../contract/templates.ts'
import { SHIPPED_TEMPLATES } from '../../../rules/article-templates.ts'
import { BLANK_TEXT, textIn, type Text } from '../../../rules/article-text.ts'
import { fold } from '../../../rules/fold.ts'
import * as drafts from '../articles/drafts.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { deleteTemplate, getTemplate, listTemplates, putTemplate } from './templates.queries.ts'

/** Content of a template: the text of an article, and its tags. */
type Content = Partial<Text> & { tag_ids: string[] }

/** Built-in templates, then custom ones by name. */
export async function allTemplates(db: Db): Promise<ArticleTemplate[]> {
  const shipped = SHIPPED_TEMPLATES.map(({ key, name }) => ({ key, name, is_own: false, updated_at: null }))
  return [...shipped, ...(await listTemplates(db))]
}

/**
 * Stores the working text of an article as a template. Errors: 404, 409 `name_taken` for an existing name without
 * `replace`, or that of a built-in one.
 */
export async function keepTemplate(db: Db, input: CreateTemplate, { caller, now }: Actor): Promise<ArticleTemplate> {
  const { name, article_id, replace } = input
  return inTransaction(db, async (tx) => {
    const content: Content = await drafts.draftOf(tx, article_id)
    const at = now.toISOString()
    const row = {
      id: newId(),
      name,
      folded_name: fold(name),
      content: JSON.stringify({ ...content, template: null }),
      author_id: caller.userId,
      created_at: at,
      updated_at: at,
    }
    const isShipped = SHIPPED_TEMPLATES.some((one) => fold(one.name) === row.folded_name)
    const stored = isShipped ? null : await putTemplate(tx, row, { replace })
    if (!stored) {
      const reason = isShipped ? 'So heißt eine mitgelieferte Vorlage' : 'Eine Vorlage mit diesem Namen gibt es schon'
      throw new ApiError('name_taken', { fields: [{ field: 'name', reason }] })
    }
    await announce(tx, { noun: 'templates', id: stored.key, verb: 'created', hidden: true })
    return stored
  })
}

/** A new draft from a template; references to deleted records are omitted. Error: 404. */
export async function useTemplate(db: Db, key: string, actor: Actor): Promise<Article> {
  return inTransaction(db, async (tx) => {
    const { name, content } = await contentOf(tx, key)
    return drafts.addDraft(tx, { ...textIn({ ...BLANK_TEXT, ...content }), template: name }, content.tag_ids, actor)
  })
}

async function contentOf(db: Db, key: string): Promise<{ name: string; content: Content }> {
  const shipped = SHIPPED_TEMPLATES.find((one) => one.key === key)
  if (shipped) {
    const { name, title, excerpt, content_markdown } = shipped
    return { name, content: { title, excerpt, content_markdown, tag_ids: [] } }
  }
  const own = await getTemplate(db, key)
  if (!own) throw new ApiError('not_found')
  return { name: own.name, content: JSON.parse(own.content) as Content }
}

/** Deletes a custom template for good. Error: 404. */
export async function removeTemplate(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw new ApiError('not_found')
    await announce(tx, { noun: 'templates', id, verb: 'removed', hidden: true })
  })
}
