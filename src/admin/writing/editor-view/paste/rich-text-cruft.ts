import { embedOf } from '../../../../markdown/embeds/providers.ts'
import { backwards, settleBreaks } from './rich-text-breaks.ts'
import { buildWordLists, nestLists } from './rich-text-lists.ts'
import { takeNotes } from './rich-text-notes.ts'

/** What word processors and web pages put around text that is copied; nothing of it is the text. */
const CRUFT =
  'style, script, meta, link, title, xml, template, button, select, textarea, svg, noscript, iframe, object, audio, video, canvas, nav, o\\:p, [hidden], [aria-hidden="true"]:not(img), [style*="display:none"], [style*="display: none"], [style*="mso-hide:all"]'
const DEEPEST = 100
/** Marks a paragraph that is the address of an embed. */
export const EMBED_MARK = 'data-embed'
const RAISED: Record<string, string> = { SUP: '⁰¹²³⁴⁵⁶⁷⁸⁹', SUB: '₀₁₂₃₄₅₆₇₈₉' }
const SAME: Record<string, string> = {
  B: 'strong',
  I: 'em',
  S: 'del',
  STRIKE: 'del',
  TT: 'code',
  KBD: 'code',
  SAMP: 'code',
}

/**
 * The body of a clipboard's HTML with plain elements for what Word and Google Docs say by styles, and the footnotes it had.
 * Nothing of it runs or loads. What is nested beyond measure is empty: the plain text stands for it.
 */
export function clean(html: string): { body: HTMLElement; notes: HTMLElement[] } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (isDeep(body)) body.replaceChildren()
  for (const frame of body.querySelectorAll('iframe')) asEmbed(frame)
  for (const element of backwards(body.querySelectorAll(CRUFT))) element.remove()
  dropComments(body)
  const notes = takeNotes(body)
  buildWordLists(body)
  for (const item of body.querySelectorAll('li')) tickTask(item)
  nestLists(body)
  // Tables that hold tables are layout.
  for (const table of body.querySelectorAll('table:has(table)')) flatten(table)
  for (const part of [body, ...notes]) settle(part)
  return { body, notes }
}

function dropComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Comment[] = []
  while (walker.nextNode()) comments.push(walker.currentNode as Comment)
  for (const comment of backwards(comments)) comment.remove()
}

/** Whether anything is nested deeper than any page is; going through all of that would take longer than somebody waits. */
function isDeep(body: HTMLElement): boolean {
  let depth = 0
  let element: Element | null = body
  while (element) {
    if (element.firstElementChild) {
      element = element.firstElementChild
      depth += 1
    } else {
      while (element && !element.nextElementSibling && element !== body) {
        element = element.parentElement
        depth -= 1
      }
      element = !element || element === body ? null : element.nextElementSibling
    }
    if (depth > DEEPEST) return true
  }
  return false
}

