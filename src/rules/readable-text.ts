/** Control characters that part words where they stand. */
const PARTING = /[\v\f\u0085]/g
/** All other control characters but tab and line ends, and what Unicode will never make a character. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufffe\uffff]/g
/** Halves of characters; asked only where there are any, since reading by code point takes ten times as long. */
const HALVES = /\p{Surrogate}/gu

/**
 * A text as it may stand on a page, in a feed or a calendar: without control characters and halves of characters, which no
 * reader sees and XML forbids. Only for what is shown; stored text stays byte for byte.
 */
export function readableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(HALVES, '')
  return whole.replace(PARTING, ' ').replace(UNREADABLE, '')
}
