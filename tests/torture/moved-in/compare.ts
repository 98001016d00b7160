import { parse, parseFragment, serialize } from 'parse5'
import { inOrder, wordsOf } from '../../support/words-in-order.ts'
import { elementsOf, type SourceText } from './source-texts.ts'

/** Our version of a text: dates and terms, markup of its page, and its line of the report. */
export type MovedText = {
  date: string | null
  terms: string[]
  html: string
  reason: string | null
  /** The redirect of the old address, with the response's status; null if it had none. */
  led: { status: number; to: string } | null
}

/** The text on one of our pages; null if there is none. */
export function proseOf(page: string): string | null {
  const [prose] = elementsOf(parse(page).childNodes, ({ attrs }) =>
    attrs.some(({ name, value }) => name === 'class' && value.split(' ').includes('prose')),
  )
  return prose ? serialize(prose) : null
}

/** Normalises quotation marks, dashes and dots, which differ between programs. */
function plain(word: string): string {
  return word
    .normalize('NFKC')
    .replaceAll(/["'`´‘’‚‛“”„‟«»‹›′″]/g, '')
    .replaceAll(/[-‐‑‒–—―−]+/g, '-')
    .replaceAll('\u00ad', '')
}

function plainWords(html: string): string[] {
  return wordsOf(html)
    .map(plain)
    .filter((word) => /[\p{L}\p{N}\p{S}]/u.test(word))
}

/** Addresses of the pictures in some markup. */
export function picturesOf(html: string): string[] {
  return elementsOf(parseFragment(html).childNodes, ({ tagName }) => tagName === 'img').flatMap(
    ({ attrs }) => attrs.find(({ name }) => name === 'src')?.value ?? [],
  )
}

export type Comparison = {
  words: number
  kept: number
  lost: string[]
  pictures: number
  faults: string[]
}

/** The missing parts of a text: words, pictures, date, terms and address. */
export function compare(source: SourceText, ours: MovedText): Comparison {
  const words = plainWords(source.html)
  const { kept, lost } = inOrder(words, plainWords(ours.html))
  const said = ours.reason ?? ''
  const faults: string[] = []
  const pictures = picturesOf(source.html).filter((address) => address !== '')
  const shown = picturesOf(ours.html)
  if (shown.length < pictures.length && said === '')
    faults.push(`${pictures.length} pictures, ${shown.length} of them here: ${pictures.join(' ')}`)
  if (source.date !== null && source.address !== null && !isSameDate(source.date, ours.date))
    faults.push(`date ${source.date}, here ${ours.date}`)
  const terms = new Set(ours.terms.map(folded))
  const missing = source.terms.filter((term) => !terms.has(folded(term)) && !said.includes(term))
  if (missing.length > 0) faults.push(`terms not here: ${missing.join(', ')}`)
  if (source.address !== null && ours.led === null) faults.push(`nothing at ${source.address}`)
  if (ours.led && ours.led.status !== 200)
    faults.push(`${source.address} led to ${ours.led.to}, which answered ${ours.led.status}`)
  return { words: words.length, kept, lost, pictures: pictures.length, faults }
}

/** The same instant, or the same wall time: a date without a zone is read in the zone of this blog. */
function isSameDate(theirs: string, ours: string | null): boolean {
  if (ours === null) return false
  const clock = new Date(ours).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T')
  return Date.parse(theirs) === Date.parse(ours) || theirs.startsWith(clock)
}

function folded(term: string): string {
  return term.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
