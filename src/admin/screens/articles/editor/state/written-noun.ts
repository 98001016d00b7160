import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import type { Api } from '../../../../data/api.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { refreshArticles } from '../../../../data/articles.ts'
import { refreshSitePages } from '../../../../data/site-pages.ts'
import { listPlace } from '../../use-list-address.ts'
import { pagesAsArticles } from '../../../../writing/sync/pages-as-articles.ts'
import type { ArticleApi } from '../../../../writing/sync/saving.ts'

/**
 * The type of text that the editor edits: articles, or pages (RUL-48). Bundles all differences between the two on the
 * way to the server.
 */
export type WrittenNoun = {
  noun: 'articles' | 'pages'
  api: (api: Api) => ArticleApi
  /** Presence, preview links, remarks, suggestions and who wrote what; the same for both. */
  beside: (api: Api) => Pick<Api['articles'], 'presence' | 'previewLinks' | 'remarks' | 'suggestions'> & {
    revisions: Pick<Api['articles']['revisions'], 'writers'>
  }
  refresh: (client: QueryClient) => Promise<void>
  /** Owner of the copies on this machine. Copies of articles and pages never mix (RUL-28). */
  ownerOf: (userId: string) => string
  /** The route of one of them, and of the list. */
  screen: '/admin/articles/$id' | '/admin/pages/$id'
  list: () => { to: string; search: Record<string, unknown>; state?: { listKey?: string | undefined } }
  /** Its public address. */
  address: (slug: string) => string
  words: typeof ARTICLE_WORDS
}

const ARTICLE_WORDS = {
  list: 'Artikel',
  back: 'Zurück zu Artikel',
  backToList: 'Zurück zu den Artikeln',
  edit: 'Artikel bearbeiten',
  new: 'Neuer Artikel',
  asLive: 'den Artikel, wie er jetzt live ist',
  asItWillBe: 'den Artikel, wie er erscheinen wird',
  withdrawn: 'nimmt den Artikel von der Website',
  notFound: 'Artikel nicht gefunden',
  whyNotFound: 'Es gibt ihn nicht, oder er liegt im Papierkorb.',
  waiting: 'Auf diesem Gerät ist noch Text von ihm lokal gesichert.',
  rescue: 'Lokal gesicherten Text als neuen Artikel öffnen',
  gone: 'Diesen Artikel gibt es nicht mehr, vielleicht liegt er im Papierkorb.',
  created: 'Artikel erstellt!',
  saved: 'Artikel gespeichert!',
  published: 'Artikel veröffentlicht!',
  notSaved: 'Fehler beim Speichern des Artikels',
  notCreated: 'Fehler beim Erstellen des Artikels',
  lost: 'findet den Artikel dann nicht mehr.',
  again: 'den Artikel noch einmal',
  revoking: 'Wer ihn hat, sieht den Artikel ab sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
}

export const ARTICLES: WrittenNoun = {
  noun: 'articles',
  api: (api) => api.articles,
  beside: (api) => api.articles,
  refresh: refreshArticles,
  ownerOf: (userId) => userId,
  screen: '/admin/articles/$id',
  list: () => ({ to: '/admin/articles', ...listPlace() }),
  address: (slug) => `/article/${slug}`,
  words: ARTICLE_WORDS,
}

export const PAGES: WrittenNoun = {
  noun: 'pages',
  api: pagesAsArticles,
  beside: (api) => api.pages,
  refresh: refreshSitePages,
  ownerOf: (userId) => `${userId}/pages`,
  screen: '/admin/pages/$id',
  list: () => ({ to: '/admin/settings', search: { bereich: 'seiten' } }),
  address: (slug) => `/${slug}`,
  words: {
    list: 'Seiten',
    back: 'Zurück zu Seiten',
    backToList: 'Zurück zu den Seiten',
    edit: 'Seite bearbeiten',
    new: 'Neue Seite',
    asLive: 'die Seite, wie sie jetzt live ist',
    asItWillBe: 'die Seite, wie sie erscheinen wird',
    withdrawn: 'nimmt die Seite von der Website',
    notFound: 'Seite nicht gefunden',
    whyNotFound: 'Es gibt sie nicht, oder sie liegt im Papierkorb.',
    waiting: 'Auf diesem Gerät ist noch Text von ihr lokal gesichert.',
    rescue: 'Lokal gesicherten Text als neue Seite öffnen',
    gone: 'Diese Seite gibt es nicht mehr, vielleicht liegt sie im Papierkorb.',
    created: 'Seite angelegt',
    saved: 'Seite gespeichert',
    published: 'Seite veröffentlicht',
    notSaved: 'Fehler beim Speichern der Seite',
    notCreated: 'Fehler beim Anlegen der Seite',
    lost: 'findet die Seite dann nicht mehr.',
    again: 'die Seite noch einmal',
    revoking: 'Wer ihn hat, sieht die Seite ab sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
  },
}

/** Which of the two is open. */
export const WrittenNounContext = createContext<WrittenNoun>(ARTICLES)

/** The type of text being edited, with its API. */
export function useWrittenNoun(): WrittenNoun & { server: ArticleApi; around: ReturnType<WrittenNoun['beside']> } {
  const written = use(WrittenNounContext)
  const api = useApi()
  const server = useMemo(() => written.api(api), [written, api])
  const around = useMemo(() => written.beside(api), [written, api])
  return { ...written, server, around }
}
