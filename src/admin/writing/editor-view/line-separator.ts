/**
 * The line separator for opening a text, so that it is saved byte for byte: `\r\n` if every line ends with it,
 * undefined (the editor's `\n`) if there is no carriage return, and `\n` for mixed texts, whose carriage returns stay
 * in the lines as characters.
 */
export function lineSeparatorOf(text: string): '\r\n' | '\n' | undefined {
  if (!text.includes('\r')) return undefined
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? '\n' : '\r\n'
}

/** A text with the line ends of the text it is inserted into. */
export function withLineBreaks(text: string, lineBreak: string): string {
  return text.replaceAll(/\r\n?|\n/g, lineBreak)
}
