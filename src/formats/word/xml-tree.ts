import { decodeXML } from 'entities'
import { attributesOf, scanXml } from '../feed/xml-scanner.ts'

/**
 * An element of a document part. Its start tag and all text stay as written, so that the part can be serialised again.
 */
export interface XmlElement {
  /** The name with the usual prefix (`w:p`), whatever prefix the file uses. */
  readonly name: string
  readonly tag: string
  children: XmlNode[]
}
export type XmlNode = XmlElement | string

/** Usual prefixes, by the suffix of the namespace of Word or of the strict standard (`purl.oclc.org`). */
const PREFIXES: readonly (readonly [end: string, prefix: string])[] = [
  ['/wordprocessingml/2006/main', 'w'],
  ['/wordprocessingml/main', 'w'],
  ['/officeDocument/2006/math', 'm'],
  ['/officeDocument/math', 'm'],
  ['/markup-compatibility/2006', 'mc'],
  ['/drawingml/2006/main', 'a'],
  ['/drawingml/main', 'a'],
  ['/drawingml/2006/picture', 'pic'],
  ['/drawingml/picture', 'pic'],
  ['/drawingml/2006/chart', 'c'],
  ['/drawingml/chart', 'c'],
  ['/drawingml/2006/diagram', 'dgm'],
  ['/drawingml/diagram', 'dgm'],
]
/** The namespace of Word, for added elements. */
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Parses a part; null where it is no XML. Takes linear time. */
export function readXml(xml: string): XmlElement | null {
  const document: XmlElement = { name: '', tag: '', children: [] }
  const open: XmlElement[] = [document]
  let prefixes: ReadonlyMap<string, string> | null = null
  let isDamaged = false
  scanXml(
    xml,
    {
      open({ name, start, end, empty }) {
        const written = xml.slice(start, end)
        const tag = empty ? `${written.slice(0, -2)}>` : written
        prefixes ??= prefixesIn(tag)
        const element: XmlElement = { name: usualName(name, prefixes), tag, children: [] }
        open.at(-1)!.children.push(element)
        if (!empty) open.push(element)
      },
      close() {
        if (open.length > 1) open.pop()
        else isDamaged = true
      },
      text(start, end) {
        open.at(-1)!.children.push(xml.slice(start, end))
      },
      cdata(start, end) {
        open.at(-1)!.children.push(escapedXml(xml.slice(start, end)))
      },
      doctype() {},
      fault() {
        isDamaged = true
      },
    },
    false,
  )
  const root = document.children.find((node) => typeof node !== 'string')
  return isDamaged || open.length > 1 || root === undefined ? null : root
}

function prefixesIn(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of attributesOf(tag)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    const usual = PREFIXES.find(([end]) => value.endsWith(end))?.[1]
    if (usual) found.set(name.slice('xmlns:'.length), usual)
  }
  return found
}

function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const at = name.indexOf(':')
  const prefix = prefixes.get(name.slice(0, Math.max(at, 0)).toLowerCase())
  return prefix === undefined ? name : `${prefix}:${name.slice(at + 1)}`
}

/** Serialises an element. */
export function writeXml(node: XmlNode): string {
  const pieces: string[] = []
  const write = (each: XmlNode): void => {
    if (typeof each === 'string') return void pieces.push(each)
    pieces.push(each.tag)
    for (const child of each.children) write(child)
    pieces.push(`</${/^<([^\s>]+)/.exec(each.tag)?.[1] ?? ''}>`)
  }
  write(node)
  return pieces.join('')
}

/**
 * A new element of Word; `tag` is its name and attributes without the prefix, such as `fldChar w:fldCharType="end"`.
 */
export function word(tag: string, ...children: XmlNode[]): XmlElement {
  return { name: `w:${tag.split(' ', 1)[0]}`, tag: `<w:${tag} xmlns:w="${WORD}">`, children }
}

/** A new run with this text. */
export function wordRun(text: string): XmlElement {
  return word('r', word('t xml:space="preserve"', escapedXml(text)))
}

export function escapedXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  )
}

/** The first child of a name, or the first child of that one, and so on. */
export function childAt(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((found, name) => childrenNamed(found, name)[0], element)
}

/** An attribute by its name without the prefix; empty where there is none. */
export function xmlAttribute(element: XmlElement | undefined, name: string): string {
  if (!element) return ''
  const wanted = name.toLowerCase()
  for (const [key, value] of attributesOf(element.tag))
    if (key === wanted || key.endsWith(`:${wanted}`)) return decodeXML(value)
  return ''
}

/** Whether a switch such as `w:vanish` is on; undefined where it is missing. */
export function isOn(element: XmlElement | undefined): boolean | undefined {
  return element && !/^(?:0|false|off)$/i.test(xmlAttribute(element, 'val'))
}

/** Descendants in document order; elements named `stop` are yielded, but not entered. */
export function* below(element: XmlElement, stop?: string): Generator<XmlElement> {
  const open: XmlNode[] = element.children.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') continue
    yield node
    if (node.name !== stop) for (const child of node.children.toReversed()) open.push(child)
  }
}
