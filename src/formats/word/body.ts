import { decodeXML } from 'entities'
import { attributesOf } from '../feed/xml-scanner.ts'
import { formulaText } from './formula.ts'
import { type Numbering, numberMark, type Styles } from './numbering.ts'
import {
  below,
  childAt,
  childrenNamed,
  escapedXml,
  isOn,
  word,
  wordRun,
  xmlAttribute,
  type XmlElement,
  type XmlNode,
} from './xml-tree.ts'

/** Parts of a document that are lost, by their German name, with their number. */
export type Lost = Map<string, number>

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Elements the converter supports. Of other elements around text the text stays. */
const READ = words(
  'w:p w:r w:t w:tab w:noBreakHyphen w:softHyphen w:sym w:hyperlink w:tbl w:tr w:tc w:footnoteReference w:endnoteReference ' +
    'w:commentReference w:br w:bookmarkStart w:bookmarkEnd w:sdt w:sdtContent w:customXml w:ins w:moveTo w:object w:smartTag w:pict ' +
    'v:roundrect v:shape v:textbox w:txbxContent v:imagedata v:group v:rect w:body w:footnote w:endnote',
)
/** Elements without text of their own, or with deleted text. */
const NOT_TEXT = words(
  'w:pPr w:rPr w:tblPr w:tblPrEx w:tblGrid w:trPr w:tcPr w:sectPr w:sdtPr w:sdtEndPr w:rubyPr w:del w:moveFrom w:proofErr',
)
/** Parts of a hidden run to keep: fields continue after it. */
const OF_FIELDS = words('w:rPr w:fldChar w:instrText')
const PICTURE = words('v:imagedata a:blip')

/** Context of a document, with the counter of losses. */
interface Around {
  styles: Styles
  numbering: Numbering
  lost: Lost
  /** Ids of the notes that have a text, by the element that refers to them. */
  notes: Readonly<Record<string, ReadonlySet<string>>>
  /** Names by which the part refers to pictures and addresses. */
  relations: ReadonlySet<string>
}

type Field = { instruction: XmlElement[]; isRead: boolean; chosen: string | null }

/**
 * Converts a part of a document (the text, its notes) to what the converter supports: fields in their long form with
 * plain addresses, formulas as characters, text boxes and groups of pictures where it looks for them, list items with
 * their number. Hidden text is removed. Losses are counted in `lost`.
 */
export class Body {
  readonly #styles: Styles
  readonly #numbering: Numbering
  readonly #lost: Lost
  readonly #notes: Readonly<Record<string, ReadonlySet<string>>>
  readonly #relations: ReadonlySet<string>
  readonly #fields: Field[] = []
  /** Whether the style of the paragraph hides its text. */
  #isHidden = false

  constructor({ styles, numbering, lost, notes, relations }: Around) {
    this.#styles = styles
    this.#numbering = numbering
    this.#lost = lost
    this.#notes = notes
    this.#relations = relations
  }

  prepare(root: XmlElement): void {
    root.children = this.#all(root.children)
  }

  #all(nodes: readonly XmlNode[]): XmlNode[] {
    return nodes.flatMap((node) => (typeof node === 'string' ? [node] : this.#changed(node)))
  }

  #lose(what: string): void {
    this.#lost.set(what, (this.#lost.get(what) ?? 0) + 1)
  }

