import { backwards } from './rich-text-breaks.ts'

/** Stands for a note's mark until the notes are numbered. */
export const NOTE_MARK = 'data-note'

/**
 * How Word, LibreOffice, Google Docs and web pages call a note's mark and its text: `#_ftn1`, `#_edn2`, `#sdfootnote1sym`,
 * `#ftnt3`, `#fn4`, `#cite_note-5`. The way back carries `ref`, `anc` or the like.
 */
const NOTE = /#(?:_?(ftn|edn|ftnt|fn|sdfootnote|sdendnote|cite_note|user-content-fn)[-:]?)[\w.:-]{1,80}$/i
const BACK = /#(?:_?(?:ftn|edn|ftnt|fn)_?ref|sd(?:foot|end)note\w{1,9}anc|cite_ref|user-content-fnref)/i
const MARK = /^[[(]?(?:\d{1,4}|[ivxlc]{1,6}|[a-z]|[*†‡]{1,3})[\])]?$/i

/** What Word and LibreOffice put around all paragraphs of one note. */
const BOX = 'div[id^="ftn"], div[id^="edn"], div[id^="sdfootnote"], div[id^="sdendnote"]'

/**
 * Takes footnotes out of pasted markup: each mark with a text becomes an element that stands for it, and the texts come back in
 * the order of their marks. Small raised marks whose text was not copied lead nowhere and go.
 */
export function takeNotes(body: HTMLElement): HTMLElement[] {
  const byName = new Map<string, Element>()
  for (const element of body.querySelectorAll('[id], a[name]')) {
    for (const name of [element.getAttribute('id'), element.getAttribute('name')])
      if (name && !byName.has(name)) byName.set(name, element)
  }
  const texts: HTMLElement[] = []
  const numbers = new Map<Element, number>()
  const lost: Element[] = []
  for (const link of [...body.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')]) {
    const href = link.getAttribute('href') ?? ''
    if (!NOTE.test(href) || BACK.test(href) || !MARK.test(link.textContent?.replaceAll(/\s/g, '') ?? '')) continue
    const named = byName.get(decoded(href.slice(href.lastIndexOf('#') + 1)))
    const note = named && containerOf(named)
    const mark = link.closest('sup') ?? link
    if (!note || note.contains(link)) {
      if (link.closest('sup')) lost.push(mark)
      continue
    }
    let number = numbers.get(note)
    if (number === undefined) {
      number = texts.push(note) - 1
      numbers.set(note, number)
    }
    const stand = body.ownerDocument.createElement('i')
    stand.setAttribute(NOTE_MARK, String(number))
    mark.replaceWith(stand)
  }
  for (const mark of backwards(lost)) mark.remove()
  for (const text of texts) {
    for (const back of backwards(text.querySelectorAll('a')))
      if (BACK.test(back.getAttribute('href') ?? '')) (back.closest('sup') ?? back).remove()
    text.remove()
  }
  // What is left of a list of notes: its line, and what is empty.
  for (const list of body.querySelectorAll('[style*="mso-element:footnote-list"], [style*="mso-element:endnote-list"]'))
    list.remove()
  for (const list of body.querySelectorAll('ol, ul, section, div')) if (texts.length > 0 && isEmpty(list)) list.remove()
  const line = texts.length > 0 ? [...body.querySelectorAll('hr')].at(-1) : undefined
  const rest = line && body.ownerDocument.createRange()
  rest?.setStartAfter(line!)
  rest?.setEndAfter(body.lastChild!)
  if (rest?.toString().trim() === '') line?.remove()
  return texts
}

/** What holds the text of a note: its own box, item or paragraph. */
function containerOf(named: Element): HTMLElement | null {
  return named.closest<HTMLElement>(BOX) ?? named.closest<HTMLElement>('li, p, div')
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function isEmpty(element: Element): boolean {
  return element.textContent?.trim() === '' && !element.querySelector('img, input, hr')
}
