/** What word processors and web pages put around text that is copied; nothing of it is the text. */
const CRUFT = 'style, script, meta, link, title, xml, template, button, svg, noscript, o\\:p'

/** The body of a clipboard's HTML with plain elements for what Word and Google Docs say by styles. Nothing of it runs or loads. */
export function clean(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(CRUFT)) element.remove()
  buildWordLists(body)
  for (const element of body.querySelectorAll('b[style], strong[style]')) {
    // Google Docs wraps everything in a bold element that is not bold.
    if (/font-weight:\s*(?:normal|[1-5]00)/i.test(element.getAttribute('style') ?? '')) unwrap(element)
  }
  for (const element of body.querySelectorAll('span[style], font[style]')) {
    const style = element.getAttribute('style') ?? ''
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapInside(element, 'strong')
    if (/font-style:\s*italic/i.test(style)) wrapInside(element, 'em')
    if (/line-through/i.test(style)) wrapInside(element, 'del')
  }
  for (const strike of body.querySelectorAll('strike')) {
    wrapInside(strike, 'del')
    unwrap(strike)
  }
  // A heading is bold anyway.
  for (const strong of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) :is(b, strong)')) unwrap(strong)
  for (const link of body.querySelectorAll('a[href^="https://www.google.com/url?"]')) {
    const target = new URL(link.getAttribute('href') ?? '').searchParams.get('q')
    if (target) link.setAttribute('href', target)
  }
  for (const link of body.querySelectorAll('a')) {
    if (!/^(?:https?:|mailto:|tel:|\/|#)/i.test(link.getAttribute('href') ?? '') || !link.textContent?.trim()) {
      if (!link.querySelector('img')) unwrap(link)
    }
  }
  return body
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

/** Word writes lists as paragraphs that carry their mark and level in comments and styles. */
function buildWordLists(body: HTMLElement): void {
  const open: { list: HTMLElement; level: number }[] = []
  let previous: Element | null = null
  for (const paragraph of body.querySelectorAll('p[class*="MsoListParagraph"], p[style*="mso-list:"]')) {
    const level = Number(/level(\d+)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1)
    const mark = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
    const name = /^\s*(?:\d+|[a-z])[.)]/i.test(mark?.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    if (paragraph.previousElementSibling !== previous) open.length = 0
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    let top = open.at(-1)
    if (!top || top.level < level) {
      const list = body.ownerDocument.createElement(name)
      if (top) (top.list.lastElementChild ?? top.list).append(list)
      else paragraph.before(list)
      top = { list, level }
      open.push(top)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    top.list.append(item)
    paragraph.remove()
    previous = open[0]?.list ?? null
  }
}
