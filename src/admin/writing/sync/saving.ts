import type {
  Article,
  ArticleStatus,
  CreateArticle,
  SaveWorkingCopy,
  UpdateArticle,
} from '../../../contract/articles.ts'
import { isApiError } from '../../../contract/errors.ts'
import { textIn } from '../../../rules/article-text.ts'
import type { Api, CallContext } from '../../data/api.ts'
import type { ArticleText } from '../text/article-text.ts'

/**
 * Ways to save a text: `save` keeps the status (a published article's working text, RUL-27), `publish` makes it public
 * now (EDIT-4; on a published article `Neu veröffentlichen`, RUL-12), `update` puts a published article's text live
 * (`Aktualisieren`).
 */
export type SaveKind = 'save' | 'publish' | 'update'

/** The article endpoints used here. Tests of the state machine provide them over an unreliable network. */
export type ArticleApi = Pick<
  Api['articles'],
  'create' | 'update' | 'saveWorkingCopy' | 'discardWorkingCopy' | 'get' | 'undo' | 'steps'
> &
  // Pages have no dates.
  Partial<Pick<Api['articles'], 'planUpdate'>>

export type SaveTarget = {
  /** The record the text was written on; null creates the article under `id` (RUL-29). */
  base: Article | null
  id: string
  kind: SaveKind
  /** Status of an article to be created. */
  status?: ArticleStatus | undefined
  saveId: string
  autosave: boolean
  /** A text that lost in a conflict; stored as a revision (RUL-14). */
  kept?: ArticleText | undefined
  /** The body is written in steps, so the save leaves it alone (RUL-73). */
  besideSteps?: boolean
}

/** A save request: text and tags in one step. */
export type SaveRequest =
  | { to: 'create'; input: Partial<CreateArticle> & { title: string } }
  | { to: 'update'; input: UpdateArticle }
  | { to: 'working-copy'; input: SaveWorkingCopy }

export function saveRequest(
  text: ArticleText,
  { base, id, kind, status, saveId, autosave, kept, besideSteps = false }: SaveTarget,
): SaveRequest {
  const { slugIsOwn, slug, ...fields } = text
  const marks = { save_id: saveId, ...(autosave && { autosave }) }
  if (!base) {
    const own = slugIsOwn && slug ? slug : undefined
    return { to: 'create', input: { ...fields, ...marks, id, slug: own, status: status ?? 'draft' } }
  }
  const target = { id: base.id, version: base.version, ...marks, ...(kept && { kept: keptText(kept) }) }
  if (base.status === 'published' && kind === 'save')
    return {
      to: 'working-copy',
      input: { ...target, ...fields, ...(besideSteps && { content_markdown: null }), slug: slug || base.slug },
    }
  // Without a named slug, `publish` would also apply the slug of the working text.
  const chosen = slugIsOwn && slug && (slug !== base.slug || base.working_copy) ? slug : undefined
  const publish = kind === 'publish' ? { status: 'published' as const } : {}
  const body = besideSteps && { content_markdown: null }
  return { to: 'update', input: { ...target, ...fields, ...body, slug: chosen, ...publish } }
}

/** Saves. Errors: 409 `version_conflict` with `current`, `slug_taken`, 404, 400. */
export function sendSave(
  api: ArticleApi,
  { to, input }: SaveRequest,
  options: { context: CallContext },
): Promise<Article> {
  switch (to) {
    case 'create':
      return api.create(input, options)
    case 'update':
      return api.update(input, options)
    case 'working-copy':
      return api.saveWorkingCopy(input, options)
  }
}

/** An error that may disappear on retry, whatever the text. */
export function isPassing(error: unknown): boolean {
  return !isApiError(error) || error.status >= 500 || error.status === 429 || error.status === 401
}

/** An error that says why the server saves nothing for a while, whatever the text; null for any other. */
export function delayOf(error: unknown): unknown {
  return isApiError(error, 'moving') || isApiError(error, 'storage_full') ? error : null
}

/**
 * Whether an error says that the text is not on the server. On a repeated save it may still be there from the first
 * attempt.
 */
export function isRefusal(error: unknown, again: boolean): boolean {
  if (!isApiError(error) || error.status >= 500) return false
  return !again || ![401, 403, 404, 429].includes(error.status)
}

function keptText(text: ArticleText) {
  return { ...textIn(text), tag_ids: text.tag_ids }
}
