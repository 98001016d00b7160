import { quoted } from './quoted.ts'
/** The states of an article, in the order of their life (specification §3). */
export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published'] as const

/** EDIT-9, RUL-29: the message of every refused empty title. */
export const TITLE_MISSING = 'Bitte geben Sie einen Titel ein'

/** Orders of the article list; the first is the default (ART-4). */
export const ARTICLE_SORTS = ['created', 'updated', 'date', 'title', 'planned'] as const

/** Most pinned articles of the landing page. */
export const MOST_PINNED = 3

/** Most tags of an article. */
export const MOST_TAGS = 50

/**
 * The characters of a text that are searched, some forty thousand words. What lies beyond is a book's: its index would keep
 * everybody else waiting at each save.
 */
export const SEARCHED_CHARACTERS = 250_000

export type ListDate = { label: 'Veröffentlicht' | 'Termin' | 'Geändert'; instant: string }

/** The date a list shows for an article (RUL-16): published_at, else updated_at, with the word that says which it is. */
export function listDate(article: { status: string; published_at: string | null; updated_at: string }): ListDate {
  if (article.published_at === null) return { label: 'Geändert', instant: article.updated_at }
  return { label: article.status === 'scheduled' ? 'Termin' : 'Veröffentlicht', instant: article.published_at }
}

/** The rule of EDIT-8: the characters # * _ ` [ ] removed, then the first 200 characters, or as many as wanted. */
export function autoExcerpt(markdown: string, length = 200): string {
  return markdown.replace(/[#*_`[\]]/g, '').slice(0, length)
}

/** Longest title, in characters. */
const LONGEST_TITLE = 300

/** What a copy is called; that of a copy is no copy of a copy. */
export function copyTitle(title: string): string {
  const plain = title.replace(/^Kopie von „(.*)“$/s, '$1')
  const room = LONGEST_TITLE - 'Kopie von „“'.length
  const letters = [...plain]
  return `Kopie von ${quoted(plain.length <= room ? plain : `${letters.slice(0, room / 2).join('')}…`)}`
}

/** The longest text, in characters. */
export const MOST_CHARACTERS = 2_000_000

/** What the review of an article has come to (RUL-61). It is a field of its own beside the status. */
export const REVIEWS = ['none', 'requested', 'approved', 'returned'] as const
export type Review = (typeof REVIEWS)[number]
