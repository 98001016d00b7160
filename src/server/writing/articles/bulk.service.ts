import type { Article } from '../../../contract/articles.ts'
import type { ArticleState, BulkAction, BulkInput, BulkResult } from '../../../contract/articles/bulk.ts'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import { isStatusAlone } from '../../../rules/activity.ts'
import { textIn } from '../../../rules/article-text.ts'
import { changeEach, mustTakeBack } from '../../platform/bulk.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { getArticle } from './articles.queries.ts'
import { isUndoable } from '../texts/publication-undo.service.ts'
import { mustLock } from '../texts/locked-text.service.ts'
import { ARTICLES } from './article-noun.ts'
import { articles } from './articles.service.ts'
import { changeTags } from './writing/tags.service.ts'

type Item = BulkResult['items'][number]

/** What an action did to one article. `before`: what `undo` restores, and the version it restores it at; null without an undo. */
type Done = { before: Omit<ArticleState, 'id'> | null }

/**
 * Does one thing to many articles, each by the verb that does it to a single one. Reports each article, with what `undo` needs.
 */
export async function changeMany(
  runtime: Pick<Runtime, 'db' | 'log'>,
  { ids, action }: BulkInput,
  actor: Actor,
): Promise<BulkResult> {
  const titleOf = async (db: Db, id: string) => (await getArticle(db, id))?.title ?? null
  const items = await changeEach(runtime, ids, titleOf, (tx, id) => attempt(tx, id, action, actor))
  return { items: items.map((item) => ({ before: null, ...item })) }
}

async function attempt(tx: Tx, id: string, action: BulkAction, actor: Actor): Promise<Item> {
  if (action.do === 'restore') return { ...(await restore(tx, id, actor.now)), id, reason: null, before: null }
  await mustLock(tx, ARTICLES, id)
  const article = found(await getArticle(tx, id))
  const done = await change(tx, article, action, actor)
  const before = done?.before ? { id, ...done.before } : null
  return { id, title: article.title, outcome: done ? 'changed' : 'unchanged', reason: null, before }
}

/** Does it to one locked article; null when there was nothing to do. */
async function change(
  tx: Tx,
  article: Article,
  action: Exclude<BulkAction, { do: 'restore' }>,
  actor: Actor,
): Promise<Done | null> {
  const { id, version, status, published_at, unpublish_at, category_id, working_copy: copy } = article
  switch (action.do) {
    case 'remove':
      await articles.trash(tx, id, actor)
      return { before: null }
    case 'status': {
      if (action.status === status) return null
      if (copy)
        throw invalidField(
          'status',
          'Der Artikel hat unveröffentlichte Änderungen. Bitte entscheiden Sie im Editor, was damit geschieht.',
        )
      const changed = await articles.update(tx, { id, version, status: action.status }, actor)
      return { before: { version: changed.version, status: { status, published_at, unpublish_at } } }
    }
    case 'date':
      return changeDate(tx, article, action.published_at, actor)
    case 'category': {
      const own = copy && copy.category_id !== category_id ? { working: copy.category_id } : {}
      if (action.category_id === category_id && own.working === undefined) return null
      const changed = await articles.update(tx, { id, version, category_id: action.category_id }, actor)
      return { before: { version: changed.version, category: { live: category_id, ...own } } }
    }
    case 'tags': {
      const live = article.tags.map((tag) => tag.id)
      const own = copy && !sameSet(copy.tag_ids, live) ? { working: copy.tag_ids } : {}
      const changing = (tagIds: string[]) => [
        ...new Set([...tagIds.filter((tagId) => !action.remove.includes(tagId)), ...action.add]),
      ]
      if ([live, own.working ?? live].every((tagIds) => sameSet(changing(tagIds), tagIds))) return null
      const changed = await changeTags(tx, id, changing, actor)
      return { before: { version: changed.version, tags: { live, ...own } } }
    }
    case 'undo': {
      const state = action.states.find((known) => known.id === id)
      if (!state) throw invalidField('action', 'Der frühere Stand dieses Artikels fehlt')
      const { status: was, still } = state
      // The undo of the publication knows what readers saw, and goes on while its own account writes.
      const isKnown = was !== undefined && (await isUndoable(tx, ARTICLES, { id, version: state.version }, actor))
      await mustTakeBack(article, ARTICLES.words.changedSince, {
        isUnchanged: (now) =>
          now.version === state.version ||
          isKnown ||
          (was !== undefined && still !== undefined && isStatusAlone({ was, is: still, now })),
        restore: async () => {
          if (isKnown) await articles.undo(tx, { id, version: state.version }, actor)
          else await writeFormer(tx, { ...state, version }, status, actor)
        },
      })
      return { before: null }
    }
  }
}

/** Schedules an article for a moment to come, or changes the day that a published one shows. */
async function changeDate(tx: Tx, article: Article, date: string, actor: Actor): Promise<Done | null> {
  const { id, version, status, published_at, unpublish_at } = article
  if (date === published_at) return null
  const isLive = status === 'published'
  if (isLive === date > actor.now.toISOString())
    throw invalidField(
      'published_at',
      isLive
        ? 'Der Artikel ist schon veröffentlicht und kann kein Datum in der Zukunft haben.'
        : 'Der Termin liegt in der Vergangenheit.',
    )
  const next = { id, version, published_at: date, ...(status === 'draft' && { status: 'scheduled' as const }) }
  const changed = await articles.update(tx, next, actor)
  return { before: { version: changed.version, status: { status, published_at, unpublish_at } } }
}

/** Gives an article back what an action changed, in the live version and, where that had something else, in the working one. */
async function writeFormer(
  tx: Tx,
  { id, version, status, category, tags }: ArticleState,
  present: Article['status'],
  actor: Actor,
): Promise<void> {
  const { status: former, ...dates } = status ?? {}
  const live = {
    ...dates,
    // A status that is given publishes what is being written (EDIT-10), also the one there is.
    ...(former && former !== present && { status: former }),
    ...(category && { category_id: category.live }),
    ...(tags && { tag_ids: tags.live }),
  }
  const changed = await articles.update(tx, { id, version, ...live }, actor)
  const working = {
    ...(category?.working !== undefined && { category_id: category.working }),
    ...(tags?.working && { tag_ids: tags.working }),
  }
  if (Object.keys(working).length === 0) return
  const written = changed.working_copy ?? changed
  const text = { ...textIn(written), slug: written.slug, ...working }
  await articles.saveWorkingCopy(tx, { id, version: changed.version, ...text }, actor)
}

function sameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value))
}

async function restore(tx: Tx, id: string, now: Date): Promise<Pick<Item, 'title' | 'outcome'>> {
  const restored = await articles.bin.restore(tx, id, now)
  if (!restored) throw new ApiError('not_found')
  await announce(tx, { noun: 'articles', id, verb: 'created', done: 'restored', ...restored.change })
  return { title: restored.title, outcome: 'changed' }
}
