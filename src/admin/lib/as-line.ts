/**
 * What is typed or pasted into a field of one line: the server takes no control characters in it, and line breaks and tabs
 * between words are blanks.
 */
export function asLine(value: string): string {
  // oxlint-disable no-control-regex -- these are the ones it refuses
  return value.replaceAll(/[\s\u0000-\u001f\u007f]+/g, (run) => (/[\u0000-\u001f\u007f]/.test(run) ? ' ' : run))
  // oxlint-enable no-control-regex
}
