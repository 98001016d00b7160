// What the app in the browser counts with as the server does. It stands here, not in the contract, whose schemas and their library
// (25 KiB) no screen has to load for a number.

/** Longest search words of a list, in characters. */
export const LONGEST_QUERY = 200
/** Most picture addresses of one request, and most pictures that one request changes. */
export const MEDIA_LOOKUP_LIMIT = 500
export const MEDIA_BULK_LIMIT = 200
/** Most embeds of a text; further ones are links. */
export const MOST_EMBEDS = 50
/** Most calendar entries of one move. */
export const MOST_MOVED = 200
/** Most cards of the board that one request changes. */
export const TASKS_AT_ONCE = 200
/** Longest notes of a task, in characters. */
export const LONGEST_NOTES = 20_000
/** Default validity of a preview link, in days (RUL-37). */
export const PREVIEW_DAYS = 14
/** Days after which the trash empties by itself (RUL-20). */
export const TRASH_DAYS = 30
/** Most entries of a menu of the website, and longest custom CSS, in characters. */
export const MOST_LINKS = 20
export const MOST_CSS = 20_000

/** Characters of the name of a version. */
export const LONGEST_REVISION_NAME = 80

/**
 * Longest remark and longest beginning of its passage, in characters, and most remarks of one text, answers included; of these, most by
 * guests of preview links, so that strangers leave room for the team.
 */
export const LONGEST_REMARK = 4000
export const LONGEST_QUOTE = 1000
export const MOST_REMARKS = 1000
export const MOST_GUEST_REMARKS = 200

/** Most open suggestions of one text, most replacements of one, and most characters that one inserts. */
export const MOST_SUGGESTIONS = 500
export const MOST_REPLACEMENTS = 20
export const LONGEST_SUGGESTION = 20_000
