import {
  attribute,
  findIn,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  isElement,
  made,
  textOf,
} from '../../../../markdown/html/tree.ts'

type ListName = 'ol' | 'ul'
type Item = { level: number; name: ListName; start: string | null; children: HtmlNode[] }
type List = { level: number; name: ListName; start: string | null; items: { children: HtmlNode[]; lists: List[] }[] }

/** Paragraphs that are list items in Word. */
const wordItems = new WeakMap<HtmlElement, Item>()

/** A paragraph. Word writes a list item as a paragraph with its mark and level in styles. */
export function wordParagraph(paragraph: HtmlElement, children: HtmlNode[]): HtmlElement {
  const rebuilt = made('p', children, paragraph.attributes)
  const style = attribute(paragraph, 'style')
  if (!hasClass(paragraph, 'MsoListParagraph*') && !style.includes('mso-list:')) return rebuilt
  const mark = findIn(paragraph, (element) => /mso-list:\s?Ignore/.test(attribute(element, 'style')))
  const number = /^\s*(\d{1,9}|[a-z])[.)]/i.exec(mark ? textOf(mark) : '')?.[1]
  wordItems.set(rebuilt, {
    level: Number(/level(\d{1,2})/.exec(style)?.[1] ?? 1),
    name: number === undefined ? 'ul' : 'ol',
    start: number !== undefined && /^\d/.test(number) ? number : null,
    children,
  })
  return rebuilt
}

function isList(node: HtmlNode): node is HtmlElement & { name: ListName } {
  return isElement(node) && (node.name === 'ul' || node.name === 'ol')
}

const hasLevel = ({ name, attributes }: HtmlElement): boolean => name === 'li' && attributes.has('aria-level')

/** The items of a list and its nested lists, each with its level. */
function itemsIn(list: HtmlElement & { name: ListName }, depth: number, items: Item[]): void {
  const first = list.children.findIndex(isElement)
  list.children.forEach((child, index) => {
    if (isList(child)) return itemsIn(child, depth + 1, items)
    if (!isElement(child) && child.trim() === '') return
    const item = isElement(child) && child.name === 'li' ? child : null
    items.push({
      level: (item && Number(attribute(item, 'aria-level'))) || depth,
      name: list.name,
      start: index <= first ? attribute(list, 'start') || null : null,
      children: item ? item.children.filter((inner) => !isList(inner)) : [child],
    })
    for (const inner of item?.children ?? []) if (isList(inner)) itemsIn(inner, depth + 1, items)
  })
}

/** The items represented by a node: a paragraph of Word, or a list of Google Docs. */
function itemsOf(node: HtmlNode, isInList: boolean): Item[] | null {
  if (!isElement(node)) return null
  const word = wordItems.get(node)
  if (word) return [word]
  if (isInList || !isList(node) || !findIn(node, hasLevel)) return null
  const items: Item[] = []
  itemsIn(node, 1, items)
  return items
}

function nested(items: readonly Item[]): HtmlElement[] {
  const lists: List[] = []
  const open: List[] = []
  for (const { level, name, start, children } of items) {
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    if (open.at(-1)?.level === level && open.at(-1)!.name !== name) open.pop()
    let top = open.at(-1)
    if (!top || top.level < level) {
      const list: List = { level, name, start, items: [] }
      ;(top?.items.at(-1)?.lists ?? lists).push(list)
      open.push(list)
      top = list
    }
    top.items.push({ children, lists: [] })
  }
  return lists.map(listOf)
}

function listOf({ name, start, items }: List): HtmlElement {
  return made(
    name,
    items.map(({ children, lists }) => made('li', [...children, ...lists.map(listOf)])),
    start === null ? undefined : new Map([['start', start]]),
  )
}

/**
 * Nests lists that a program writes side by side: Word items are paragraphs, and Google Docs stores the level in each
 * item. Adjacent items belong together.
 */
export function nestLists(nodes: readonly HtmlNode[], isInList: boolean): HtmlNode[] {
  const result: HtmlNode[] = []
  let items: Item[] = []
  let isWord = false
  const flush = () => {
    for (const list of nested(items)) result.push(list)
    items = []
  }
  for (const node of nodes) {
    const isBlank = !isElement(node) && node.trim() === ''
    if (isBlank && items.length > 0) continue
    const more = isBlank ? null : itemsOf(node, isInList)
    const isWordItem = isElement(node) && wordItems.has(node)
    if (!more || isWordItem !== isWord) flush()
    isWord = isWordItem
    if (more) for (const item of more) items.push(item)
    else result.push(node)
  }
  flush()
  return result
}

/**
 * An item, with a checkbox if the program has one: in Notion an element without words, elsewhere a picture, or
 * characters in the text.
 */
export function listItem(element: HtmlElement, children: HtmlNode[]): HtmlElement {
  const state = tickOf(element, children)
  if (state === null) return made('li', children, element.attributes)
  const box = new Map([['type', 'checkbox'], ...(state ? [['checked', ''] as const] : [])] as [string, string][])
  return made('li', [made('input', [], box), ...children], element.attributes)
}

/** Whether an item of a checklist is done; null for other items, and for those that already have a checkbox. */
function tickOf(element: HtmlElement, children: HtmlNode[]): boolean | null {
  if (attribute(element, 'role') === 'checkbox') return attribute(element, 'aria-checked') === 'true'
  const box = ownIn(children, (inner) => hasClass(inner, 'checkbox'))
  if (box) return hasClass(box, 'checkbox-on')
  const said = attribute(element, 'data-checked')
  if (said !== '') return said === 'true'
  const place = firstWords(children)
  const signs = place && /^\s*\[([ xX])\](?=\s)/.exec(place.words)
  if (!signs) return null
  place.list[place.index] = place.words.slice(signs[0].length)
  return signs[1] !== ' '
}

/** The first matching element, outside of nested items. */
function ownIn(nodes: readonly HtmlNode[], fits: (element: HtmlElement) => boolean): HtmlElement | null {
  for (const node of nodes) {
    if (!isElement(node) || node.name === 'li') continue
    const found = fits(node) ? node : ownIn(node.children, fits)
    if (found) return found
  }
  return null
}

type Words = { list: HtmlNode[]; index: number; words: string }

/** The first words of an item, and their position; null if words of a nested item come first. */
function firstWords(list: HtmlNode[]): Words | null | undefined {
  for (const [index, node] of list.entries()) {
    if (isElement(node)) {
      if (node.name === 'li') return textOf(node).trim() === '' ? undefined : null
      const found = firstWords(node.children)
      if (found !== undefined) return found
    } else if (node.trim() !== '') return { list, index, words: node }
  }
  return undefined
}
