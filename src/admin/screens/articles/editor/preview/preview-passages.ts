import { changedLines } from '../../../../../rules/merge.ts'
import type { RenderedBlocks } from './preview-lines.ts'
import { textsIn } from './redraw-blocks.ts'

/** A passage of the markdown, in which a line break counts as one character, and what it is called. */
export type SeenPassage = { id: string; from: number; to: number; title: string }

/** Words, with the soft hyphens of long ones. */
const WORDS = /[\p{L}\p{N}\u{ad}]+/gu

type Word = { from: number; to: number; word: string }
const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    word: word.replaceAll('\u{ad}', ''),
  }))

/**
 * Marks passages in the rendered text, in place of the former ones. The words of the markdown and the rendered ones are compared, so
 * that markup, addresses and what the renderer adds do not matter. A passage without a word that is seen has no mark.
 */
export function markPassages(blocks: RenderedBlocks, markdown: string, passages: readonly SeenPassage[]): void {
  for (const element of blocks.elements)
    for (const mark of element.querySelectorAll('[data-remark]')) {
      const { parentNode } = mark
      mark.replaceWith(...mark.childNodes)
      parentNode?.normalize()
    }
  const lines = markdown.split('\n')
  const starts = [0]
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1)
  const startOf = (block: number) => starts[blocks.lines[block] ?? lines.length] ?? markdown.length
  for (const passage of passages) {
    const first = blocks.elements.findLastIndex((_, at) => startOf(at) <= passage.from)
    const behind = blocks.elements.findIndex((_, at) => startOf(at) >= passage.to)
    const inside = blocks.elements.slice(Math.max(first, 0), behind < 0 ? undefined : behind)
    const begin = startOf(Math.max(first, 0))
    markWords(inside, markdown.slice(begin, behind < 0 ? undefined : startOf(behind)), {
      ...passage,
      from: passage.from - begin,
      to: passage.to - begin,
    })
  }
}

function markWords(elements: readonly Element[], source: string, passage: SeenPassage): void {
  const texts = elements.flatMap(textsIn)
  const seen = texts.map(({ data }) => data).join('')
  const [written, rendered] = [wordsOf(source), wordsOf(seen)]
  const same = (words: Word[]) => words.map(({ word }) => word)
  let [from, to] = [-1, -1]
  let [at, shown] = [0, 0]
  const pass = (end: number) => {
    for (; at < end; at += 1, shown += 1) {
      if (written[at]!.from >= passage.to || written[at]!.to <= passage.from) continue
      if (from < 0) from = rendered[shown]!.from
      to = rendered[shown]!.to
      // The signs behind the last word, such as a full stop.
      for (
        let next = written[at]!.to;
        next < passage.to && /\S/.test(seen[to] ?? '') && seen[to] === source[next];
        next += 1
      )
        to += 1
    }
  }
  for (const change of changedLines(same(written), same(rendered))) {
    pass(change.from)
    at = change.to
    shown = change.newTo
  }
  pass(written.length)
  if (from >= 0) wrap(texts, from, to, passage)
}

/** Each text between the two places gets a mark; the first that is no part of a control takes the focus. */
function wrap(texts: readonly Text[], from: number, to: number, { id, title }: SeenPassage): void {
  let start = 0
  let reached = false
  for (const text of texts) {
    const [begin, end] = [Math.max(from - start, 0), Math.min(to - start, text.length)]
    start += text.length
    if (begin >= end || text.data.slice(begin, end).trim() === '') continue
    const range = document.createRange()
    range.setStart(text, begin)
    range.setEnd(text, end)
    const mark = document.createElement('mark')
    mark.dataset.remark = id
    if (!reached && !text.parentElement?.closest('a, button, summary, [data-remark]')) {
      reached = true
      mark.tabIndex = 0
      mark.role = 'button'
      mark.title = title
    }
    range.surroundContents(mark)
  }
}
