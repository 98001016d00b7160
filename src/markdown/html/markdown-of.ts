import { blocksOf } from './blocks.ts'
import type { Conversion } from './conversion.ts'
import { attribute, elementsIn, type HtmlElement, treeOf } from './tree.ts'
import { notesOf } from './notes.ts'
import { writeMarkdown } from './write-markdown.ts'

/** A text as markdown, and German sentences on what was lost or became something else. */
export interface Markdown {
  markdown: string
  reasons: string[]
}

/**
 * The markdown of a piece of HTML (RUL-53): every word in its order. What markdown cannot express stays as HTML that readers get
 * (RUL-47); of all other elements only the words stay. `base` is the former address of the text: if it is http or https, relative
 * addresses become absolute. Takes linear time.
 */
export function markdownOf(html: string, base: string | null): Markdown {
  return markdownIn(treeOf(html), base)
}

/** The markdown of a part of a page, as `markdownOf`. */
export function markdownIn(root: HtmlElement, base: string | null): Markdown {
  const address = base !== null && /^https?:/i.test(base) ? URL.parse(base) : null
  const { text, notes, reasons } = convert(root, address, { labelOf: (note) => String(note + 1), keepsLostMarks: true })
  return { markdown: writeMarkdown([...text, ...notes]), reasons }
}

/**
 * The markdown of a piece that goes into a text: its notes are apart and have the labels that are free there. A raised mark whose
 * note is missing is left out.
 */
export function pieceIn(root: HtmlElement, labelOf: (note: number) => string): { markdown: string; notes: string[] } {
  const { text, notes } = convert(root, null, { labelOf, keepsLostMarks: false })
  return { markdown: writeMarkdown(text).trim(), notes: notes.map((note) => writeMarkdown([note]).trim()) }
}

type Labels = { labelOf: (note: number) => string; keepsLostMarks: boolean }

function convert(root: HtmlElement, base: URL | null, { labelOf, keepsLostMarks }: Labels) {
  const targets = new Set<string>()
  for (const element of elementsIn(root)) {
    const href = element.name === 'a' ? attribute(element, 'href').trim() : ''
    if (href.startsWith('#') && href.length > 1) targets.add(href.slice(1))
  }
  const notes = notesOf(root, keepsLostMarks)
  const shown = { marked: new Set<number>(), inPlace: new Set<number>() }
  const conversion: Conversion = { base, reasons: new Set(), notes, labelOf, targets, shown }
  const blocks = blocksOf(root, conversion)
  return { ...blocks, reasons: [...conversion.reasons] }
}
