import { diffArrays } from 'diff'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/** What nobody reads. */
const UNREAD = new Set('head noscript option script select style svg template textarea title'.split(' '))
/** Words do not go on across these. */
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

/** The words of a page as a reader meets them, read by a parser that is not ours. */
export function wordsOf(html: string): string[] {
  return parseFragment(html)
    .childNodes.map(readOf)
    .join('')
    .split(/[\s\u200b\ufeff]+/)
    .filter((word) => word !== '')
}

/** How many of the words of a source stand in ours, in their order; and those that do not. */
export function inOrder(source: readonly string[], ours: readonly string[]): { kept: number; lost: string[] } {
  let kept = 0
  const lost: string[] = []
  for (const { added, removed, value } of diffArrays([...source], [...ours])) {
    if (removed) lost.push(...value)
    else if (!added) kept += value.length
  }
  return { kept, lost }
}
