import { diffArrays } from 'diff'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/** Elements without readable text. */
const UNREAD = new Set('head noscript option script select style svg template textarea title'.split(' '))
/** Elements that separate words. */
const PARTING = new Set(
  (
    'address article aside audio blockquote br button caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr iframe img input label li main nav object ol p pre section summary table tbody td tfoot th thead ' +
    'tr ul video'
  ).split(' '),
)

function readOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value
  if (UNREAD.has(node.nodeName) || !('childNodes' in node)) return ''
  const inner = node.childNodes.map(readOf).join('')
  return PARTING.has(node.nodeName) ? ` ${inner} ` : inner
}

/** The words of a page in reading order, parsed by an independent parser. */
export function wordsOf(html: string): string[] {
  return parseFragment(html)
    .childNodes.map(readOf)
    .join('')
    .split(/[\s\u200b\ufeff]+/)
    .filter((word) => word !== '')
}

/** The number of source words that occur in ours in the same order, and the missing ones. */
export function inOrder(source: readonly string[], ours: readonly string[]): { kept: number; lost: string[] } {
  let kept = 0
  const lost: string[] = []
  for (const { added, removed, value } of diffArrays([...source], [...ours])) {
    if (removed) lost.push(...value)
    else if (!added) kept += value.length
  }
  return { kept, lost }
}
