/** A source as cited in a text. */
export type Source = { title: string; url: string | null; note: string | null }
export type SourceKind = 'link' | 'quote' | 'footnote'

export type SourceChange = { from: number; to: number; insert: string }
type Selection = { from: number; to: number }

/** Maximum length of a quotation from a note. */
const LONGEST_QUOTE = 2000
const NOTE_MARK = /\[\^(\d{1,6})\]/g
const DEFINITION = /^ {0,3}\[\^[^\]\s]+\]:/

function words(title: string): string {
  return title.replace(/[\\[\]<>*_`]/g, String.raw`\$&`)
}

function named({ title, url }: Source, shown = words(title)): string {
  return url === null
    ? shown
    : `[${shown}](${url.replace(/[()\s<>]/g, (sign) => encodeURIComponent(sign).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29')))})`
}

/**
 * Changes that insert a source (positions as the editor view counts them): as a link on the selected words, as a
 * quotation below the paragraph, or as a footnote with the access date.
 */
export function sourceChanges(
  text: string,
  { from, to }: Selection,
  { source, kind, day }: { source: Source; kind: SourceKind; day: string },
): { changes: SourceChange[]; cursor: number } {
  if (kind === 'link') {
    const selected = text.slice(from, to)
    const insert = named(source, selected.trim() === '' || selected.includes('\n') ? undefined : selected)
    return { changes: [{ from, to, insert }], cursor: from + insert.length }
  }
  if (kind === 'quote') {
    const next = text.indexOf('\n', to)
    const at = next < 0 ? text.length : next
    const quoted = (source.note?.trim() || '…').slice(0, LONGEST_QUOTE).split(/\r\n?|\n/)
    const lines = [...quoted, '', `— ${named(source)}`].map((line) => (line === '' ? '>' : `> ${line}`))
    const insert = `${at === 0 ? '' : '\n\n'}${lines.join('\n')}${next < 0 ? '\n' : '\n'}`
    return { changes: [{ from: at, to: at, insert }], cursor: at + insert.length }
  }
  const numbers = [...text.matchAll(NOTE_MARK)].map(([, number]) => Number(number))
  const number = numbers.reduce((highest, one) => Math.max(highest, one), 0) + 1
  const mark = `[^${number}]`
  const trimmed = text.trimEnd()
  const last = trimmed.slice(trimmed.lastIndexOf('\n') + 1)
  const apart = trimmed === '' ? '' : DEFINITION.test(last) ? '\n' : '\n\n'
  const definition = `${apart}${mark}: ${named(source)}, abgerufen am ${day}.\n`
  // The cursor may be in the trailing blanks that the note replaces.
  const place = Math.min(to, trimmed.length)
  return {
    changes: [
      { from: place, to: place, insert: mark },
      { from: trimmed.length, to: text.length, insert: definition },
    ],
    cursor: place + mark.length,
  }
}
