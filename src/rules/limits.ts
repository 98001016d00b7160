// What the app in the browser counts with as the server does. It stands here, not in the contract, whose schemas and their library
// (25 KiB) no screen has to load for a number.

/** So many addresses of pictures are looked up by one request, and so many pictures changed by one. */
export const MEDIA_LOOKUP_LIMIT = 500
export const MEDIA_BULK_LIMIT = 200
/** So many embeds a text may have; further ones are links. */
export const MOST_EMBEDS = 50
/** So many entries of the calendar are moved together. */
export const MOST_MOVED = 200
/** So many cards of the board are changed by one request. */
export const TASKS_AT_ONCE = 200
/** Letters of a task's notes. */
export const LONGEST_NOTES = 20_000
/** Days a preview link opens unless told otherwise (RUL-37). */
export const PREVIEW_DAYS = 14
/** Days after which the trash empties by itself (RUL-20). */
export const TRASH_DAYS = 30
/** Entries of a menu of the website, and letters of its own rules. */
export const MOST_LINKS = 20
export const MOST_CSS = 20_000
