import { changedLines, type LineChange } from '../../../../../rules/merge.ts'

/** The blocks that an element was drawn with: its child nodes as HTML. What readers did to them since, such as opening one, is no change. */
const drawn = new WeakMap<Element, string[]>()

const htmlOf = (node: Node) => (node instanceof Element ? node.outerHTML : (node.textContent ?? ''))

/** Browsers differ in who knows a selection in a shadow root: the root, or the document. Null without one in the root. */
export function selectionIn(root: ShadowRoot): Selection | null {
  const { getSelection: ofRoot } = root as ShadowRoot & { getSelection?: () => Selection | null }
  const selection = ofRoot ? ofRoot.call(root) : getSelection()
  return selection && root.contains(selection.anchorNode) && root.contains(selection.focusNode) ? selection : null
}

/**
 * Makes the content of an element that of `html`. Equal blocks stay in place, so that a selection in them stays and their pictures are
 * not loaded again.
 */
export function redrawBlocks(host: Element, html: string): void {
  const template = document.createElement('template')
  template.innerHTML = html
  const [nodes, next] = [[...host.childNodes], [...template.content.childNodes]]
  const [before, after] = [drawn.get(host) ?? nodes.map(htmlOf), next.map(htmlOf)]
  drawn.set(host, after)
  const changes = changedLines(before, after)
  if (changes.length === 0) return
  keepSelection(host, () => {
    for (const { from, to, newFrom, newTo } of changes) {
      const behind = nodes[to] ?? null
      for (const node of nodes.slice(from, to)) node.remove()
      for (const node of next.slice(newFrom, newTo)) host.insertBefore(node, behind)
    }
    return ({ first, last }) => [placeAfter(changes, first)[0], placeAfter(changes, last)[1]]
  })
}

/** Where a block stands after the changes, or what stands in its place: from, and behind the last one. */
function placeAfter(changes: readonly LineChange[], index: number): [number, number] {
  const change = changes.find(({ from, to }) => from <= index && index < to)
  if (change) return [change.newFrom, change.newTo]
  const passed = changes.findLast(({ to }) => to <= index)
  const place = index + (passed ? passed.newTo - passed.to : 0)
  return [place, place + 1]
}

type Blocks = { first: number; last: number }

/**
 * Changes the content of an element. A selection in it that is lost by that goes to the same words in its blocks, where they are there
 * once. `change` may return where these blocks are afterwards: from, and behind the last one.
 */
export function keepSelection(host: Element, change: () => void | ((selected: Blocks) => [number, number])): void {
  const selected = selectedIn(host)
  const place = change() ?? (({ first, last }: Blocks): [number, number] => [first, last + 1])
  if (!selected || rangeOf(selected.selection)?.toString() === selected.words) return
  select(selected.selection, [...host.childNodes].slice(...place(selected)), selected.words)
}

/** The selected words, and the blocks in which they begin and end. */
function selectedIn(host: Element): (Blocks & { selection: Selection; words: string }) | null {
  const nodes = [...host.childNodes]
  const root = host.getRootNode()
  const selection = root instanceof ShadowRoot ? selectionIn(root) : null
  const range = selection && rangeOf(selection)
  if (!selection || !range) return null
  const [first, last] = [range.startContainer, range.endContainer].map((node) =>
    nodes.findIndex((one) => one.contains(node)),
  )
  const words = range.toString()
  if (first === undefined || last === undefined || first < 0 || last < 0 || words === '') return null
  return { selection, words, first, last }
}

function rangeOf({ anchorNode, anchorOffset, focusNode, focusOffset }: Selection): Range | null {
  if (!anchorNode || !focusNode) return null
  const range = new Range()
  range.setStart(anchorNode, anchorOffset)
  range.setEnd(focusNode, focusOffset)
  if (!range.collapsed) return range
  range.setStart(focusNode, focusOffset)
  range.setEnd(anchorNode, anchorOffset)
  return range
}

/** Selects words that stand once in these blocks. */
function select(selection: Selection, blocks: readonly Node[], words: string): void {
  const texts = blocks.flatMap(textsIn)
  const all = texts.map(({ data }) => data).join('')
  const at = all.indexOf(words)
  if (at < 0 || all.includes(words, at + 1)) return
  const [start, end] = [pointAt(texts, at, 1), pointAt(texts, at + words.length, 0)]
  if (start && end) selection.setBaseAndExtent(start.node, start.offset, end.node, end.offset)
}

/** All texts in a node, in their order. */
export function textsIn(block: Node): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts = block instanceof Text ? [block] : []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** Where a place of the joined texts is; `least` characters of its node are behind it. */
function pointAt(texts: readonly Text[], place: number, least: number): { node: Text; offset: number } | null {
  let offset = place
  for (const node of texts) {
    if (offset + least <= node.length) return { node, offset }
    offset -= node.length
  }
  return null
}
