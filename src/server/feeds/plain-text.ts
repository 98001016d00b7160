import { decodeHTML } from 'entities'

/** Element names of HTML and its frequent neighbours; anything else in angle brackets is text (`List<String>`). */
const ELEMENTS =
  'a|abbr|acronym|address|article|aside|audio|b|base|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|data|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|math|meta|nav|noscript|object|ol|option|p|param|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr'

const UNREAD = /<(script|style|template|noscript|svg)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
const COMMENT = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<!doctype[^>]*>/gi
/** What begins something new on its own line keeps a space where the tag was. */
const BLOCK =
  /<\/?(?:\w+:)?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)\b[^>]*>/gi
const TAG = new RegExp(`</?(?:\\w+:)?(?:${ELEMENTS})(?:\\s[^>]*)?/?>`, 'gi')
const ENCODED_WORD = /=\?([\w-]+)\?([BQ])\?([^?\s]*)\?=/gi

/**
 * A feed's title or text as plain text of one line (R17): without tags, scripts and styles, entities and base64 words (RFC
 * 2047) decoded, no control characters, at most `max` characters.
 */
export function plainText(markup: string | null | undefined, max: number): string {
  if (!markup) return ''
  const words = markup.replace(ENCODED_WORD, (word, charset: string, method: string, content: string) => {
    return decodedWord(charset, method, content) ?? word
  })
  const text = decodeHTML(
    words.replace(UNREAD, ' ').replace(COMMENT, '').replace(BLOCK, ' ').replace(TAG, ''),
  ).toWellFormed()
  // oxlint-disable-next-line no-control-regex -- control characters become spaces here
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= max
    ? line
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

function decodedWord(charset: string, method: string, content: string): string | null {
  const bytes =
    method.toUpperCase() === 'B'
      ? Buffer.from(content, 'base64')
      : Buffer.from(
          content.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, (_all, hex: string) => {
            return String.fromCharCode(Number.parseInt(hex, 16))
          }),
          'latin1',
        )
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return null
  }
}
