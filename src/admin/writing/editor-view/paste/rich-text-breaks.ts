const BLOCK =
  /^(?:P|DIV|UL|OL|LI|H[1-6]|TABLE|TBODY|THEAD|TFOOT|TR|TD|TH|BLOCKQUOTE|FIGURE|FIGCAPTION|SECTION|ARTICLE|HEADER|FOOTER|MAIN|ASIDE|ADDRESS|DL|DT|DD|HR|BODY)$/
const ONE_LINE = 'h1, h2, h3, h4, h5, h6, td, th, figcaption'

/**
 * What is taken out or becomes text is gone through from its end: browsers look at all the pieces of text that stand in a row
 * before an element whenever it goes, and from its beginning that row gets longer each time.
 */
export function backwards<T>(nodes: Iterable<T>): T[] {
  return [...nodes].reverse()
}

/**
 * Line breaks of a pasted page: those at the edges of a paragraph and between paragraphs say nothing, two in a row part
 * paragraphs, and what has one line alone has none. One that stands between words stays.
 */
export function settleBreaks(body: HTMLElement): void {
  const { ownerDocument } = body
  for (const line of backwards(body.querySelectorAll('pre br'))) line.replaceWith('\n')
  const settled: { line: Element; text: string }[] = []
  let waiting: Element[] = []
  let hasWords = false
  const edge = () => {
    for (const line of waiting) settled.push({ line, text: '' })
    waiting = []
    hasWords = false
  }
  const words = () => {
    for (const line of hasWords ? waiting.slice(1) : waiting) settled.push({ line, text: '' })
    const [first] = hasWords ? waiting : []
    if (first?.closest(ONE_LINE)) settled.push({ line: first, text: ' ' })
    else if (first && waiting.length > 1) first.setAttribute('data-gap', '')
    waiting = []
    hasWords = true
  }
  const go = (node: Node): void => {
    if (node.nodeName === 'BR') waiting.push(node as Element)
    else if (node.nodeType === 3) {
      if (node.nodeValue?.trim()) words()
    } else if (node.nodeName === 'PRE') {
      edge()
    } else if (/^(?:IMG|INPUT|CODE)$/.test(node.nodeName)) {
      words()
    } else {
      const isBlock = BLOCK.test(node.nodeName)
      if (isBlock) edge()
      for (const child of [...node.childNodes]) go(child)
      if (isBlock) edge()
    }
  }
  go(body)
  for (const { line, text } of backwards(settled)) {
    if (text) line.replaceWith(text)
    else line.remove()
  }
  // A gap inside of bold words or a link would tear them apart.
  for (const gap of body.querySelectorAll(':is(strong, em, del, a) [data-gap]')) gap.removeAttribute('data-gap')
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const isEmpty = !paragraph.textContent?.trim() && !paragraph.querySelector('img, input, hr, table, [data-note]')
    if (isEmpty) paragraph.replaceWith(ownerDocument.createTextNode('\n'))
  }
  body.normalize()
}