  #changed(element: XmlElement): XmlNode[] {
    const { name, children } = element
    switch (name) {
      case 'w:p':
        return this.#paragraph(element)
      case 'w:r':
        return this.#run(element)
      case 'w:fldSimple':
        return this.#simpleField(element)
      case 'w:fldChar':
        return this.#fieldMark(element)
      case 'w:instrText': {
        const field = this.#fields.at(-1)
        if (field && !field.isRead) field.instruction.push(element)
        return [element]
      }
      case 'w:cr':
        return [word('br')]
      case 'w:ruby': {
        const above = this.#all(childAt(element, 'w:rt')?.children ?? [])
        return [...this.#all(childAt(element, 'w:rubyBase')?.children ?? []), wordRun(' ('), ...above, wordRun(')')]
      }
      case 'm:oMath':
      case 'm:oMathPara':
        this.#lose('Formeln, von denen nur die Zeichen mitkommen')
        return [wordRun(formulaText(element))]
      case 'mc:AlternateContent':
        return this.#alternatives(element)
      case 'w:drawing':
        return this.#drawing(element)
      case 'w:pict':
        return this.#oldDrawing(element)
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        if (this.#notes[name]?.has(xmlAttribute(element, 'id'))) return [element]
        this.#lose('Fußnoten, deren Text fehlt')
        return []
      case 'w:hyperlink':
        return this.#link(element)
      case 'v:imagedata':
        return this.#isThere(element) ? [element] : []
      case 'w:commentReference':
        this.#lose('Kommentare')
        return []
      case 'w:altChunk':
      case 'w:subDoc':
        this.#lose('Eingefügte Dokumente')
        return []
      case 'w:control':
        this.#lose('Steuerelemente')
        return []
    }
    if (NOT_TEXT.has(name)) return [element]
    const inner = this.#all(children)
    if (!READ.has(name)) return inner
    element.children = inner
    return [element]
  }

  #paragraph(element: XmlElement): XmlNode[] {
    const properties = childAt(element, 'w:pPr')
    const outer = this.#isHidden
    this.#isHidden = this.#styles.isHidden(xmlAttribute(childAt(properties, 'w:pStyle'), 'val'))
    const inner = this.#all(element.children)
    this.#isHidden = outer
    element.children = inner
    if (![...below(element)].some(isWords)) return [element]
    const number = this.#numbering.next(properties)
    if (number !== null)
      element.children = [
        ...inner.filter((node) => node === properties),
        wordRun(numberMark(number)),
        ...inner.filter((node) => node !== properties),
      ]
    return [element]
  }

  #run(element: XmlElement): XmlNode[] {
    const properties = childAt(element, 'w:rPr')
    const style = xmlAttribute(childAt(properties, 'w:rStyle'), 'val')
    const isHidden = isOn(childAt(properties, 'w:vanish')) ?? (this.#styles.isHidden(style) || this.#isHidden)
    if (isHidden) {
      if (element.children.some((node) => typeof node !== 'string' && !OF_FIELDS.has(node.name)))
        this.#lose('Verborgener Text')
      element.children = element.children.filter((node) => typeof node !== 'string' && OF_FIELDS.has(node.name))
    }
    element.children = this.#all(element.children)
    return [element]
  }

  #simpleField(element: XmlElement): XmlNode[] {
    const instruction = xmlAttribute(element, 'instr')
    const mark = (type: string) => word('r', word(`fldChar w:fldCharType="${type}"`))
    const inner = this.#all(element.children)
    const written = escapedXml(plainLink(instruction) ?? instruction)
    return [mark('begin'), word('r', word('instrText', written)), mark('separate'), ...inner, mark('end')]
  }

  #fieldMark(element: XmlElement): XmlNode[] {
    const type = xmlAttribute(element, 'fldCharType')
    if (type === 'begin') {
      const list = childAt(element, 'w:ffData', 'w:ddList')
      const entries = childrenNamed(list, 'w:listEntry')
      const at = Number(
        xmlAttribute(childAt(list, 'w:result'), 'val') || xmlAttribute(childAt(list, 'w:default'), 'val'),
      )
      this.#fields.push({ instruction: [], isRead: false, chosen: list ? xmlAttribute(entries[at], 'val') : null })
      return [element]
    }
    const field = this.#fields.at(-1)
    if (field && !field.isRead) {
      field.isRead = true
      const [first, ...others] = field.instruction
      const link = plainLink(field.instruction.map(textIn).join(''))
      if (first && link !== null) {
        first.children = [escapedXml(link)]
        for (const other of others) other.children = []
      }
    }
    if (type !== 'end') return [element]
    this.#fields.pop()
    return field?.chosen ? [element, word('t', escapedXml(field.chosen))] : [element]
  }

  /**
   * Selects the fallback for older programs, which the converter supports; the newer form where the fallback is empty.
   */
  #alternatives(element: XmlElement): XmlNode[] {
    const older = childAt(element, 'mc:Fallback')
    const newer = childAt(element, 'mc:Choice')
    const [chart] = newer ? [...below(newer)].filter(isChart) : []
    if (chart) {
      this.#lose(chartWords(chart))
      return []
    }
    const hasContent = older && [...below(older)].some((inner) => isWords(inner) || PICTURE.has(inner.name))
    return this.#all((hasContent ? older : (newer ?? older))?.children ?? [])
  }

  #drawing(element: XmlElement): XmlNode[] {
    const all = [...below(element, 'w:txbxContent')]
    const boxes = all.filter(({ name }) => name === 'w:txbxContent')
    const named = all.filter(({ name }) => name === 'pic:pic')
    const pictures = named.filter((picture) =>
      [...below(picture)].every((inner) => inner.name !== 'a:blip' || this.#isThere(inner)),
    )
    const chart = all.find(isChart)
    if (boxes.length === 0 && named.length === 0) this.#lose(chart ? chartWords(chart) : 'Gezeichnete Formen')
    const shown = boxes.map((box) => word('pict', this.#newBox(box)))
    if (pictures.length === 0) return shown
    const data = all.find(({ name }) => name === 'a:graphicData')
    if (data) data.children = pictures
    return [element, ...shown]
  }

  /** A link whose address is missing becomes its text. */
  #link(element: XmlElement): XmlNode[] {
    element.children = this.#all(element.children)
    const id = relationOf(element)
    return id === '' || this.#relations.has(id) ? [element] : element.children
  }

  /** Whether the document contains the picture's file. */
  #isThere(picture: XmlElement): boolean {
    const ids = [...relationAttributes(picture)]
    if (ids.every((id) => this.#relations.has(id))) return true
    this.#lose(MISSING_PICTURES)
    return false
  }

  #newBox(box: XmlElement): XmlElement {
    const children = this.#all(box.children)
    const tag = '<v:textbox xmlns:v="urn:schemas-microsoft-com:vml">'
    return { name: 'v:textbox', tag, children: [word('txbxContent', ...children)] }
  }

  #oldDrawing(element: XmlElement): XmlNode[] {
    const all = [...below(element)]
    const isRule = all.some((inner) => xmlAttribute(inner, 'hr') !== '')
    if (!isRule && !all.some((inner) => isWords(inner) || PICTURE.has(inner.name))) this.#lose('Gezeichnete Formen')
    element.children = this.#all(element.children)
    return [element]
  }
}

