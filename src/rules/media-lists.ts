/** WEEK-28: images without alternative text, without credit, and those that nothing shows. */
export const MEDIA_FILTERS = ['no_alt', 'no_credit', 'unused'] as const
export type MediaFilter = (typeof MEDIA_FILTERS)[number]

/** Pictures, sound, and film, by the first word of their type. */
export const MEDIA_KINDS = ['image', 'audio', 'video'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Orders of the library: by upload, by name, by size. */
export const MEDIA_SORTS = ['newest', 'oldest', 'name', 'largest'] as const
export type MediaSort = (typeof MEDIA_SORTS)[number]
