import type { Article } from '../../contract/articles.ts'
import { isApiError } from '../../contract/errors.ts'
import { UnreachableError } from '../lib/faults.ts'
import { sameText, textOf } from './text/article-text.ts'
import { savedLater } from './sync/merge-base.ts'
import { takeUnderway } from './local/last-position.ts'
import {
  dropCopy,
  findCopy,
  markShown,
  moveCopy,
  restoreCopy,
  waitingCopies,
  type FoundCopy,
  type WaitingCopy,
} from './local/local-copies.ts'
import type { ArticleApi } from './sync/saving.ts'

/**
 * Initial state of an editor: the record, and its unsaved text on this machine. Both null: there is no such article.
 */
export type Opening = { article: Article | null; found: FoundCopy | null }

/**
 * `owner`: owner of the copies. `keepRecord` persists what was read; a copy already on the server is deleted only
 * afterwards.
 */
type Reading = {
  api: Pick<ArticleApi, 'get'>
  owner: string
  keepRecord: () => Promise<void>
  signal?: AbortSignal
}

/**
 * An article with its unsaved text, or the text alone if the article is deleted or in the trash. Throws server errors
 * except 404.
 */
export async function openArticle({ api, owner, keepRecord, signal }: Reading, id: string): Promise<Opening> {
  const reading = api.get({ id }, { signal }).catch((error: unknown) => {
    if (isApiError(error, 'not_found')) return null
    throw error
  })
  // Its outcome is handled below.
  reading.catch(() => undefined)
  const found = await findCopy(owner, id, await comeBack())
  await dropFormers(owner, found)
  const former = found?.origin?.record
  // Without a response the user continues with the stored record; saves of others are merged at the first save.
  const article = await (former ? orElse(reading, former) : reading)
  if (!article || !found || !hasArrived(found, article)) return { article, found }
  await keepRecord()
  await dropCopy(found.key)
  return { article, found: null }
}

/** The editor this tab had open before a reload, or null. Its copy is stored with the others. */
async function comeBack(): Promise<string | null> {
  const underway = takeUnderway()
  // A browser without storage cannot take it.
  if (underway?.copy) await restoreCopy(underway.copy).catch(() => undefined)
  return underway?.editor ?? null
}

/**
 * A page that unloaded before it deleted the copy it started with left that copy behind. The later copy contains all of
 * it.
 */
async function dropFormers(owner: string, found: FoundCopy | null): Promise<void> {
  const formers = found?.origin?.formers ?? []
  if (formers.length === 0) return
  for (const { key, copy, origin } of await waitingCopies(owner)) {
    const isPart = formers.some(({ editor, text }) => editor === origin?.editor && sameText(text, copy.text))
    if (isPart && key !== found?.key) await dropCopy(key)
  }
}

const PATIENCE_MS = 5000

/** The response, or the former record if the server is unreachable or slow and unsaved text is here. */
function orElse(reading: Promise<Article | null>, former: Article): Promise<Article | null> {
  const late = new Promise<Article>((resolve) => setTimeout(() => resolve(former), PATIENCE_MS))
  const read = reading.catch((error: unknown) => {
    if (error instanceof UnreachableError) return former
    throw error
  })
  return Promise.race([read, late])
}

/**
 * A new article: the waiting text of an unsaved one, else nothing. A text whose article was created at unload belongs
 * to that article: a reload continues with it, otherwise a new article is another one.
 */
export async function openNew(reading: Reading): Promise<Opening> {
  const underway = await comeBack()
  const found = await findCopy(reading.owner, null, underway)
  await dropFormers(reading.owner, found)
  const article = found && (await readCreated(reading, found))
  if (!article) return { article: null, found }
  const arrived = hasArrived(found, article)
  if (arrived) {
    await reading.keepRecord()
    await dropCopy(found.key)
  }
  if (underway && underway === found.origin?.editor) return { article, found: arrived ? null : found }
  if (!arrived) await moveCopy(found, found.key.replace(':new:', `:${article.id}:`))
  return openNew(reading)
}

/** Unsaved texts on this machine, one per article, newest first, without those saved by a flush on unload. */
export async function listWaiting(reading: Reading): Promise<WaitingCopy[]> {
  const waiting: WaitingCopy[] = []
  for (const found of await waitingCopies(reading.owner)) {
    const article = await readCreated(reading, found)
    if (article && hasArrived(found, article)) {
      await reading.keepRecord()
      await dropCopy(found.key)
    } else if (waiting.every(({ articleId }) => articleId !== found.articleId)) {
      await markShown(found, new Date())
      waiting.push(found)
    }
  }
  return waiting
}

/**
 * The record of a copy. Null if it was never sent, does not exist, or the server does not respond. Local text does not
 * wait for it.
 */
async function readCreated({ api, signal }: Reading, { copy, origin }: FoundCopy): Promise<Article | null> {
  if (!origin || (origin.version === null && copy.text.title.trim() === '')) return null
  return api.get({ id: origin.articleId }, { signal, context: { timeoutMs: 5000 } }).catch(() => null)
}

/** Whether the server has this text, or had it before later saves, and all texts that lost to it. */
function hasArrived({ copy, origin }: FoundCopy, article: Article): boolean {
  const isSame = sameText(copy.text, textOf(article))
  if (!origin) return isSame
  const { editor, kept, unconfirmed } = origin
  // The flush on unload is in no copy.
  const isLater = savedLater(article.recent_saves, { editor, saves: copy.saves })
  const arrived = unconfirmed.filter(({ saveId }) => article.recent_saves.includes(saveId))
  const hasCarried = isLater || arrived.some(({ withKept }) => withKept)
  if (kept.length > (hasCarried ? 1 : 0)) return false
  return isSame || isLater || arrived.some(({ text }) => sameText(text, copy.text))
}
