import { renderComment } from '../../../../markdown/comment.ts'
import { titleWithAdvert } from '../../../../rules/labels.ts'
import { quoted } from '../../../../rules/quoted.ts'
import { getPublishedBySlug } from '../../../writing/articles/articles.public.ts'
import { getRow, listNewestShown, pageOf } from '../../comments/comments.public.ts'
import { commentingOn } from '../../comments/comments.service.ts'
import { tags } from '../cache/tags.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { toAtom } from './atom.ts'
import { FEED_TYPES } from './feed.ts'
import { commentFeedPath, commentsAddress } from '../../../../rules/public-paths.ts'

/** Maximum entries, the newest ones. */
const MOST_ENTRIES = 30

/** The shown comments of an article as Atom, newest first (COM-12); null where nobody comments. */
export async function commentFeed(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db, settings, now } = source
  const article = await getPublishedBySlug(db, params.slug!)
  if (!article?.slug) return null
  const { mode } = await commentingOn(db, { settings, article, now })
  if (mode === 'off') return null
  const { title, origin } = siteNames(source)
  const entries = []
  for (const row of await listNewestShown(db, article.id, MOST_ENTRIES)) {
    const whole = await getRow(db, row.id)
    const page = (whole && (await pageOf(db, whole))) ?? 1
    entries.push({
      id: row.id,
      title: row.root_id === row.id ? `Kommentar von ${row.name}` : `Antwort von ${row.name}`,
      url: `${origin}${commentsAddress(article.slug, page)}#k-${row.id}`,
      excerpt: '',
      html: renderComment(row.text),
      authors: [row.name],
      lang: 'de',
      category: null,
      tags: [],
      publishedAt: row.created_at,
      updatedAt: row.edited_at ?? row.created_at,
      cover: null,
      sound: null,
    })
  }
  const address = origin + commentFeedPath(article.slug)
  const body = toAtom({
    title: `Kommentare zu ${quoted(titleWithAdvert(article.title, article.advert))} – ${title}`,
    description: '',
    home: `${origin}/article/${article.slug}`,
    addresses: { atom: address, rss: address, json: address },
    authors: [],
    icon: `${origin}/icon-512.png`,
    hub: null,
    entries,
  })
  return {
    body,
    type: `${FEED_TYPES.atom}; charset=utf-8`,
    tags: [tags.article(article.id), tags.comments(article.id)],
  }
}
