/**
 * The line separator to open a text with, so that it is saved byte for byte as it came: `\r\n` where every line ends so,
 * nothing (the editor's own `\n`) where no carriage return occurs, and `\n` alone for mixed texts, whose carriage
 * returns then stay in the lines as characters.
 */
export function lineSeparatorOf(text: string): '\r\n' | '\n' | undefined {
  if (!text.includes('\r')) return undefined
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? '\n' : '\r\n'
}

/** A text from elsewhere with the line ends of the one it goes into. */
export function withLineBreaks(text: string, lineBreak: string): string {
  return text.replaceAll(/\r\n?|\n/g, lineBreak)
}
