import { renderComment } from '../../../../markdown/comment.ts'
import { COMMENTS_ON_PAGE, removalWords, type RemovalReason } from '../../../../rules/comments.ts'
import type { CommentEntry, CommentsProps } from '../../../../site/page-props.ts'
import { countVisible, listVisible, type VisibleRow } from '../../comments/comments.public.ts'
import { commentingOn } from '../../comments/comments.service.ts'
import type { PageSource } from './site-source.ts'

/** A comment as a page shows it, or what stands in its place. */
export function toCommentEntry(row: VisibleRow): CommentEntry {
  const isShown = row.state === 'shown'
  return {
    id: row.id,
    name: isShown ? row.name : '',
    team: isShown && row.team === 1,
    html: isShown ? renderComment(row.text) : '',
    at: row.created_at,
    isAnswer: row.root_id !== row.id,
    gone: isShown ? null : goneWords(row),
  }
}

function goneWords({ state, reason }: VisibleRow): string {
  return state === 'removed'
    ? removalWords(reason as RemovalReason | null)
    : 'Dieser Kommentar wurde von seiner Verfasserin oder seinem Verfasser gelöscht.'
}

/**
 * A page of an article's comments, from 1; null where there are none to show and none can be written. `until` is the instant at which
 * they close; null where that changes nothing.
 */
export async function shownComments(
  source: Pick<PageSource, 'db' | 'settings' | 'now'>,
  article: { id: string; slug: string | null; published_at: string | null },
  page = 1,
): Promise<{ props: CommentsProps | null; until: string | null }> {
  const { db, settings, now } = source
  const { mode, closesAt, isOpen } = await commentingOn(db, { settings, article, now })
  const until = isOpen ? closesAt : null
  if (mode === 'off') return { props: null, until: null }
  const { places, shown } = await countVisible(db, article.id)
  if (places === 0 && !isOpen) return { props: null, until }
  const pages = Math.max(1, Math.ceil(places / COMMENTS_ON_PAGE))
  if (page > pages) return { props: null, until }
  const rows = places === 0 ? [] : await listVisible(db, article.id, page)
  return {
    props: {
      slug: article.slug ?? '',
      entries: rows.map(toCommentEntry),
      count: shown,
      page,
      pages,
      isOpen,
      closesAt,
      moderated: mode === 'moderated',
    },
    until,
  }
}
