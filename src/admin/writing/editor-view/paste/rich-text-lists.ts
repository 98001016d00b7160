type Item = { level: number; name: 'ol' | 'ul'; start: string | null; element: HTMLElement }

/** Word writes lists as paragraphs that carry their mark and level in comments and styles. */
export function buildWordLists(body: HTMLElement): void {
  let items: Item[] = []
  let last: Element | null = null
  for (const paragraph of [
    ...body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list:"]'),
  ]) {
    const level = Number(/level(\d{1,2})/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1)
    const mark = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
    const number = /^\s*(\d{1,9}|[a-z])[.)]/i.exec(mark?.textContent ?? '')?.[1]
    mark?.remove()
    if (last === null || paragraph.previousElementSibling !== last) {
      nest(items)
      items = []
    }
    const start = number !== undefined && /^\d/.test(number) ? number : null
    items.push({ level, name: number === undefined ? 'ul' : 'ol', start, element: paragraph })
    last = paragraph
  }
  nest(items)
}

/**
 * Google Docs nests lists beside items instead of inside, and tells the level at each item; lists that go on in another
 * element belong together.
 */
export function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.nodeName === 'LI') before.append(list)
  }
  const tops = [...body.querySelectorAll<HTMLElement>('ul, ol')].filter(
    (list) => !list.parentElement?.closest('ul, ol') && list.querySelector('li[aria-level]'),
  )
  let items: Item[] = []
  let last: Element | null = null
  for (const top of tops) {
    if (last === null || top.previousElementSibling !== last) {
      nest(items)
      items = []
    }
    items.push(...itemsOf(top))
    last = top
  }
  nest(items)
}

function itemsOf(top: HTMLElement): Item[] {
  return [...top.querySelectorAll<HTMLElement>('li')].map((element) => {
    const list = element.parentElement
    const name = list?.nodeName === 'OL' ? 'ol' : 'ul'
    const isFirst = element.previousElementSibling === null
    let depth = Number(element.getAttribute('aria-level'))
    if (!depth)
      for (let up = list; up && top.contains(up); up = up.parentElement) if (/^[OU]L$/.test(up.nodeName)) depth += 1
    return { level: depth, name, start: isFirst ? (list?.getAttribute('start') ?? null) : null, element }
  })
}

/** Puts items in lists by their levels, where the first of them stands. */
function nest(items: readonly Item[]): void {
  const first = items[0]
  if (!first) return
  const { ownerDocument } = first.element
  const outer = first.element.closest('ul, ol') ? topOf(first.element) : first.element
  const place = ownerDocument.createComment('')
  outer.before(place)
  const emptied = new Set<Element>()
  for (const { element } of items) if (element.closest('ul, ol')) emptied.add(topOf(element))
  const open: { list: HTMLElement; level: number; name: string }[] = []
  for (const { level, name, start, element } of items) {
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    if (open.at(-1)?.level === level && open.at(-1)!.name !== name) open.pop()
    let top = open.at(-1)
    if (!top || top.level < level) {
      const list = ownerDocument.createElement(name)
      if (name === 'ol' && start !== null && start !== '1') list.setAttribute('start', start)
      if (top) (top.list.lastElementChild ?? top.list).append(list)
      else place.before(list)
      top = { list, level, name }
      open.push(top)
    }
    const item = ownerDocument.createElement('li')
    item.append(...[...element.childNodes].filter(({ nodeName }) => !/^[OU]L$/.test(nodeName)))
    top.list.append(item)
    if (element.nodeName === 'P') element.remove()
  }
  for (const list of emptied) list.remove()
  place.remove()
}

function topOf(element: Element): Element {
  let top = element
  for (let up = element.parentElement?.closest('ul, ol'); up; up = up.parentElement?.closest('ul, ol')) top = up
  return top
}
