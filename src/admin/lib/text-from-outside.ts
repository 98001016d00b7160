/**
 * What is typed or pasted into a field of one line: the server takes no control characters in it, and line breaks and tabs
 * between words are blanks.
 */
export function asLine(value: string): string {
  // oxlint-disable no-control-regex -- these are the ones it refuses
  return value.replaceAll(/[\s\u0000-\u001f\u007f]+/g, (run) => (/[\u0000-\u001f\u007f]/.test(run) ? ' ' : run))
  // oxlint-enable no-control-regex
}

/**
 * The text of a file in UTF-8, or as German spreadsheets write it: UTF-16 with a byte order mark, or Windows-1252. The server
 * knows more charsets (`formats/source/text-charset.ts`), with a library that is too large for a browser.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
