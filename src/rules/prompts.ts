/** Specification §9: fixed, in this order; the first is the default of a new prompt. */
export const PROMPT_CATEGORIES = ['ChatGPT', 'Claude'] as const

/** PROMPT-2: the message when title or content is missing. */
export const PROMPT_INCOMPLETE = 'Titel und Inhalt sind erforderlich'
