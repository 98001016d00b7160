/** The kinds of calendar events (CAL-3, CAL-4), in the order of the legend. */
export const EVENT_TYPES = ['deadline', 'publish', 'milestone', 'research'] as const

/** CAL-3: the message for a missing title or start. */
export const EVENT_INCOMPLETE = 'Bitte alle Pflichtfelder ausfüllen'
