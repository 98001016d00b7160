import { queryOptions } from '@tanstack/react-query'
import type { ArticleStatus } from '../../contract/articles.ts'
import { findFolded } from '../../rules/find-folded.ts'
import { fold } from '../../rules/fold.ts'
import type { Api } from './api.ts'
import { articleKeys } from './articles.ts'

/** A target of a link within this blog. */
export type LinkTarget = {
  id: string
  /** Heading of the list it is shown in. */
  group: 'Artikel' | 'Seiten'
  title: string
  /** Path on this site. Former paths redirect to it (RUL-5). */
  address: string
  status: ArticleStatus
  published_at: string | null
}

type Source = (api: Api, words: string, signal: AbortSignal) => Promise<LinkTarget[]>

const SHOWN = 8

/** Articles that match the words; without words the last changed ones. */
const articles: Source = async (api, words, signal) => {
  const { items } = await api.articles.list(
    { ...(words && { q: words }), sort: 'updated', limit: 4 * SHOWN },
    { signal },
  )
  const folded = fold(words).split(/\s+/)
  // The server also matches excerpts, but users search by title.
  const inTitle = ({ title }: { title: string }) => folded.every((word) => findFolded(title, word) !== null)
  const sorted = words === '' ? items : [...items.filter(inTitle), ...items.filter((item) => !inTitle(item))]
  return sorted.map(({ id, title, slug, status, published_at }) => ({
    id,
    group: 'Artikel',
    title,
    address: `/article/${slug}`,
    status,
    published_at,
  }))
}

/** Pages with the words in their title; none without words, since most links lead to articles. */
const pages: Source = async (api, words, signal) => {
  if (words === '') return []
  const { items } = await api.pages.list({ q: words, limit: 4 * SHOWN }, { signal })
  const folded = fold(words).split(/\s+/)
  return items
    .filter(({ title }) => folded.every((word) => findFolded(title, word) !== null))
    .map(({ id, title, slug, status, updated_at }) => ({
      id,
      group: 'Seiten',
      title,
      address: `/${slug}`,
      status,
      published_at: status === 'published' ? updated_at : null,
    }))
}

const SOURCES: Source[] = [articles, pages]

/** Link targets by words of their title (WEEK-6). `own` is the article that will contain the link. */
export function linkTargetsQuery(api: Api, words: string, own: string | null) {
  return queryOptions({
    queryKey: [...articleKeys.all, 'link-targets', words, own],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(SOURCES.map((source) => source(api, words, signal)))
      return found.flatMap((targets) => targets.filter(({ id }) => id !== own).slice(0, SHOWN))
    },
  })
}
