import { childAt, childrenNamed, escapedXml, isOn, word, writeXml, xmlAttribute, type XmlElement } from './xml-tree.ts'

/** Markers around an item's number, at the beginning of its text; texts do not contain these characters. */
const [BEGIN, END] = ['\uE0F2', '\uE0F3']
export const NUMBER_MARK = /\uE0F2(\d{1,9})\uE0F3/
export const NUMBER_MARKS = /\uE0F2\d{1,9}\uE0F3/g

export function numberMark(number: number): string {
  return `${BEGIN}${number}${END}`
}

/** Word has nine levels. */
const LEVELS = 9
/** Maximum steps of style inheritance and list references. */
const MOST_STEPS = 20
/** Format of a list without a definition in the document. */
const BULLET = 'bullet'

type Level = { format: string; start: number; style: string }
type Abstract = { element: XmlElement; levels: Map<number, Level>; styleLink: string }
type Num = { abstract: string; starts: Map<number, number> }

/** Hidden text and lists in the styles of a document. */
export class Styles {
  readonly #elements: ReadonlyMap<string, XmlElement>

  constructor(root: XmlElement | null) {
    const styles = childrenNamed(root ?? undefined, 'w:style')
    this.#elements = new Map(styles.map((style) => [xmlAttribute(style, 'styleId'), style]))
  }

  has(id: string): boolean {
    return this.#elements.has(id)
  }

  isHidden(id: string): boolean {
    return this.#found(id, (style) => isOn(childAt(style, 'w:rPr', 'w:vanish'))) ?? false
  }

  /** The list of a style; `level` is null where the list itself defines it. */
  numbering(id: string): { num: string; level: number | null } | null {
    const found = this.#found(id, (style) => childAt(style, 'w:pPr', 'w:numPr'))
    return found ? numberingIn(found) : null
  }

  /** The value of a property from the nearest style in the chain of inheritance. */
  #found<T>(id: string, read: (style: XmlElement) => T | undefined): T | undefined {
    for (let step = 0, style = this.#elements.get(id); style && step < MOST_STEPS; step += 1) {
      const found = read(style)
      if (found !== undefined) return found
      style = this.#elements.get(xmlAttribute(childAt(style, 'w:basedOn'), 'val'))
    }
    return undefined
  }
}

function quoted(text: string): string {
  return escapedXml(text).replaceAll('"', '&quot;')
}

function numberingIn(properties: XmlElement): { num: string; level: number | null } {
  const level = xmlAttribute(childAt(properties, 'w:ilvl'), 'val')
  return { num: xmlAttribute(childAt(properties, 'w:numId'), 'val'), level: /^\d$/.test(level) ? Number(level) : null }
}

/** Counts list items as Word does, and adds missing list definitions. */
export class Numbering {
  readonly #root: XmlElement
  readonly #styles: Styles
  readonly #abstracts = new Map<string, Abstract>()
  readonly #nums = new Map<string, Num>()
  /** Present numbers of each list, by level; lists with a common definition share them. */
  readonly #counters = new Map<string, (number | undefined)[]>()
  readonly #restarted = new Set<string>()

