import type { DefaultTreeAdapterMap } from 'parse5'
import { htmlFragment } from '../../../../markdown/html/fragment.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

/** What podcast programs show beside the sound of an article. */
export interface Episode {
  /** Places of the sound in seconds, in their order. */
  chapters: { at: number; title: string }[]
  /** Paragraphs of the transcript in their order; `at` in seconds where a paragraph begins with a time. */
  transcript: { at: number | null; text: string }[]
}

const TRANSCRIPT = /^(?:abschrift|mitschrift|transkript|transcript)/i
const TIME = /^[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d+)?[\])]?[\s:–-]*/
const PLACE = /#t=(\d+)$/
/** Elements of a transcript that stand in a line of their own. */
const BLOCKS = new Set(['p', 'li', 'dt', 'dd', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'td', 'div'])

/** Reads the chapters and the transcript of the first sound from the markup of an article's page (RUL-110). */
export function run(html: string): Episode {
  const parts = htmlFragment(html).childNodes.filter(isElement)
  const first = parts.findIndex(isPlayer)
  const behind = first < 0 ? [] : parts.slice(first + 1)
  const next = behind.findIndex(isPlayer)
  const own = next < 0 ? behind : behind.slice(0, next)
  const list = own[0]
  const hasChapters = list !== undefined && attribute(list, 'class') === 'chapters'
  const fold = own.find((part) => part.tagName === 'details' && TRANSCRIPT.test(summaryOf(part)))
  return {
    chapters: hasChapters
      ? list.childNodes
          .filter(isElement)
          .flatMap(chapterOf)
          .toSorted((a, b) => a.at - b.at)
      : [],
    transcript: fold ? linesOf(fold).map(timed) : [],
  }
}

function isElement(node: Node): node is Element {
  return 'tagName' in node
}

function attribute({ attrs }: Element, wanted: string): string {
  return attrs.find(({ name }) => name === wanted)?.value ?? ''
}

function isPlayer(part: Element): boolean {
  return part.tagName === 'figure' && part.childNodes.some((child) => isElement(child) && child.tagName === 'audio')
}

function chapterOf(item: Element): Episode['chapters'] {
  const link = item.childNodes.filter(isElement).find((child) => PLACE.test(attribute(child, 'href')))
  if (!link) return []
  const title = textOf(item.childNodes.filter((child) => child !== link)).trim()
  return title === '' ? [] : [{ at: Number(PLACE.exec(attribute(link, 'href'))![1]), title }]
}

function summaryOf({ childNodes }: Element): string {
  const summary = childNodes.filter(isElement).find(({ tagName }) => tagName === 'summary')
  return summary ? textOf([summary]).trim() : ''
}

/** The words of these nodes; soft hyphens are for the eye. */
function textOf(nodes: readonly Node[]): string {
  const words: string[] = []
  const waiting = nodes.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('value' in node) words.push(node.value)
    else if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child)
  }
  return words.join('').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ')
}

/** The text of a fold without its summary, a line for each block. */
function linesOf(fold: Element): string[] {
  const lines: string[] = []
  let line: string[] = []
  const end = () => {
    const text = line.join('').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim()
    if (text !== '') lines.push(text)
    line = []
  }
  const waiting: (Node | null)[] = fold.childNodes
    .filter((child) => !isElement(child) || child.tagName !== 'summary')
    .toReversed()
  while (waiting.length > 0) {
    const node = waiting.pop()!
    if (node === null) end()
    else if ('value' in node) line.push(node.value)
    else if (isElement(node)) {
      const isBlock = BLOCKS.has(node.tagName)
      if (isBlock || node.tagName === 'br') end()
      if (isBlock) waiting.push(null)
      for (const child of node.childNodes.toReversed()) waiting.push(child)
    }
  }
  end()
  return lines
}

function timed(line: string): Episode['transcript'][number] {
  const found = TIME.exec(line)
  if (!found) return { at: null, text: line }
  const [written, hours = '0', minutes = '0', seconds = '0'] = found
  return { at: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), text: line.slice(written.length) }
}
