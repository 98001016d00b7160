import type { Presence } from '../../contract/articles/presence.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { getArticleVersion } from './articles.queries.ts'
import * as queries from './presence.queries.ts'

/** An editor that has said nothing for so long has gone: two beats and a half of five seconds. */
export const PRESENCE_MS = 12_500

type Place = { id: string; editor: string }

/**
 * Says that an editor has the article open and gives the other ones with the article's version. Whoever comes, and whoever
 * is found gone, is announced to live clients; a beat in between is not. 404 without an article.
 */
export async function stay(db: Db, { id, editor }: Place, { caller, now }: Act): Promise<Presence> {
  return inTransaction(db, async (tx) => {
    const version = await getArticleVersion(tx, id)
    if (version === null) throw new ApiError('not_found')
    const known = await queries.getPresence(tx, editor)
    await queries.putPresence(tx, {
      editor_id: editor,
      article_id: id,
      user_id: caller.userId,
      seen_at: now.toISOString(),
    })
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
    // Nobody speaks from the future: a clock stood ahead.
    const gone = await queries.deletePresencesOutside(tx, id, { before: at(-PRESENCE_MS), after: at(PRESENCE_MS) })
    if (known?.article_id !== id || gone > 0) await tell(tx, id)
    const all = await queries.listPresences(tx, id)
    return { version, others: all.filter((other) => other.editor !== editor) }
  })
}

/** An editor closes; one that is not there is no fault. */
export async function leave(db: Db, { id, editor }: Place, { caller }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await queries.deletePresence(tx, editor, caller.userId)) await tell(tx, id)
  })
}

function tell(tx: Parameters<typeof announce>[0], articleId: string): Promise<void> {
  return announce(tx, { noun: 'presence', id: articleId, verb: 'updated', hidden: true })
}
