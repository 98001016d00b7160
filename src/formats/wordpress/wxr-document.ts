import { decodeXML } from 'entities'
import { attributesOf, scanXml } from '../feed/xml-scanner.ts'
import { SourceFault } from '../source/source-items.ts'

/** An element of WXR: its own text with CDATA and entities decoded, and its children. */
export type Element = { name: string; attributes: Map<string, string>; text: string; children: Element[] }

const TRUNCATED =
  'Die WordPress-Datei endet mitten im Text: Beim Herunterladen ist etwas verloren gegangen. Bitte exportieren Sie noch einmal.'

/** Namespaces of WXR by WordPress' prefix; other programs may use another. The longest comes first. */
const NAMESPACES: readonly (readonly [string, RegExp])[] = [
  ['excerpt', /^https?:\/\/(?:www\.)?wordpress\.org\/export\/[\d.]{1,10}\/excerpt/],
  ['wp', /^https?:\/\/(?:www\.)?wordpress\.org\/export\//],
  ['content', /^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content/],
  ['dc', /^https?:\/\/purl\.org\/dc\//],
]
/** Prefixes declared by a file, in lower case, with ours. */
type Prefixes = Map<string, string>

/** The part before the first item: the blog itself, its authors and terms. */
export function headOf(file: Buffer): Element[] {
  return readHead(file, new Map())
}

function readHead(file: Buffer, prefixes: Prefixes): Element[] {
  const first = spans(file).next().value
  return childrenOf(file.subarray(0, first?.from ?? file.length).toString('utf8'), prefixes)
}

/**
 * The items of a WXR file one after the other, each as its elements; only one is in memory. Throws SourceFault where
 * the file is truncated.
 */
export function* itemsOf(file: Buffer): Generator<Element[]> {
  const prefixes: Prefixes = new Map()
  readHead(file, prefixes)
  for (const { from, to } of spans(file)) yield childrenOf(file.subarray(from, to).toString('utf8'), prefixes)
}

/** Characters after the name of an element: `>`, a blank, a tab, the end of a line. */
const ENDS_NAME = new Set<number | undefined>([0x3e, 0x20, 0x09, 0x0a, 0x0d])

/** The position of each `<item>`, ignoring CDATA and comments. */
function* spans(file: Buffer): Generator<{ from: number; to: number }> {
  const find = byteFinder(file)
  let at = 0
  let ended = false
  for (;;) {
    let begun = beyond('<item', at)
    while (begun !== null && !ENDS_NAME.has(file[begun])) begun = beyond('<item', begun)
    if (begun === null) break
    const from = find('>', begun) + 1
    if (from === 0) throw new SourceFault(TRUNCATED)
    const to = beyond('</item>', from)
    if (to === null) throw new SourceFault(TRUNCATED)
    yield { from, to: to - '</item>'.length }
    at = to
  }
  ended = find('</rss>', at) >= 0
  if (!ended) throw new SourceFault(TRUNCATED)

  /** The position after the next `sign` outside of CDATA and comments. */
  function beyond(sign: string, start: number): number | null {
    let from = start
    for (;;) {
      const found = find(sign, from)
      if (found < 0) return null
      const skipped = [
        { open: find('<![CDATA[', from), close: ']]>' },
        { open: find('<!--', from), close: '-->' },
      ].filter(({ open }) => open >= 0 && open < found)
      const [first] = skipped.sort((a, b) => a.open - b.open)
      if (!first) return found + sign.length
      const end = find(first.close, first.open)
      if (end < 0) return null
      from = end + first.close.length
    }
  }
}

/** `indexOf` that searches no part of a file twice for the same string, if called from left to right. */
function byteFinder(file: Buffer): (sign: string, from: number) => number {
  const known = new Map<string, { from: number; at: number }>()
  return (sign, from) => {
    const last = known.get(sign)
    if (last && last.from <= from && (last.at < 0 || last.at >= from)) return last.at
    const at = file.indexOf(sign, from, 'latin1')
    known.set(sign, { from, at })
    return at
  }
}

/** Maximum depth of WXR; deeper elements count as text of their parent. */
const MOST_DEPTH = 6

/** The elements of a piece of WXR, in any state. Its declarations are added to `prefixes`. */
export function childrenOf(xml: string, prefixes: Prefixes = new Map()): Element[] {
  const root: Element = { name: '', attributes: new Map(), text: '', children: [] }
  const open: Element[] = [root]
  /** The names of the open elements as written, by which their end tags are found. */
  const written = ['']
  const last = () => open.at(-1) ?? root
  scanXml(
    xml,
    {
      open({ name, start, end, empty }) {
        const said = attributes(xml.slice(start, end))
        const element: Element = { name: nameIn(name, said, prefixes), attributes: said, text: '', children: [] }
        last().children.push(element)
        if (empty || open.length >= MOST_DEPTH) return
        open.push(element)
        written.push(name)
      },
      close({ name }) {
        const at = written.lastIndexOf(name)
        if (at <= 0) return
        open.length = at
        written.length = at
      },
      text(start, end) {
        last().text += decodeXML(xml.slice(start, end))
      },
      cdata(start, end) {
        last().text += xml.slice(start, end)
      },
      doctype() {},
      fault() {},
    },
    false,
  )
  // The channel and the feed around it are still open.
  return root.children[0]?.name === 'rss' ? (root.children[0].children[0]?.children ?? []) : root.children
}

/** The name of an element with WordPress' prefix. Reads the declarations of its attributes. */
function nameIn(name: string, said: ReadonlyMap<string, string>, prefixes: Prefixes): string {
  let [own, prefix, local] = ['', '', name]
  for (const [key, value] of said) {
    if (!key.startsWith('xmlns')) continue
    const known = NAMESPACES.find(([, address]) => address.test(value.trim().toLowerCase()))?.[0]
    if (known === undefined) continue
    if (key === 'xmlns') own = known
    else prefixes.set(key.slice('xmlns:'.length), known)
  }
  const colon = name.indexOf(':')
  if (colon >= 0) [prefix, local] = [name.slice(0, colon), name.slice(colon + 1)]
  const meant = prefix === '' ? own : (prefixes.get(prefix.toLowerCase()) ?? prefix)
  return meant === '' ? local : `${meant}:${local}`
}

function attributes(tag: string): Map<string, string> {
  return new Map([...attributesOf(tag)].map(([name, value]) => [name, decodeXML(value)]))
}

/** The text of the first child of this name, trimmed; empty where there is none. */
export function textOf(elements: readonly Element[], name: string): string {
  return elements.find((element) => element.name === name)?.text.trim() ?? ''
}
