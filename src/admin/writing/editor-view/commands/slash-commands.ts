import type { EditorState, TransactionSpec } from '@codemirror/state'

/** A command of the slash menu: its name, and what replaces the typed text. */
export type SlashCommand = {
  id: string
  label: string
  /** Synonyms it is found by. */
  words: string
  /** Its markdown, shown as a hint. */
  hint: string
  run: (state: EditorState, from: number, to: number) => TransactionSpec | 'image'
}

type Run = SlashCommand['run']

/** Puts a block mark at the start of the line. If text precedes the menu, the block begins on a new line below it. */
function block(before: string): Run {
  return (state, from, to) => {
    const line = state.doc.lineAt(from)
    const words = state.sliceDoc(line.from, from)
    const isBlank = words.trim() === ''
    // In a quote or list item the mark follows theirs.
    const isPrefix = /^\s*(?:(?:>|[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)*$/.test(words)
    const start = isBlank ? line.from : isPrefix ? from : from - (words.length - words.trimEnd().length)
    const lead = isBlank || isPrefix ? '' : '\n\n'
    return insertion(state, start, to, lead + before, '')
  }
}

/**
 * Inserts a block of several lines. Text before and after the menu stays in paragraphs of its own, and in a quote or
 * list item every line stays in it.
 */
function apart(before: string, after: string): Run {
  return (state, from, to) => {
    const line = state.doc.lineAt(from)
    const words = state.sliceDoc(line.from, from)
    const isMarked = /^\s*(?:(?:>|[-*+]|\d+[.)])\s+)+$/.test(words)
    const inside = isMarked ? words.replaceAll(/[-*+\d.)]/g, ' ') : /^(?:\s*>)+ ?|^\s*/.exec(words)![0]
    const isBlank = isMarked || words.length === inside.length
    const start = isBlank ? from : line.from + words.trimEnd().length
    const end = line.to - state.sliceDoc(to, line.to).trimStart().length
    const isOpen = (number: number) =>
      number >= 1 && number <= state.doc.lines && /[^\s>]/.test(state.doc.line(number).text)
    const gap = `\n${inside.trimEnd()}\n${inside}`
    const lead = isBlank ? (!isMarked && isOpen(line.number - 1) ? `\n${inside}` : '') : gap
    const tail = end < line.to ? gap : isOpen(line.number + 1) ? `\n${inside.trimEnd()}` : ''
    const lines = (text: string) => text.replaceAll('\n', `\n${inside}`)
    return insertion(state, start, end, lead + lines(before), lines(after) + tail)
  }
}

function inline(before: string, after = ''): Run {
  return (state, from, to) => insertion(state, from, to, before, after)
}

/** The cursor goes between the two halves. Positions count each line end as one. */
function insertion(state: EditorState, from: number, to: number, before: string, after: string): TransactionSpec {
  const insert = state.toText((before + after).replaceAll('\n', state.lineBreak))
  return { changes: { from, to, insert }, selection: { anchor: from + before.length } }
}

/** The start of an address, selected: a pasted one replaces it. Alone in its paragraph it becomes an embed (RUL-49). */
const embed: Run = (state, from, to) => {
  const start = 'https://'
  const spec = apart(start, '')(state, from, to)
  if (spec === 'image' || !spec.selection || !('anchor' in spec.selection)) return spec
  const { anchor } = spec.selection
  return { ...spec, selection: { anchor: anchor - start.length, head: anchor } }
}

/** Directly below a paragraph, three hyphens would turn it into a heading. */
const rule: Run = (state, from, to) => {
  const { number } = state.doc.lineAt(from)
  const isFree = number === 1 || state.doc.line(number - 1).text.trim() === ''
  return block(isFree ? '---\n\n' : '\n---\n\n')(state, from, to)
}

/** Inserts a reference with the next free number and its definition at the end of the text. */
const footnote: Run = (state, from, to) => {
  const text = state.sliceDoc()
  const used = new Set([...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number)))
  let number = 1
  while (used.has(number)) number += 1
  const mark = `[^${number}]`
  const end = state.doc.length
  const last = state.doc.lineAt(end)
  const gap = last.text.trim() === '' || last.text.startsWith('[^') ? (last.length > 0 ? '\n' : '') : '\n\n'
  const definition = `${gap}${mark}: `
  // No blank between a word and its reference.
  const start = /[ \t]/.test(state.sliceDoc(from - 1, from)) ? from - 1 : from
  return {
    changes: [
      { from: start, to, insert: mark },
      { from: end, insert: state.toText(definition.replaceAll('\n', state.lineBreak)) },
    ],
    selection: { anchor: end - (to - start) + mark.length + definition.length },
  }
}

export const SLASH_COMMANDS: SlashCommand[] = [
  { id: 'heading', label: 'Überschrift', words: 'kapitel titel h2', hint: '##', run: block('## ') },
  { id: 'subheading', label: 'Zwischenüberschrift', words: 'abschnitt h3', hint: '###', run: block('### ') },
  { id: 'list', label: 'Liste', words: 'aufzählung punkte', hint: '-', run: block('- ') },
  { id: 'numbers', label: 'Nummerierte Liste', words: 'zahlen schritte', hint: '1.', run: block('1. ') },
  { id: 'task', label: 'Aufgabe', words: 'checkliste todo', hint: '- [ ]', run: block('- [ ] ') },
  { id: 'quote', label: 'Zitat', words: 'blockzitat', hint: '>', run: block('> ') },
  { id: 'code', label: 'Code', words: 'quelltext programm block', hint: '```', run: apart('```\n', '\n```') },
  {
    id: 'table',
    label: 'Tabelle',
    words: 'spalten zeilen',
    hint: '| |',
    run: apart('| ', ' |  |\n| --- | --- |\n|  |  |'),
  },
  {
    id: 'note',
    label: 'Hinweis',
    words: 'kasten anmerkung note info',
    hint: '> [!NOTE]',
    run: apart('> [!NOTE]\n> ', ''),
  },
  {
    id: 'warning',
    label: 'Warnung',
    words: 'kasten achtung warning',
    hint: '> [!WARNING]',
    run: apart('> [!WARNING]\n> ', ''),
  },
  {
    id: 'details',
    label: 'Aufklappbarer Abschnitt',
    words: 'details klappen mehr',
    hint: '<details>',
    run: apart('<details>\n<summary>', '</summary>\n\n\n\n</details>'),
  },
  {
    id: 'embed',
    label: 'Einbettung',
    words:
      'video youtube vimeo peertube ton spotify soundcloud podigee karte beitrag mastodon bluesky instagram codepen adresse',
    hint: 'https://',
    run: embed,
  },
  { id: 'image', label: 'Bild', words: 'foto grafik mediathek galerie', hint: '![ ]', run: () => 'image' },
  {
    id: 'sound',
    label: 'Ton oder Film',
    words: 'podcast audio video mp3 mp4 folge mediathek',
    hint: '![ ]',
    run: () => 'image',
  },
  { id: 'rule', label: 'Trennlinie', words: 'linie absatz', hint: '---', run: rule },
  { id: 'footnote', label: 'Fußnote', words: 'anmerkung quelle', hint: '[^1]', run: footnote },
  {
    id: 'quotes',
    label: 'Anführungszeichen',
    words: 'gänsefüßchen typographisch',
    hint: '„ “',
    run: inline('„', '“'),
  },
]
