import type { Article, ArticleStatus } from '../../../../contract/articles.ts'
import type { Api } from '../../../data/api.ts'
import { sameTags, type ArticleText } from './article-text.ts'

/**
 * Ways to save a text: `save` keeps the status (a published article's working version, R27), `publish` makes it public now
 * (EDIT-4; on a published article `Neu veröffentlichen`, R12), `update` puts a published article's text live (`Aktualisieren`).
 */
export type SaveKind = 'save' | 'publish' | 'update'

/** Creates the article with its first save (R29). Errors: those of `articles.create`. */
export function createArticle(api: Api, text: ArticleText, status: ArticleStatus): Promise<Article> {
  const { slug, slugIsOwn, ...fields } = text
  return api.articles.create({ ...fields, slug: slugIsOwn && slug ? slug : undefined, status })
}

/** Saves a text over the version it was written on. Errors: 409 `version_conflict` with `current`, `slug_taken`, 404, 400.
 * `onStep` gets the record when the text is saved and the tags are still to come. */
export async function saveText(
  api: Api,
  base: Article,
  text: ArticleText,
  kind: SaveKind,
  onStep: (saved: Article) => void,
): Promise<Article> {
  const { tag_ids, slugIsOwn, slug, ...fields } = text
  const target = { id: base.id, version: base.version }
  const saved =
    base.status === 'published' && kind === 'save'
      ? await api.articles.saveWorkingCopy({ ...target, ...fields, slug: slug || base.slug })
      : await api.articles.update({
          ...target,
          ...fields,
          slug: slugIsOwn && slug && slug !== base.slug ? slug : undefined,
          ...(kind === 'publish' ? { status: 'published' as const } : {}),
        })
  if (
    sameTags(
      tag_ids,
      base.tags.map((tag) => tag.id),
    )
  )
    return saved
  onStep(saved)
  return api.articles.setTags({ id: base.id, tag_ids })
}
