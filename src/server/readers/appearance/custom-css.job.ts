import {
  type Atrule,
  type CssNode,
  type Declaration,
  generate,
  ident,
  type List,
  type ListItem,
  parse,
  type Rule,
  type StyleSheet,
  walk,
} from 'css-tree'
import type { RemovedCss } from '../../../contract/appearance.ts'

/**
 * Allowed rules that contain others, and key frames. Rules that load (`import`, `font-face`), name or change the
 * document are not allowed.
 */
const GROUPS = new Set(['media', 'supports', 'container', 'keyframes', 'starting-style'])

/** Allowed functions, which only compute. Functions that load (`image-set`, `src`, `element` …) are not allowed. */
const FUNCTIONS = new Set(
  `abs acos asin atan atan2 blur brightness calc circle clamp color color-mix conic-gradient contrast cos counter counters
  cubic-bezier drop-shadow ellipse env exp fit-content grayscale hsl hsla hue-rotate hwb hypot inset invert lab lch light-dark
  linear linear-gradient log matrix matrix3d max min minmax mod oklab oklch opacity path perspective polygon pow
  radial-gradient ray rect rem repeat repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba
  rotate rotate3d rotatex rotatey rotatez round saturate scale scale3d scalex scaley scalez sepia shape sign sin skew skewx
  skewy sqrt steps symbols tan translate translate3d translatex translatey translatez var view xywh`.split(/\s+/),
)

/** Addresses of the blog's own pictures. */
const OWN_PICTURES = /^\/(?:storage\/v1\/object\/public\/blog-media|site)\/[\w%.,~!'()*+-]+(?:\?v=[\w-]+)?$/

/** Maximum number of reported removals. */
const MOST_REMOVED = 50
const LAYER = 'eigenes'

/**
 * Cleans custom CSS for readers: it is parsed and printed again, in one layer of its own, without anything that loads
 * external resources or that the parser does not understand. Removed parts are reported with their line. Takes time in
 * proportion to the length.
 */
export function run(typed: string): { css: string; removed: RemovedCss[] } {
  const removed: RemovedCss[] = []
  const leaveOut = (node: CssNode, what: string) => {
    if (removed.length < MOST_REMOVED) removed.push({ line: node.loc?.start.line ?? 1, what })
  }
  const sheet = parse(typed, { positions: true, parseCustomProperty: true, parseValue: true }) as StyleSheet
  cleanList(sheet.children, leaveOut)
  const css = generate(sheet)
  return { css: css === '' ? '' : `@layer ${LAYER}{${css}}`, removed }
}

type LeaveOut = (node: CssNode, what: string) => void

/** Walks the rules and declarations of a block and removes forbidden ones. */
function cleanList(children: List<CssNode>, leaveOut: LeaveOut): void {
  children.forEach((node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) => {
    const fault = faultOf(node, leaveOut)
    if (fault === null) return
    list.remove(item)
    if (fault !== '') leaveOut(node, fault)
  })
}

/** Nodes without meaning for a browser. */
const SILENT = new Set(['Comment', 'WhiteSpace', 'CDO', 'CDC'])

/** Why a rule or declaration is removed, in German; empty for meaningless nodes, null if it stays. */
function faultOf(node: CssNode, leaveOut: LeaveOut): string | null {
  if (node.type === 'Declaration') return declarationFault(node)
  if (node.type === 'Rule') return ruleFault(node, leaveOut)
  if (node.type === 'Atrule') return atruleFault(node, leaveOut)
  return SILENT.has(node.type) ? '' : 'Unverständliche Stelle'
}

function ruleFault(rule: Rule, leaveOut: LeaveOut): string | null {
  if (rule.prelude.type === 'Raw' || holdsRaw(rule.prelude)) return 'Unverständlicher Selektor'
  cleanList(rule.block.children, leaveOut)
  return rule.block.children.isEmpty ? '' : null
}

function atruleFault(rule: Atrule, leaveOut: LeaveOut): string | null {
  const name = plainName(rule.name)
  if (!GROUPS.has(name)) return `@${name} ist nicht erlaubt`
  if (!rule.block || rule.prelude?.type === 'Raw' || (rule.prelude && holdsForeign(rule.prelude)))
    return `@${name} ist unvollständig oder unverständlich`
  cleanList(rule.block.children, leaveOut)
  return rule.block.children.isEmpty ? '' : null
}

function declarationFault({ property, value }: Declaration): string | null {
  if (/^(?:behavior|-moz-binding)$/i.test(plainName(property))) return `${property} ist nicht erlaubt`
  if (value.type === 'Raw') return `Der Wert von ${property} ist unverständlich`
  const fault = holdsForeign(value)
  return fault === null ? null : `${property}: ${fault}`
}

/** The second argument of `var()` is parsed on demand, and may contain further ones. */
const MOST_NESTED = 8

/**
 * The part of a value or prelude that loads external resources or is not understood, in German; null when there is
 * none.
 */
function holdsForeign(root: CssNode, depth = 0): string | null {
  let fault: string | null = null
  walk(root, (node) => {
    if (node.type === 'Url' && !OWN_PICTURES.test(node.value)) fault ??= 'nur eigene Bilder aus der Mediathek'
    else if (node.type === 'Function' && !FUNCTIONS.has(plainName(node.name)))
      fault ??= `${node.name}() ist nicht erlaubt`
    else if (node.type === 'Raw' && node.value.trim() !== '') {
      const inner = depth < MOST_NESTED ? parse(node.value, { context: 'value' }) : node
      fault ??= inner.type === 'Raw' ? 'unverständlicher Wert' : holdsForeign(inner, depth + 1)
    }
  })
  return fault
}

function holdsRaw(root: CssNode): boolean {
  let raw = false
  walk(root, ({ type }) => {
    if (type === 'Raw') raw = true
  })
  return raw
}

/** A name without escapes (`u\72l`), in lower case. */
function plainName(name: string): string {
  return ident.decode(name).toLowerCase()
}
