import { RegExpParser, type AST } from '@eslint-community/regexpp'
import { Chars, getConsumedChars, hasSomeDescendant, isZeroLength, type ReadonlyFlags } from 'regexp-ast-analysis'
import { analyse } from 'scslre'
import { parseSync } from 'vite'

/** A regular expression as it stands in a source; built ones have holes where values go in. */
export type Expression = { pattern: string; flags: string; built: boolean }

/** Every regular expression literal of a source and every call of `RegExp` (whose pattern is then its source text). */
export function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, regex, callee, start, end } = node as Record<string, never> & { start: number; end: number }
    const literal = regex as { pattern: string; flags: string } | undefined
    if (type === 'Literal' && literal) found.push({ ...literal, built: false })
    const name = (callee as { name?: string } | undefined)?.name
    if ((type === 'NewExpression' || type === 'CallExpression') && name === 'RegExp')
      found.push({ pattern: text.slice(start, end), flags: '', built: true })
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseSync(path, text).program)
  return found
}

/**
 * Why matching may take more than linear time, or null. First scslre: two repetitions that can share characters, and one that
 * every start moves through again. Then what it leaves out: a repetition without bound that can swallow what leads to it
 * (`<a [^>]*>`: every `<a ` looks to the end for its `>`).
 */
export function danger({ pattern, flags }: Expression): string | null {
  const parser = new RegExpParser()
  const parsed = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const ast = parser.parsePattern(pattern, undefined, undefined, parsed)
  const { reports } = analyse({ pattern: ast, flags: parser.parseFlags(flags) }, { reportTypes: { Move: true } })
  const report = reports.find(({ exponential }) => exponential) ?? reports[0]
  if (report) return `${report.exponential ? 'exponential' : 'polynomial'}: ${report.type}`
  const options: ReadonlyFlags = parser.parseFlags(flags)
  if (flags.includes('y')) return null
  const swallowed = ast.alternatives.map((alternative) => swallowing(alternative, options)).find(Boolean)
  return swallowed ? `polynomial: ${swallowed} swallows what leads to it` : null
}

function swallowing({ elements }: AST.Alternative, flags: ReadonlyFlags): string | null {
  const starts = elements.some((element) => element.type === 'Assertion' && element.kind === 'start')
  if (starts && !flags.multiline) return null
  const repeated = elements.slice(0, -1).map(unbounded)
  return repeated.reduce<string | null>((found, repetition, index) => {
    if (found !== null || !repetition) return found
    const { chars } = getConsumedChars(repetition.element, flags)
    // A line is looked at once, where it begins.
    if (starts && chars.isDisjointWith(Chars.lineTerminator(flags))) return null
    const before = elements.slice(0, index).filter((part) => !isZeroLength(part, flags))
    const swallowed = before.every((part) => !getConsumedChars(part, flags).chars.isDisjointWith(chars))
    return before.length > 0 && swallowed ? repetition.raw : null
  }, null)
}

function unbounded(element: AST.Element): AST.Quantifier | null {
  let found: AST.Quantifier | null = null
  hasSomeDescendant(element, (node) => {
    if (node.type === 'Quantifier' && node.max === Infinity) found ??= node
    return found !== null
  })
  return found
}