function settle(body: HTMLElement): void {
  for (const element of body.querySelectorAll('q')) quote(element)
  for (const element of backwards(body.querySelectorAll('q'))) unwrap(element)
  for (const element of backwards(body.querySelectorAll('b[style], strong[style]'))) {
    // Google Docs wraps everything in a bold element that is not bold.
    if (/(?<![\w-])font-weight:\s*(?:normal|[1-5]00)/i.test(element.getAttribute('style') ?? '')) unwrap(element)
  }
  for (const element of backwards(body.querySelectorAll('span, font'))) {
    const style = element.getAttribute('style') ?? ''
    if (/(?<![\w-])font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapInside(element, 'strong')
    if (/(?<![\w-])font-style:\s*italic/i.test(style)) wrapInside(element, 'em')
    if (/line-through/i.test(style)) wrapInside(element, 'del')
    if (!element.closest('pre')) unwrap(element)
  }
  for (const element of body.querySelectorAll('b, i, s, strike, tt, kbd, samp'))
    if (!element.hasAttribute('data-note')) rename(element, SAME[element.nodeName] ?? 'em')
  for (const element of backwards(body.querySelectorAll('sup, sub'))) raise(element)
  // A heading is bold anyway.
  for (const strong of backwards(body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th) strong'))) unwrap(strong)
  for (const heading of body.querySelectorAll(':is(td, th) :is(h1, h2, h3, h4, h5, h6)')) rename(heading, 'p')
  for (const link of body.querySelectorAll('a[href^="https://www.google.com/url?"]')) {
    const target = new URL(link.getAttribute('href') ?? '').searchParams.get('q')
    if (target) link.setAttribute('href', target)
  }
  for (const link of backwards(body.querySelectorAll('a'))) {
    if (!/^(?:https?:|mailto:|tel:|\/|#)/i.test(link.getAttribute('href') ?? '') || !link.textContent?.trim()) {
      if (!link.querySelector('img')) unwrap(link)
    }
  }
  body.normalize()
  for (const element of body.querySelectorAll('strong, em, del')) mergeNext(element)
  for (const figure of body.querySelectorAll('figure')) caption(figure)
  for (const code of body.querySelectorAll('pre')) asCode(code)
  settleBreaks(body)
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function wrapInside(element: Element, name: string): void {
  if (!element.textContent?.trim()) return
  const inner = element.ownerDocument.createElement(name)
  inner.append(...element.childNodes)
  element.append(inner)
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Word processors part one bold word into several pieces. */
function mergeNext(element: Element): void {
  if (!element.isConnected) return
  for (let next = element.nextSibling; next?.nodeName === element.nodeName; next = element.nextSibling) {
    element.append(...next.childNodes)
    next.remove()
  }
}

/** A frame of a provider the site knows is the address the site embeds, in a paragraph of its own (RUL-49). */
function asEmbed(frame: Element): void {
  const source = frame.getAttribute('src') ?? ''
  const found = URL.canParse(source, 'https://x.example') && embedOf(new URL(source, 'https://x.example').href)
  if (!found) return
  const paragraph = frame.ownerDocument.createElement('p')
  paragraph.setAttribute(EMBED_MARK, found.address)
  paragraph.textContent = found.address
  frame.replaceWith(paragraph)
}

/** An item of a check list gets a box: in Google Docs it is a picture, in Notion an element without words or signs in the text. */
function tickTask(item: Element): void {
  const own = item.querySelector('.checkbox')
  const box = own?.closest('li') === item ? own : null
  const first = firstWords(item)
  const signs = /^\s*\[([ xX])\](?=\s)/.exec(first?.data ?? '')
  if (item.getAttribute('role') === 'checkbox') {
    for (const picture of item.querySelectorAll('img')) if (!picture.closest('p')) picture.remove()
    tick(item, item.getAttribute('aria-checked') === 'true')
  } else if (box) {
    box.remove()
    tick(item, box.classList.contains('checkbox-on'))
  } else if (item.hasAttribute('data-checked')) tick(item, item.getAttribute('data-checked') === 'true')
  else if (signs && first) {
    first.data = first.data.slice(signs[0].length)
    tick(item, signs[1] !== ' ')
  }
}

function tick(item: Element, done: boolean): void {
  if (item.querySelector(':scope > input, :scope > p > input, :scope > label > input')) return
  const box = item.ownerDocument.createElement('input')
  box.setAttribute('type', 'checkbox')
  if (done) box.setAttribute('checked', '')
  ;(item.querySelector(':scope > p') ?? item).prepend(box, ' ')
}

/** The first words of an item, without those of items in it. */
function firstWords(element: Element): Text | null {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.trim() !== '') return text.parentElement?.closest('li') === element ? text : null
  }
  return null
}

/** `<q>` draws quotation marks that are no letters of the text. */
function quote(element: Element): void {
  const inner = element.parentElement?.closest('q') != null
  element.prepend(inner ? '‚' : '„')
  element.append(inner ? '‘' : '“')
}

/** The cells of a table as paragraphs. */
function flatten(table: Element): void {
  for (const part of table.querySelectorAll(':scope > :is(thead, tbody, tfoot, tr, colgroup, caption)')) {
    for (const row of part.nodeName === 'TR' ? [part] : part.querySelectorAll(':scope > tr')) {
      for (const cell of row.querySelectorAll(':scope > :is(td, th)')) rename(cell, 'div')
      rename(row, 'div')
    }
    if (part.nodeName !== 'TR') unwrap(part)
  }
  rename(table, 'div')
}

/** `m<sup>2</sup>` would be `m2` without it. */
function raise(element: Element): void {
  const signs = RAISED[element.nodeName] ?? ''
  const text = element.textContent ?? ''
  if (/^\d{1,9}$/.test(text)) element.replaceWith(text.replaceAll(/\d/g, (digit) => signs[Number(digit)] ?? digit))
}

/** A caption is the title of its picture (figures of the renderer). */
function caption(figure: Element): void {
  const words = figure.querySelector('figcaption')
  const picture = figure.querySelector('img')
  if (!words || !picture) return
  const title = words.textContent?.replaceAll(/\s+/g, ' ').trim()
  if (title) picture.setAttribute('title', title)
  words.remove()
}

/** Code as one element in its block, with its language, without the colours of a page. */
function asCode(block: Element): void {
  const marked = `${block.className} ${block.parentElement?.className ?? ''} ${block.firstElementChild?.className ?? ''}`
  const language = /(?:language|lang|highlight-source|brush)[-:]\s?([\w+#-]{1,30})/.exec(marked)?.[1]
  for (const line of backwards(block.querySelectorAll('br'))) line.replaceWith('\n')
  const code = block.ownerDocument.createElement('code')
  if (language) code.className = `language-${language}`
  code.textContent = block.textContent
  block.replaceChildren(code)
}
