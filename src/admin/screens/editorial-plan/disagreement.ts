import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'

/** A disagreement between a card and its article: in words, and the column that would agree. */
export type Disagreement = { words: string; status: TaskStatus; action: string }

/**
 * The disagreement of a card and its article; null if they agree. The article is right, and only the card moves
 * (RUL-7).
 */
export function disagreementOf({ status, article }: Pick<Task, 'status' | 'article'>): Disagreement | null {
  if (!article) return null
  const to = (words: string, column: TaskStatus): Disagreement => ({
    words,
    status: column,
    action: `Nach „${STATE_LABELS[column]}“`,
  })
  if (article.status === 'published' && status !== 'published')
    return to('Artikel veröffentlicht, Aufgabe noch nicht.', 'published')
  if (article.status === 'scheduled' && status === 'published') return to('Artikel erst geplant.', 'scheduled')
  if (article.status === 'scheduled' && status !== 'scheduled')
    return to('Artikel geplant, Aufgabe noch nicht.', 'scheduled')
  if (article.status === 'draft' && (status === 'scheduled' || status === 'published'))
    return to('Artikel ist noch ein Entwurf.', 'editing')
  return null
}
