/** Specification §4: the first is the default. */
export const SOURCE_TYPES = ['link', 'note', 'file'] as const

/** RES-2: the message for a missing title. */
export const RESEARCH_TITLE_MISSING = 'Bitte Titel eingeben'

export const NO_ADDRESS = 'Bitte eine Adresse mit http:// oder https:// angeben'
