export type ListDate = { label: 'Veröffentlicht' | 'Termin' | 'Geändert'; instant: string }

/** The date a list shows for an article (RUL-16): published_at, else updated_at, with the word that says which it is. */
export function listDate(article: { status: string; published_at: string | null; updated_at: string }): ListDate {
  if (article.published_at === null) return { label: 'Geändert', instant: article.updated_at }
  return { label: article.status === 'scheduled' ? 'Termin' : 'Veröffentlicht', instant: article.published_at }
}