  constructor(root: XmlElement | null, styles: Styles) {
    this.#root = root ?? word('numbering')
    this.#styles = styles
    for (const element of childrenNamed(this.#root, 'w:abstractNum')) this.#describe(element)
    for (const element of childrenNamed(this.#root, 'w:num')) {
      const starts = childrenNamed(element, 'w:lvlOverride').flatMap((over): [number, number][] => {
        const start = xmlAttribute(childAt(over, 'w:startOverride'), 'val')
        return /^\d{1,6}$/.test(start) ? [[Number(xmlAttribute(over, 'ilvl')), Number(start)]] : []
      })
      const abstract = xmlAttribute(childAt(element, 'w:abstractNumId'), 'val')
      this.#nums.set(xmlAttribute(element, 'numId'), { abstract, starts: new Map(starts) })
    }
  }

  #describe(element: XmlElement): Abstract {
    const levels = new Map<number, Level>()
    for (const level of childrenNamed(element, 'w:lvl')) {
      const start = xmlAttribute(childAt(level, 'w:start'), 'val')
      levels.set(Number(xmlAttribute(level, 'ilvl')) || 0, {
        format: xmlAttribute(childAt(level, 'w:numFmt'), 'val'),
        start: /^\d{1,6}$/.test(start) ? Number(start) : 1,
        style: xmlAttribute(childAt(level, 'w:pStyle'), 'val'),
      })
    }
    const abstract = { element, levels, styleLink: xmlAttribute(childAt(element, 'w:numStyleLink'), 'val') }
    this.#abstracts.set(xmlAttribute(element, 'abstractNumId'), abstract)
    return abstract
  }

  /** The number of a paragraph in a numbered list; null for all others. */
  next(properties: XmlElement | undefined): number | null {
    const style = xmlAttribute(childAt(properties, 'w:pStyle'), 'val')
    const own = childAt(properties, 'w:numPr')
    const byStyle = this.#styles.numbering(style)
    const { num, level: said } = own ? numberingIn(own) : (byStyle ?? { num: '', level: null })
    const id = num || (byStyle?.num ?? '')
    if (id === '' || id === '0') return null
    const list = this.#listOf(id)
    const level = said ?? [...list.levels].find(([, { style: of }]) => of !== '' && of === style)?.[0] ?? 0
    const is = list.levels.get(level)
    if (!is || is.format === BULLET) return null
    const counters = this.#counters.get(list.key) ?? []
    this.#counters.set(list.key, counters)
    const restart = this.#nums.get(id)?.starts.get(level)
    const isFirst = restart !== undefined && !this.#restarted.has(`${id} ${level}`)
    if (isFirst) this.#restarted.add(`${id} ${level}`)
    const before = isFirst ? restart - 1 : (counters[level] ?? is.start - 1)
    counters.length = level
    counters[level] = before + 1
    return before + 1
  }

  /** The definition of a list; a bulleted one where the document has none. */
  #listOf(id: string): { key: string; levels: Map<number, Level> } {
    let num = this.#nums.get(id)
    for (let step = 0; num && step < MOST_STEPS; step += 1) {
      const abstract = this.#abstracts.get(num.abstract)
      if (!abstract) break
      if (abstract.styleLink === '') return { key: num.abstract, levels: abstract.levels }
      num = this.#nums.get(this.#styles.numbering(abstract.styleLink)?.num ?? '')
    }
    const key = this.#nums.get(id)?.abstract || `fehlt-${id}`
    const known = this.#abstracts.get(key)
    if (known && known.styleLink === '') return { key, levels: known.levels }
    const made = this.#describe(word(`abstractNum w:abstractNumId="${quoted(key)}"`))
    this.#nums.set(id, { abstract: key, starts: this.#nums.get(id)?.starts ?? new Map() })
    return { key, levels: made.levels }
  }

  /** The part for the converter: each list defined, and each definition with all levels. */
  written(): string {
    const others = this.#root.children.filter(
      (node) => typeof node === 'string' || (node.name !== 'w:abstractNum' && node.name !== 'w:num'),
    )
    for (const { element, levels, styleLink } of this.#abstracts.values()) {
      if (styleLink !== '' && this.#styles.has(styleLink)) continue
      element.children = element.children.filter((node) => typeof node === 'string' || node.name !== 'w:numStyleLink')
      let format = BULLET
      for (let level = 0; level < LEVELS; level += 1) {
        const is = levels.get(level)
        format = is?.format ?? format
        if (!is) element.children.push(word(`lvl w:ilvl="${level}"`, word(`numFmt w:val="${format}"`)))
      }
    }
    const nums = [...this.#nums].map(([id, { abstract }]) =>
      word(`num w:numId="${quoted(id)}"`, word(`abstractNumId w:val="${quoted(abstract)}"`)),
    )
    const abstracts = [...this.#abstracts.values()].map(({ element }) => element)
    return writeXml({ ...this.#root, children: [...others, ...abstracts, ...nums] })
  }
}
