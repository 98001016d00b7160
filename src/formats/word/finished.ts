import { attribute, type HtmlElement, type HtmlNode, isElement, textOf } from '../../markdown/html/tree.ts'
import { NUMBER_MARK, NUMBER_MARKS } from './numbering.ts'

/**
 * Adds to the converter's result what it cannot express: lists that continue with a number, checkboxes outside of lists
 * as characters, and tables that contain data.
 */
export function finished(element: HtmlElement, isInList = false): HtmlElement {
  const isList = isInList || element.name === 'li'
  const children = element.children.flatMap((child): HtmlNode[] => {
    if (!isElement(child)) return [child.replaceAll(NUMBER_MARKS, '')]
    if (child.name === 'input' && !isList)
      return [attribute(child, 'checked') === '' && !child.attributes.has('checked') ? '☐' : '☑']
    const lists = child.name === 'ol' ? numbered(child) : [child]
    return lists.map((list) => finished(list, isList))
  })
  const attributes = element.name === 'table' ? new Map([...element.attributes, ['role', 'table']]) : element.attributes
  const made: HtmlElement = { ...element, attributes, children }
  for (const child of children) if (isElement(child)) child.parent = made
  return made
}

/** Splits a list at gaps in its numbering. */
function numbered(list: HtmlElement): HtmlElement[] {
  const lists: HtmlElement[] = []
  let next = 1
  for (const child of list.children) {
    const marked =
      isElement(child) && child.name === 'li' ? NUMBER_MARK.exec(textOf(child).slice(0, 20))?.[1] : undefined
    const number = marked === undefined ? next : Number(marked)
    const last = lists.at(-1)
    if (last && number === next) last.children.push(child)
    else {
      const attributes = new Map([...list.attributes, ['start', String(number)]])
      lists.push({ ...list, attributes, children: [child] })
    }
    if (isElement(child) && child.name === 'li') next = number + 1
  }
  return lists
}
