/** The kinds of calendar events (CAL-3, CAL-4), in the order of the legend. */
export const EVENT_TYPES = ['deadline', 'publish', 'milestone', 'research'] as const

/** CAL-3: the message for a missing title or start. */
export const EVENT_INCOMPLETE = 'Bitte alle Pflichtfelder ausfüllen'

/** The board's columns, in this order (PLAN-1); the first is the default. */
export const TASK_STATUSES = ['idea', 'draft', 'editing', 'ready', 'scheduled', 'published'] as const

export const TASK_PRIORITIES = ['low', 'med', 'high'] as const

/** PLAN-3, RES-2: the message for a missing title. */
export const ENTER_TITLE = 'Bitte Titel eingeben'
/** For a template of cards without a name. */
export const TEMPLATE_NAME_MISSING = 'Bitte geben Sie der Vorlage einen Namen'

/** Highest limit of cards that a column can be given. */
export const HIGHEST_LIMIT = 999

type Column = (typeof TASK_STATUSES)[number]

/**
 * The column that would agree with the article of a card; null where the card agrees. The article is right, and only the
 * card moves (RUL-7).
 */
export function agreeingColumn(column: Column, article: 'draft' | 'scheduled' | 'published' | null): Column | null {
  if (article === 'published' && column !== 'published') return 'published'
  if (article === 'scheduled' && column !== 'scheduled') return 'scheduled'
  if (article === 'draft' && (column === 'scheduled' || column === 'published')) return 'editing'
  return null
}
