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

/** What an editor begins with: the record, and unsaved text of it on this machine. Both null: there is no such article. */
export type Opening = { article: Article | null; found: FoundCopy | null }

/** `owner`: whose copies. `keepRecord` keeps on this machine what was read; a copy that has arrived goes only after it. */
type Reading = {
  api: Pick<ArticleApi, 'get'>
  owner: string
  keepRecord: () => Promise<void>
  signal?: AbortSignal
}

/** An article with what waits of it here; the text alone where it is gone or in the trash. Errors: those of the server but 404. */
export async function openArticle({ api, owner, keepRecord, signal }: Reading, id: string): Promise<Opening> {
  const reading = api.get({ id }, { signal }).catch((error: unknown) => {
    if (isApiError(error, 'not_found')) return null
    throw error
  })
  // Whatever comes of it is asked for below.
  reading.catch(() => undefined)
  const found = await findCopy(owner, id, await comeBack())
  await dropFormers(owner, found)
  const former = found?.origin?.record
  // Without an answer one writes on here; what others have saved meanwhile comes to it with the first save.
  const article = await (former ? orElse(reading, former) : reading)
  if (!article || !found || !hasArrived(found, article)) return { article, found }
  await keepRecord()
  await dropCopy(found.key)
  return { article, found: null }
}

/** The editor this tab had open before a reload, or null; the copy it left lies with the others from now on. */
async function comeBack(): Promise<string | null> {
  const underway = takeUnderway()
  // A browser that keeps nothing has nothing to lay it into.
  if (underway?.copy) await restoreCopy(underway.copy).catch(() => undefined)
  return underway?.editor ?? null
}

/** A page that was gone before it had taken away the copy it began with left that one behind: what came of it holds all of it. */
async function dropFormers(owner: string, found: FoundCopy | null): Promise<void> {
  const formers = found?.origin?.formers ?? []
  if (formers.length === 0) return
  for (const { key, copy, origin } of await waitingCopies(owner)) {
    const isPart = formers.some(({ editor, text }) => editor === origin?.editor && sameText(text, copy.text))
    if (isPart && key !== found?.key) await dropCopy(key)
  }
}

const PATIENCE_MS = 5000

/** What is read, or the former record where the server is away, or takes too long for somebody whose text lies here. */
function orElse(reading: Promise<Article | null>, former: Article): Promise<Article | null> {
  const late = new Promise<Article>((resolve) => setTimeout(() => resolve(former), PATIENCE_MS))
  const read = reading.catch((error: unknown) => {
    if (error instanceof UnreachableError) return former
    throw error
  })
  return Promise.race([read, late])
}

/**
 * A new article: the text that waits for one, else nothing. A text that became an article as its page went belongs to that
 * one: after a reload it is the one to go on with, otherwise a new article is another.
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

/**
 * Unsaved texts on this machine, one per article, newest first, without those that reached the server as their page went.
 */
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
 * The record that a copy is of, or null: it was never sent, there is none, or the server does not answer. What is here does
 * not wait for that.
 */
async function readCreated({ api, signal }: Reading, { copy, origin }: FoundCopy): Promise<Article | null> {
  if (!origin || (origin.version === null && copy.text.title.trim() === '')) return null
  return api.get({ id: origin.articleId }, { signal, context: { timeoutMs: 5000 } }).catch(() => null)
}

/** Whether the server has this text, or had it before its own editor or others went on from it. */
function hasArrived({ copy, origin }: FoundCopy, article: Article): boolean {
  if (sameText(copy.text, textOf(article))) return true
  if (!origin) return false
  // The save that a page sends as it goes is in no copy any more.
  if (savedLater(article.recent_saves, { editor: origin.editor, saves: copy.saves })) return true
  return origin.unconfirmed.some(
    ({ saveId, text }) => article.recent_saves.includes(saveId) && sameText(text, copy.text),
  )
}
