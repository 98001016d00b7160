/** One entry cut out of a document, in XML still; `whole` says that its end tag was there. */
export type Block = { xml: string; whole: boolean }

const CDATA = /<!\[CDATA\[(?:(?!<!\[CDATA\[)[\s\S])*?\]\]>/g
const COMMENT = /<!--[\s\S]*?-->/g
const START = /<(?:[\w-]+:)?(item|entry)(?=[\s>/])[^<>]*>/gi

/** The document with CDATA and comments blanked out, character for character, so that offsets stay. */
function masked(xml: string): string {
  const blank = (part: string) => ' '.repeat(part.length)
  return xml.replace(CDATA, blank).replace(COMMENT, blank)
}

/**
 * The `<item>` and `<entry>` elements of an XML feed, found by their tags alone, so that a fault in one leaves the others
 * readable. A missing end tag ends a block at the next start. Empty elements are no entries.
 */
export function cutBlocks(xml: string): Block[] {
  const cover = masked(xml)
  const starts = [...cover.matchAll(START)].filter(([tag]) => !tag.endsWith('/>'))
  return starts
    .map((start, index) => {
      const next = starts[index + 1]?.index ?? xml.length
      const closing = new RegExp(`</(?:[\\w-]+:)?${start[1]}\\s*>`, 'i').exec(cover.slice(start.index, next))
      const end = closing ? start.index + closing.index + closing[0].length : next
      return { xml: xml.slice(start.index, end), whole: closing !== null }
    })
    .filter((block) => !block.whole || /<[\w-]+[\s>:]/.test(block.xml.slice(1)))
}

/** True when the document ends with the end tag of its root, as an undamaged one does. */
export function isClosed(xml: string): boolean {
  return /<\/(?:[\w-]+:)?(?:rss|feed|rdf)\s*>\s*(?:<!--[\s\S]*?-->\s*)*$/i.test(xml.trimEnd())
}

/**
 * A document of its own around one block: the root's start tag with its namespaces, the block with stray `&` and `<`
 * escaped and without what was cut off in the middle. An unfinished CDATA section ends before the next end tag.
 */
export function wrapBlock(root: string, { xml, whole }: Block): string {
  const name = /^<([\w:-]+)/.exec(root)?.[1] ?? 'rss'
  const element = /^<([\w:-]+)/.exec(xml)?.[1] ?? 'item'
  let inner = xml.replace(/^<[^>]*>/, '').replace(new RegExp(`</${element}\\s*>$`, 'i'), '')
  inner = closedCdata(inner)
  if (!whole) inner = withoutTornEnd(inner)
  const body = `<${element}>${escapedStrays(inner)}</${element}>`
  return /(^|:)rss$/i.test(name) ? `${root}<channel>${body}</channel></${name}>` : `${root}${body}</${name}>`
}

function closedCdata(xml: string): string {
  return xml.replace(/<!\[CDATA\[((?:(?!\]\]>|<!\[CDATA\[)[\s\S])*)(\]\]>)?/g, (all, text: string, end?: string) => {
    if (end) return all
    const tag = text.search(/<\/[\w:-]+\s*>/)
    return tag < 0 ? '' : `<![CDATA[${text.slice(0, tag)}]]>${text.slice(tag)}`
  })
}

/** Keeps complete child elements alone: the last one is torn where the document was. */
function withoutTornEnd(xml: string): string {
  const cover = masked(xml)
  let end = 0
  let depth = 0
  for (const tag of cover.matchAll(/<(\/?)[\w:-]+[^<>]*?(\/?)>/g)) {
    if (tag[1]) depth -= 1
    else if (!tag[2]) depth += 1
    if (depth <= 0) {
      depth = 0
      end = tag.index + tag[0].length
    }
  }
  return xml.slice(0, end)
}

function escapedStrays(xml: string): string {
  const parts = xml.split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/&(?!#?\w{1,31};)/g, '&amp;').replace(/<(?![/!?]?[A-Za-z][\w:-]*(?:[\s/>]|$))/g, '&lt;'),
    )
    .join('')
}

/** The complete objects of the list `items` in a JSON document that ends too early or has a fault in one of them. */
export function cutJsonItems(text: string): unknown[] {
  const start = /"items"\s*:\s*\[/.exec(text)
  if (!start) return []
  const items: unknown[] = []
  let depth = 0
  let from = -1
  let quoted = false
  for (let at = start.index + start[0].length; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') {
      if (depth === 0) from = at
      depth += 1
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth < 0) break
      if (depth === 0) addParsed(items, text.slice(from, at + 1))
    }
  }
  return items
}

function addParsed(items: unknown[], json: string): void {
  try {
    items.push(JSON.parse(json))
  } catch {
    // A damaged item is what the caller counts as missing.
  }
}
