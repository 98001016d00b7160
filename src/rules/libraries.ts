/** Specification §9: fixed, in this order; the first is the default of a new link. */
export const LINK_CATEGORIES = ['KI Tools', 'Blog Tools', 'Webseite', 'Gaming News', 'Youtube', 'Allgemein'] as const

/** LINK-2: the message when title or address is missing. */
export const LINK_INCOMPLETE = 'Titel und URL sind erforderlich'

/** Specification §9: fixed, in this order; the first is the default of a new prompt. */
export const PROMPT_CATEGORIES = ['ChatGPT', 'Claude'] as const

/** PROMPT-2: the message when title or content is missing. */
export const PROMPT_INCOMPLETE = 'Titel und Inhalt sind erforderlich'
