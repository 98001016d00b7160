import type { ArticleState, BulkAction, BulkInput, BulkResult } from '../../contract/articles-bulk.ts'
import { ApiError, invalidField, isApiError } from '../../contract/errors.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { getArticle } from './articles.queries.ts'
import { setTags, updateArticle } from './articles.service.ts'
import { bin, trashArticle } from './removal.service.ts'

type Article = NonNullable<Awaited<ReturnType<typeof getArticle>>>
type Item = BulkResult['items'][number]

/**
 * Does one thing to many articles, each by the verb that does it to a single one and in a transaction of its own: what
 * fails is named and keeps nobody else from changing. Gives each one's outcome, with its former state for `undo`.
 */
export async function changeMany(db: Db, { ids, action }: BulkInput, act: Act): Promise<BulkResult> {
  const items: Item[] = []
  for (const id of new Set(ids)) items.push(await attempt(db, id, action, act))
  return { items }
}

async function attempt(db: Db, id: string, action: BulkAction, act: Act): Promise<Item> {
  const known = await getArticle(db, id)
  try {
    return await inTransaction(db, async (tx) => {
      if (action.do === 'restore') return { ...(await restore(tx, id, act.now)), id, reason: null, before: null }
      const article = await getArticle(tx, id)
      if (!article) throw new ApiError('not_found')
      const changed = await change(tx, article, action, act)
      return {
        id,
        title: article.title,
        outcome: changed ? 'changed' : 'unchanged',
        reason: null,
        before: changed ? stateOf(article) : null,
      }
    })
  } catch (error) {
    if (!isApiError(error)) throw error
    return { id, title: known?.title ?? null, outcome: 'failed', reason: error.message, before: null }
  }
}

/** Does it to one article; false when there was nothing to do. */
async function change(
  tx: Tx,
  article: Article,
  action: Exclude<BulkAction, { do: 'restore' }>,
  act: Act,
): Promise<boolean> {
  switch (action.do) {
    case 'remove':
      await trashArticle(tx, article.id, act.now)
      return true
    case 'status':
      return changeTo(tx, article, { ...stateOf(article), status: action.status, published_at: null }, act)
    case 'category':
      return changeTo(tx, article, { ...stateOf(article), category_id: action.category_id }, act)
    case 'tags': {
      const kept = stateOf(article).tag_ids.filter((id) => !action.remove.includes(id))
      return changeTo(tx, article, { ...stateOf(article), tag_ids: [...new Set([...kept, ...action.add])] }, act)
    }
    case 'undo': {
      const state = action.states.find(({ id }) => id === article.id)
      if (!state) throw invalidField('action', 'Der frühere Stand dieses Artikels fehlt')
      return changeTo(tx, article, state, act)
    }
  }
}

/** Brings status, category and tags to the state asked for. A status without its date gets the one it implies (EDIT-10). */
async function changeTo(tx: Tx, article: Article, state: ArticleState, act: Act): Promise<boolean> {
  const now = stateOf(article)
  const status = state.status === now.status ? undefined : state.status
  if (status && article.has_unpublished_changes) {
    throw invalidField(
      'status',
      'Der Artikel hat unveröffentlichte Änderungen. Bitte entscheiden Sie im Editor, was damit geschieht.',
    )
  }
  const fields = {
    ...(status && { status, ...(state.published_at !== null && { published_at: state.published_at }) }),
    ...(state.category_id !== now.category_id && { category_id: state.category_id }),
  }
  let { version } = article
  if (Object.keys(fields).length > 0)
    ({ version } = await updateArticle(tx, { id: article.id, version, ...fields }, act))
  if (sameSet(state.tag_ids, now.tag_ids)) return version !== article.version
  if (state.tag_ids.length > 50) throw invalidField('tag_ids', 'Ein Artikel trägt höchstens 50 Schlagwörter')
  await setTags(tx, article.id, state.tag_ids, act.now)
  return true
}

function stateOf({ id, status, published_at, category_id, tags }: Article): ArticleState {
  return { id, status, published_at, category_id, tag_ids: tags.map((tag) => tag.id) }
}

function sameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value))
}

async function restore(tx: Tx, id: string, now: Date): Promise<Pick<Item, 'title' | 'outcome'>> {
  const restored = await bin.restore(tx, id, now)
  if (!restored) throw new ApiError('not_found')
  await announce(tx, { noun: 'articles', id, verb: 'created', ...restored.change })
  return { title: restored.title, outcome: 'changed' }
}
