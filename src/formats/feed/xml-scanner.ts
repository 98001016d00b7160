/** A tag in the document; `torn` means that it is not terminated. */
export type Tag = { name: string; start: number; end: number; empty: boolean; torn: boolean }

export type XmlVisitor = {
  open: (tag: Tag) => void
  close: (tag: Tag) => void
  text: (start: number, end: number) => void
  /** Content of a CDATA section; `suspect` where another one begins in it. */
  cdata: (start: number, end: number, suspect: boolean) => void
  /** The document type with its internal subset. */
  doctype: (start: number, end: number) => void
  /** A violation of XML: a stray `<`, an unterminated section, comment or tag. */
  fault: () => void
}

/**
 * Scans XML once, in any state, and calls the visitor; comments and processing instructions are skipped. Every
 * character is read a bounded number of times. With `tolerant`, unterminated parts end where the next one begins, so
 * that one fault leaves the rest readable; otherwise CDATA follows the standard.
 */
export function scanXml(xml: string, visitor: XmlVisitor, tolerant: boolean): void {
  const find = finder(xml)
  let typed = false
  let at = 0
  while (at < xml.length) {
    const start = find('<', at)
    if (start < 0) {
      visitor.text(at, xml.length)
      return
    }
    if (start > at) visitor.text(at, start)
    at = markup(start)
  }

  function markup(start: number): number {
    const next = xml[start + 1] ?? ''
    if (next === '!') return declaration(start)
    if (next === '?') return section(start, 2, '?>')
    const closing = next === '/'
    const name = nameAt(xml, start + (closing ? 2 : 1))
    if (name === '') return stray(start)
    const tag = tagAt(start, name, start + (closing ? 2 : 1) + name.length)
    if (tag.torn) visitor.fault()
    if (closing) visitor.close(tag)
    else visitor.open(tag)
    return tag.end
  }

  function declaration(start: number): number {
    if (xml.startsWith('<!--', start)) return section(start, 4, '-->')
    if (xml.startsWith('<![CDATA[', start)) return characters(start)
    if (!typed && /^<!doctype/i.test(xml.slice(start, start + 9))) return doctype(start)
    return stray(start)
  }

  function section(start: number, sign: number, close: string): number {
    const end = find(close, start + sign)
    if (end < 0) {
      visitor.fault()
      return start + sign
    }
    return end + close.length
  }

  function characters(start: number): number {
    const from = start + 9
    const end = find(']]>', from)
    const another = find('<![CDATA[', from)
    const suspect = another >= 0 && another < end
    if (end >= 0 && !(tolerant && suspect)) {
      visitor.cdata(from, end, suspect)
      return end + 3
    }
    visitor.fault()
    const tag = find('</', from)
    const to = tag < 0 ? from : tag
    visitor.cdata(from, to, true)
    return to
  }

  function doctype(start: number): number {
    // A document has one.
    typed = true
    const subset = find('[', start)
    const end = find('>', start)
    const last = subset >= 0 && subset < end ? find(']', subset) : -1
    const close = last < 0 ? end : find('>', last)
    if (close < 0) return stray(start)
    visitor.doctype(start, close)
    return close + 1
  }

  function stray(start: number): number {
    visitor.fault()
    visitor.text(start, start + 1)
    return start + 1
  }

  function tagAt(start: number, name: string, from: number): Tag {
    for (let at = from; at < xml.length; at += 1) {
      const sign = xml[at]
      if (sign === '>') return { name, start, end: at + 1, empty: xml[at - 1] === '/', torn: false }
      if (sign === '<') return { name, start, end: at, empty: false, torn: true }
      if (sign !== '"' && sign !== "'") continue
      const quote = find(sign, at + 1)
      const tag = find('<', at + 1)
      // A value without its second quote ends with the tag.
      if (quote >= 0 && (tag < 0 || quote < tag)) at = quote
    }
    return { name, start, end: xml.length, empty: false, torn: true }
  }
}

/** `indexOf` that searches no part twice for the same string, if called from left to right. */
export function finder(text: string): (sign: string, from: number) => number {
  const known = new Map<string, { from: number; at: number }>()
  return (sign, from) => {
    const last = known.get(sign)
    if (last && last.from <= from && (last.at < 0 || last.at >= from)) return last.at
    const at = text.indexOf(sign, from)
    known.set(sign, { from, at })
    return at
  }
}

/** The name at a position of the document, empty where none begins. */
function nameAt(xml: string, from: number): string {
  let to = from
  while (to < xml.length && isNameSign(xml.charCodeAt(to), to === from)) to += 1
  return xml.slice(from, to)
}

function isNameSign(code: number, first: boolean): boolean {
  const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128
  return letter || (!first && ((code >= 48 && code <= 57) || code === 45 || code === 46 || code === 58))
}

/** The attributes of a start tag, names in lower case, values unchanged; the first of equal names counts. */
export function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let at = 1
  const isSpace = (sign: string | undefined) => sign !== undefined && /\s/.test(sign)
  const skip = (until: (sign: string) => boolean) => {
    const from = at
    while (at < tag.length && !until(tag[at] ?? '')) at += 1
    return tag.slice(from, at)
  }
  skip((sign) => isSpace(sign) || sign === '>')
  while (at < tag.length) {
    skip((sign) => !isSpace(sign) && sign !== '/')
    const name = skip((sign) => isSpace(sign) || sign === '=' || sign === '>' || sign === '/').toLowerCase()
    skip((sign) => !isSpace(sign))
    if (tag[at] !== '=') {
      if (name === '') at += 1
      continue
    }
    at += 1
    skip((sign) => !isSpace(sign))
    const quote = tag[at]
    let value: string
    if (quote === '"' || quote === "'") {
      at += 1
      const end = tag.indexOf(quote, at)
      value = tag.slice(at, end < 0 ? tag.length : end)
      at = end < 0 ? tag.length : end + 1
    } else value = skip((sign) => isSpace(sign) || sign === '>')
    if (name !== '' && !attributes.has(name)) attributes.set(name, value)
  }
  return attributes
}
