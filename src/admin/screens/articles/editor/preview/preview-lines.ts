/** The elements of the rendered text and the line of the markdown each begins on. */
export type RenderedBlocks = { elements: Element[]; lines: number[] }

/** The place in a column that is kept together with the other one, in px below its upper edge. */
const EYE = 64

/** The height in the window at which a column is looked at. */
export const eyeOf = (column: HTMLElement) => column.getBoundingClientRect().top + EYE

/** The height in the window at which the preview shows a line of the markdown. */
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

/** The line of the markdown the preview shows at a height of the window. */
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
