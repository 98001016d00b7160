import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { agreeingColumn } from '../../../rules/planning.ts'
import { quoted } from '../../../rules/quoted.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'

/** A disagreement between a card and its article: in words, and the column that would agree. */
export type Disagreement = { words: string; status: TaskStatus; action: string }

/** The disagreement of a card and its article; null if they agree. */
export function disagreementOf({ status, article }: Pick<Task, 'status' | 'article'>): Disagreement | null {
  const column = article && agreeingColumn(status, article.status)
  if (!column) return null
  return { words: wordsFor(status, column), status: column, action: `Nach ${quoted(STATE_LABELS[column])}` }
}

function wordsFor(status: TaskStatus, column: TaskStatus): string {
  if (column === 'published') return 'Artikel veröffentlicht, Aufgabe noch nicht.'
  if (column === 'scheduled')
    return status === 'published' ? 'Artikel erst geplant.' : 'Artikel geplant, Aufgabe noch nicht.'
  return 'Artikel ist noch ein Entwurf.'
}