/** Report name of pictures whose file is missing. */
export const MISSING_PICTURES = 'Bilder, die im Dokument fehlen'

function relationOf(element: XmlElement): string {
  return [...relationAttributes(element)][0] ?? ''
}

/** The relation attributes of an element: `r:id`, `r:embed`, `r:link`, with any prefix. */
function* relationAttributes({ tag }: XmlElement): Generator<string> {
  for (const [key, value] of attributesOf(tag))
    if (/^(?!w:)[^:]+:(?:id|embed|link)$/.test(key) && value !== '') yield decodeXML(value)
}

function isWords({ name }: XmlElement): boolean {
  return name === 'w:t' || name === 'w:sym' || name === 'm:t'
}

function isChart({ name }: XmlElement): boolean {
  return name === 'c:chart' || name === 'cx:chart' || name === 'dgm:relIds'
}

function chartWords({ name }: XmlElement): string {
  return name === 'dgm:relIds' ? 'SmartArt-Grafiken' : 'Diagramme'
}

function textIn(element: XmlElement): string {
  return decodeXML(element.children.filter((node) => typeof node === 'string').join(''))
}

/** A part of a field's instruction: quoted, a switch, or a word. */
const PART = /"((?:[^"\\]|\\.){0,2000})"|\\(\S)|([^\s"\\]\S*)/g
/** Switches with an argument: the tooltip, and the target window. */
const WITH_WORD = new Set(['o', 't'])

/**
 * The instruction of a link with only its address, as the converter supports it; null for all other fields. Word writes
 * `HYPERLINK "https://example.org" \l "place" \o "tip"`.
 */
export function plainLink(instruction: string): string | null {
  const found = /^\s*hyperlink(?=[\s"\\])/i.exec(instruction)
  if (!found) return null
  let address = ''
  let place = ''
  let behind = ''
  for (const [, quoted, name, bare] of instruction.slice(found[0].length).matchAll(PART)) {
    const said = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1')
    if (name !== undefined) behind = name.toLowerCase()
    else {
      if (behind === 'l') place ||= said ?? ''
      else if (!WITH_WORD.has(behind)) address ||= said ?? ''
      behind = ''
    }
  }
  const quoted = (text: string) => `"${text.replaceAll('"', '%22')}"`
  if (address !== '') return `HYPERLINK ${quoted(place === '' ? address : `${address}#${place}`)}`
  return place === '' ? null : `HYPERLINK \\l ${quoted(place)}`
}
