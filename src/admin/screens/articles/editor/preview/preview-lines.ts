/** The elements of the rendered text, the markdown line that each begins on, and the markdown. */
export type RenderedBlocks = { elements: Element[]; lines: number[]; markdown: string }

/** The offset below the top of a column at which both columns are aligned, in px. */
const EYE = 64

/** The window coordinate at which a column is aligned. */
export const eyeOf = (column: HTMLElement) => column.getBoundingClientRect().top + EYE

/** The window coordinate at which the preview shows a line of the markdown. */
export function heightAt(column: HTMLElement, blocks: RenderedBlocks | null, line: number): number {
  const tops = blocks?.elements.map((element) => element.getBoundingClientRect().top) ?? []
  const after = blocks?.lines.findIndex((first) => first > line) ?? -1
  const index = after < 0 ? tops.length - 1 : after - 1
  if (!blocks || tops.length === 0) return eyeOf(column)
  if (index < 0) return column.getBoundingClientRect().top - column.scrollTop + EYE
  const first = blocks.lines[index]!
  const next = blocks.lines[index + 1] ?? first + 1
  const bottom = tops[index + 1] ?? blocks.elements[index]!.getBoundingClientRect().bottom
  const share = next > first ? Math.min(1, (line - first) / (next - first)) : 0
  return tops[index]! + share * (bottom - tops[index]!)
}

/** The line of the markdown that the preview shows at a window coordinate. */
export function lineAt(blocks: RenderedBlocks | null, height: number): number {
  if (!blocks) return 0
  const boxes = blocks.elements.map((element) => element.getBoundingClientRect())
  const index = boxes.findLastIndex(({ top }) => top <= height)
  if (index < 0) return 0
  const first = blocks.lines[index]!
  const next = blocks.lines[index + 1] ?? first + 1
  const { top, bottom } = boxes[index]!
  const end = boxes[index + 1]?.top ?? bottom
  return first + (end > top ? Math.min(1, (height - top) / (end - top)) : 0) * (next - first)
}

/** The lines of the markdown, from 0, of the blocks between two nodes of the preview; `to` is behind the last one. */
export function linesBetween(blocks: RenderedBlocks | null, nodes: readonly (Node | null)[], all: number) {
  const indices = nodes.map((node) => blocks?.elements.findIndex((element) => element.contains(node)) ?? -1)
  if (!blocks || indices.length === 0 || indices.includes(-1)) return null
  return { from: blocks.lines[Math.min(...indices)]!, to: blocks.lines[Math.max(...indices) + 1] ?? all }
}
