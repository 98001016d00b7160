import { decoded } from '../positions.ts'
import { attribute, elementsIn, hasClass, type HtmlElement, textOf } from './tree.ts'

/** How pages and word processors call a note's mark: `#fn1`, `#_ftn1`, `#fn:quelle`, `#cite_note-5`, `#user-content-fn-1`. */
const NOTE =
  /^#(?:user-content-)?_?(?:ftn|edn|ftnt|fn|footnote|endnote|easy-footnote-bottom|sdfootnote|sdendnote|cite_note)[-:_]?[\w.:-]{1,80}$/i
/** The way back from a note carries `ref`, `anc` or the like. */
const BACK =
  /^#(?:user-content-)?_?(?:(?:ftn|edn|ftnt|fn|footnote|endnote|cite)_?-?:?ref|sd(?:foot|end)note\w{1,9}anc|easy-footnote-\d|[\w-]{8,80}-link$)/i
const MARK = /^[[(]?(?:\d{1,4}|[ivxlc]{1,6}|[a-z]|[*†‡]{1,3})[\])]?$/i
const NOTE_BOX = /^_?(?:ftn|edn|sdfootnote|sdendnote)\d/i
const TEXTS = new Set(['li', 'p', 'div'])
/** What stands around the texts of notes. */
const AROUND = new Set(['div', 'li', 'ol', 'p', 'section', 'br'])

/** The notes of a text: which element is the mark of which, their texts, and what in these leads back. */
export interface Notes {
  marks: ReadonlyMap<HtmlElement, number>
  texts: ReadonlySet<HtmlElement>
  /** The same, each at the number its marks have. */
  inOrder: readonly HtmlElement[]
  left: ReadonlySet<HtmlElement>
}

/** Whether an address within a page is that of a note, or leads back from one. */
export function isNoteAddress(hash: string): boolean {
  return NOTE.test(hash) || BACK.test(hash)
}

/** Finds marks of notes whose texts stand in the same page; marks that lead nowhere stay links, or raised ones are left out. */
export function notesOf(root: HtmlElement, keepsLostMarks: boolean): Notes {
  const elements = elementsIn(root)
  const byName = new Map<string, HtmlElement>()
  for (const element of elements) {
    for (const name of [attribute(element, 'id'), element.name === 'a' ? attribute(element, 'name') : ''])
      if (name !== '' && !byName.has(name)) byName.set(name, element)
  }
  const marks = new Map<HtmlElement, number>()
  const numbers = new Map<HtmlElement, number>()
  const lost: HtmlElement[] = []
  for (const link of elements) {
    const href = link.name === 'a' ? attribute(link, 'href').trim() : ''
    const isNamed = NOTE.test(href) && !BACK.test(href)
    const isWordPress = link.parent?.name === 'sup' && link.parent.attributes.has('data-fn') && href.startsWith('#')
    if (!(isNamed || isWordPress) || !MARK.test(textOf(link).replaceAll(/\s/g, ''))) continue
    const named = byName.get(decoded(href.slice(1)))
    const text = named && boxOf(named)
    if (!text || isWithin(link, text)) {
      if (!keepsLostMarks && link.parent?.name === 'sup') lost.push(link.parent)
      continue
    }
    let number = numbers.get(text)
    if (number === undefined) {
      number = numbers.size
      numbers.set(text, number)
    }
    marks.set(
      link.parent?.name === 'sup' && textOf(link.parent).trim() === textOf(link).trim() ? link.parent : link,
      number,
    )
  }
  const inOrder = [...numbers.keys()]
  return { marks, texts: new Set(inOrder), inOrder, left: leftOf(elements, inOrder, lost) }
}

/** What goes with notes: the ways back, and the rule above them. */
function leftOf(
  elements: readonly HtmlElement[],
  texts: readonly HtmlElement[],
  lost: readonly HtmlElement[],
): Set<HtmlElement> {
  const left = new Set(lost)
  if (texts.length === 0) return left
  for (const text of texts) {
    for (const link of elementsIn(text))
      if (
        link.name === 'a' &&
        (BACK.test(attribute(link, 'href')) || hasClass(link, 'footnote-backref', 'reversefootnote'))
      )
        left.add(link.parent?.name === 'sup' ? link.parent : link)
  }
  // the last rule before the first text of a note, with nothing but it behind
  const first = elements.indexOf(texts[0]!)
  const rule = elements.findLastIndex(({ name }, index) => name === 'hr' && index < first)
  const between = elements.slice(rule + 1, first)
  if (rule >= 0 && between.every(({ name }) => AROUND.has(name))) left.add(elements[rule]!)
  return left
}

/** What holds the text of a note: its own box, item or paragraph. */
function boxOf(named: HtmlElement): HtmlElement | null {
  let nearest: HtmlElement | null = null
  for (let up: HtmlElement | null = named; up; up = up.parent) {
    if (NOTE_BOX.test(attribute(up, 'id')) && up.name === 'div') return up
    if (nearest === null && TEXTS.has(up.name)) nearest = up
    if (up.name === 'li') break
  }
  return nearest
}

function isWithin(element: HtmlElement, outer: HtmlElement): boolean {
  for (let up: HtmlElement | null = element; up; up = up.parent) if (up === outer) return true
  return false
}
