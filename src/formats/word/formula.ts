import { decodeXML } from 'entities'
import { childAt, childrenNamed, xmlAttribute, type XmlElement } from './xml-tree.ts'

/** Maximum nesting of formulas; deeper parts are omitted. */
const DEEPEST = 60

/** A formula in one line, in the usual linear notation: `(a+b)/c`, `x^2`, `√(x)`. */
export function formulaText(formula: XmlElement, depth = 0): string {
  const inner = (element: XmlElement | undefined): string =>
    element && depth < DEEPEST ? formulaText(element, depth + 1) : ''
  const part = (element: XmlElement, name: string): string => inner(childAt(element, name))
  return formula.children
    .map((element): string => {
      if (typeof element === 'string') return ''
      const sign = (kind: string, name: string, usual: string) => {
        const found = childAt(element, kind, name)
        return found ? xmlAttribute(found, 'val') : usual
      }
      switch (element.name) {
        case 'm:t':
          return decodeXML(element.children.filter((node) => typeof node === 'string').join(''))
        case 'm:f':
          return `${grouped(part(element, 'm:num'))}/${grouped(part(element, 'm:den'))}`
        case 'm:sSup':
          return `${part(element, 'm:e')}^${grouped(part(element, 'm:sup'))}`
        case 'm:sSub':
          return `${part(element, 'm:e')}_${grouped(part(element, 'm:sub'))}`
        case 'm:sSubSup':
          return `${part(element, 'm:e')}_${grouped(part(element, 'm:sub'))}^${grouped(part(element, 'm:sup'))}`
        case 'm:rad': {
          const degree = part(element, 'm:deg')
          return `√${degree === '' ? '' : `[${degree}]`}(${part(element, 'm:e')})`
        }
        case 'm:nary': {
          const [from, to] = [part(element, 'm:sub'), part(element, 'm:sup')]
          const limits = `${from === '' ? '' : `_${grouped(from)}`}${to === '' ? '' : `^${grouped(to)}`}`
          return `${sign('m:naryPr', 'm:chr', '∫')}${limits} ${part(element, 'm:e')}`
        }
        case 'm:d': {
          const [open, close] = [sign('m:dPr', 'm:begChr', '('), sign('m:dPr', 'm:endChr', ')')]
          return `${open}${childrenNamed(element, 'm:e').map(inner).join(', ')}${close}`
        }
        default:
          return inner(element)
      }
    })
    .join('')
}

function grouped(text: string): string {
  return text.length > 1 && !/^[\p{L}\p{N}.,]+$/u.test(text) ? `(${text})` : text
}
