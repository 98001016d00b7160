/** Specification §9: fixed, in this order; the first is the default of a new link. */
export const LINK_CATEGORIES = ['KI Tools', 'Blog Tools', 'Webseite', 'Gaming News', 'Youtube', 'Allgemein'] as const

/** LINK-2: the message when title or address is missing. */
export const LINK_INCOMPLETE = 'Titel und URL sind erforderlich'

/** Specification §9: fixed, in this order; the first is the default of a new prompt. */
export const PROMPT_CATEGORIES = ['ChatGPT', 'Claude'] as const

/** PROMPT-2: the message when title or content is missing. */
export const PROMPT_INCOMPLETE = 'Titel und Inhalt sind erforderlich'

/** WEEK-28: images without alternative text, without credit, and those that nothing shows. */
export const MEDIA_FILTERS = ['no_alt', 'no_credit', 'unused'] as const
export type MediaFilter = (typeof MEDIA_FILTERS)[number]

/** Pictures, sound, and film, by the first word of their type. */
export const MEDIA_KINDS = ['image', 'audio', 'video'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Orders of the library: by upload, by name, by size. */
export const MEDIA_SORTS = ['newest', 'oldest', 'name', 'largest'] as const
export type MediaSort = (typeof MEDIA_SORTS)[number]
