import { instantOf } from '../../rules/written-dates.ts'
import type { Reader, SourceFiles } from '../source/source-items.ts'
import { decodeText, inUtf8 } from '../source/text-charset.ts'
import { childrenOf, textOf, type Element } from '../wordpress/wxr-document.ts'
import { commentMarkdown } from '../wordpress/comments.ts'

/** Bytes searched for the signature of Disqus. */
const MARK_BYTES = 8 * 1024
const MARK = /<disqus[^>]{1,500}xmlns/

async function exportIn(files: SourceFiles): Promise<string[]> {
  const found: string[] = []
  for (const { path } of files.list())
    if (/\.xml$/i.test(path) && MARK.test(decodeText((await files.read(path)).subarray(0, MARK_BYTES))))
      found.push(path)
  return found.sort()
}

const idOf = ({ attributes }: Element): string => attributes.get('dsq:id') ?? ''

/** The comments of a blog that Disqus kept (COM-10), for texts that are here already: found by the address of their thread. */
export const disqusReader: Reader = {
  format: 'Disqus',
  async claims(files) {
    return { paths: (await exportIn(files)).slice(0, 1) }
  },
  async *items(files) {
    const [path] = await exportIn(files)
    if (path === undefined) return
    const [root] = childrenOf(inUtf8(await files.read(path)).toString('utf8'))
    const elements = root?.children ?? []
    const threads = new Map(
      elements.filter(({ name }) => name === 'thread').map((thread) => [idOf(thread), textOf(thread.children, 'link')]),
    )
    for (const post of elements) {
      if (post.name !== 'post') continue
      const { children } = post
      const name = textOf(children.find((child) => child.name === 'author')?.children ?? [], 'name') || 'Anonym'
      const thread = children.find((child) => child.name === 'thread')
      const parent = children.find((child) => child.name === 'parent')
      const isLeft = textOf(children, 'isDeleted') === 'true' || textOf(children, 'isSpam') === 'true'
      yield {
        kind: 'comment',
        sourceId: idOf(post),
        title: `Kommentar von ${name}`,
        reasons: isLeft ? ['War in Disqus gelöscht oder Spam und kommt nicht mit.'] : [],
        ...(isLeft && { skip: true as const }),
        comment: {
          text: { address: threads.get(thread ? idOf(thread) : '') ?? '' },
          parent: parent ? idOf(parent) || null : null,
          name,
          markdown: commentMarkdown(textOf(children, 'message')),
          at: instantOf(textOf(children, 'createdAt'), 'UTC'),
          state: 'shown',
        },
      }
    }
  },
}
