/** ASCII punctuation that a backslash escapes, without `&`: references such as `&copy;` are shown as they are written. */
const ESCAPED = /\\([!-%'-/:-@[-`{-~])/g
/** A backslash would escape what follows it. Before `&` it is one that `readable` has left. */
const BACKSLASH = /\\(?!&)/g
const LINE_ENDS = /[\n\r\u2028\u2029]+/g

/** The words of an alternative text or a caption, as people read them, from their markdown. */
export function readable(markdown: string): string {
  return markdown.replace(ESCAPED, '$1')
}

/** Words as the alternative text of a picture: no character ends it or turns into markup. */
export function asAlternative(words: string): string {
  return words
    .replace(LINE_ENDS, ' ')
    .replace(BACKSLASH, '\\\\')
    .replaceAll(/[`*[\]<]|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}

/** Words as the title of a picture, without its quotes. */
export function asCaption(words: string): string {
  return words.replace(LINE_ENDS, ' ').replace(BACKSLASH, '\\\\').replaceAll('"', '\\"')
}
