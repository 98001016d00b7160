import type { PhrasingContent } from 'mdast'

type Mark = Extract<PhrasingContent, { children: PhrasingContent[] }>

const BLANKS = /[ \t\n\r\f]+/g
/** Maximum markdown marks in a paragraph; with more, each is compared with all others. */
const MOST_MARKS = 200
const TAGS: Readonly<Record<string, string>> = { strong: 'strong', emphasis: 'em', delete: 'del' }

function hasChildren(node: PhrasingContent): node is Mark {
  return 'children' in node
}

/** Collapses white space, and removes it at the edges of a line; `line` is the state before the nodes. */
function collapse(nodes: readonly PhrasingContent[], line: { blank: boolean }): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const value = node.value.replaceAll(BLANKS, ' ')
      node.value = line.blank && value.startsWith(' ') ? value.slice(1) : value
      if (node.value !== '') line.blank = node.value.endsWith(' ')
    } else if (node.type === 'break') line.blank = true
    else if (node.type === 'image' || node.type === 'inlineCode' || node.type === 'footnoteReference')
      line.blank = false
    else if (hasChildren(node)) collapse(node.children, line)
  }
}

/** Moves white space at the edges of marks out of them, and removes empty marks. */
function hoist(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (const node of nodes) {
    if (!hasChildren(node)) {
      add(result, node)
      continue
    }
    const children = hoist(node.children)
    const [before, behind]: [PhrasingContent[], PhrasingContent[]] = [[], []]
    let from = 0
    while (from < children.length && isEdge(children[from]!)) before.push(children[from++]!)
    let to = children.length
    while (to > from && isEdge(children[to - 1]!)) behind.unshift(children[--to]!)
    const inner = children.slice(from, to)
    const [first, last] = [inner[0], inner.at(-1)]
    if (first?.type === 'text' && first.value.startsWith(' ')) {
      first.value = first.value.slice(1)
      before.push({ type: 'text', value: ' ' })
    }
    if (last?.type === 'text' && last.value.endsWith(' ')) {
      last.value = last.value.slice(0, -1)
      behind.unshift({ type: 'text', value: ' ' })
    }
    for (const outer of before) add(result, outer)
    if (inner.length > 0) add(result, { ...node, children: inner } as Mark)
    for (const outer of behind) add(result, outer)
  }
  return result
}

function isEdge(node: PhrasingContent): boolean {
  return node.type === 'break' || (node.type === 'text' && node.value.trim() === '')
}

/** Adds to a line; adjacent text, code or bold text is merged. */
function add(nodes: PhrasingContent[], node: PhrasingContent): void {
  const last = nodes.at(-1)
  if (node.type === 'text' && node.value === '') return
  if ((node.type === 'text' || node.type === 'inlineCode') && last?.type === node.type) last.value += node.value
  else if (last && last.type === node.type && TAGS[node.type] !== undefined && hasChildren(last) && hasChildren(node))
    for (const child of node.children) add(last.children, child)
  else nodes.push(node)
}

/** Removes white space and breaks at the edges of a line, and white space around breaks. */
function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  let from = 0
  while (from < nodes.length && isEdge(nodes[from]!)) from += 1
  let to = nodes.length
  while (to > from && isEdge(nodes[to - 1]!)) to -= 1
  const line = nodes.slice(from, to)
  line.forEach((node, index) => {
    if (node.type !== 'text') return
    if (index === 0 || line[index - 1]!.type === 'break') node.value = node.value.replace(/^ /, '')
    if (index === line.length - 1 || line[index + 1]!.type === 'break') node.value = node.value.replace(/ $/, '')
  })
  return line
}

const WORD = /[\p{L}\p{N}]/u
const SIGN = /[\p{P}\p{S}]/u

function edgeOf(node: PhrasingContent | undefined, end: 'first' | 'last'): string {
  if (!node) return ''
  if (node.type === 'text' || node.type === 'inlineCode') {
    if (node.type === 'inlineCode') return '`'
    // An address may be written in angle brackets.
    if (end === 'first' ? /^https?:/.test(node.value) : endsWithAddress(node.value)) return '<'
    const letters = end === 'first' ? node.value.slice(0, 2) : node.value.slice(-2)
    return [...letters].at(end === 'first' ? 0 : -1) ?? ''
  }
  if (node.type === 'break') return ''
  if (hasChildren(node) && TAGS[node.type] !== undefined)
    return edgeOf(end === 'first' ? node.children[0] : node.children.at(-1), end)
  return '['
}

function endsWithAddress(words: string): boolean {
  const end = words.slice(-2000)
  const at = end.lastIndexOf('://')
  return at >= 0 && !/\s/.test(end.slice(at))
}

/**
 * Whether stars around a text would be read as a mark: not with punctuation right inside and a word character right
 * outside.
 */
function isReadable(node: Mark, before: string, behind: string): boolean {
  const [first, last] = [edgeOf(node, 'first'), edgeOf(node, 'last')]
  return !(SIGN.test(first) && WORD.test(before)) && !(SIGN.test(last) && WORD.test(behind))
}

/** Replaces marks whose stars would not be read as marks by tags (RUL-47). */
function guard(nodes: readonly PhrasingContent[], all: boolean): PhrasingContent[] {
  return nodes.flatMap((node, index): PhrasingContent[] => {
    if (!hasChildren(node)) return [node]
    const tag = TAGS[node.type]
    const before = edgeOf(nodes[index - 1], 'last')
    const behind = edgeOf(nodes[index + 1], 'first')
    const asTags = tag !== undefined && (all || !isReadable(node, before, behind))
    const children = guard(node.children, all)
    if (!asTags) return [{ ...node, children } as Mark]
    return [{ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` }]
  })
}

function countMarks(nodes: readonly PhrasingContent[]): number {
  return nodes.reduce((sum, node) => sum + (hasChildren(node) ? 1 + countMarks(node.children) : 0), 0)
}

/** Normalises a line: white space only between words, marks only around words. Empty without content. */
export function settled(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  collapse(nodes, { blank: true })
  const line = trimmed(hoist(nodes))
  if (line.every((node) => node.type === 'html' || isEdge(node))) return line.some(isPlace) ? line : []
  return guard(line, countMarks(line) > MOST_MARKS)
}

/** True for an anchor that a link of the text points to. */
function isPlace(node: PhrasingContent): boolean {
  return node.type === 'html' && node.value.startsWith('<a id=')
}
