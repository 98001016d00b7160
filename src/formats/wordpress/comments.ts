import { decodeHTML } from 'entities'
import { instantOf } from '../../rules/written-dates.ts'
import type { OtherItem } from '../source/source-items.ts'
import { textOf, type Element } from './wxr-document.ts'
import { markdownOf } from '../../markdown/html/markdown-of.ts'

/** States of comments that come along. Others are spam and the trash. */
const STATES: Readonly<Record<string, 'shown' | 'waiting'>> = { '1': 'shown', '0': 'waiting' }

/**
 * The comments of a post, with their threads. Addresses of mail and network stay in the file. `left` counts those that do not come:
 * spam, the trash, and notices of other blogs.
 */
export function commentsOf(item: readonly Element[], timeZone: string): { taken: OtherItem[]; left: number } {
  const taken: OtherItem[] = []
  let left = 0
  const post = textOf(item, 'wp:post_id')
  for (const { name: tag, children } of item) {
    if (tag !== 'wp:comment') continue
    const state = Object.hasOwn(STATES, textOf(children, 'wp:comment_approved'))
      ? STATES[textOf(children, 'wp:comment_approved')]
      : undefined
    if (state === undefined || /^(?:pingback|trackback)$/.test(textOf(children, 'wp:comment_type'))) {
      left += 1
      continue
    }
    const name = decodeHTML(textOf(children, 'wp:comment_author')) || 'Anonym'
    const gmt = textOf(children, 'wp:comment_date_gmt')
    const parent = textOf(children, 'wp:comment_parent')
    taken.push({
      kind: 'comment',
      sourceId: textOf(children, 'wp:comment_id'),
      title: `Kommentar von ${name}`,
      reasons: [],
      comment: {
        text: { id: post },
        parent: parent === '' || parent === '0' ? null : parent,
        name,
        markdown: commentMarkdown(textOf(children, 'wp:comment_content')),
        at: instantOf(gmt, 'UTC') ?? instantOf(textOf(children, 'wp:comment_date'), timeZone),
        state,
      },
    })
  }
  return { taken, left }
}

/** The markdown of a comment whose lines and empty lines are breaks and paragraphs, with some HTML in between. */
export function commentMarkdown(written: string): string {
  const paragraphs = written
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) =>
      /<(?:p|blockquote|ul|ol|pre)\b/i.test(paragraph) ? paragraph : `<p>${paragraph.replaceAll('\n', '<br>')}</p>`,
    )
  return markdownOf(paragraphs.join('\n'), null).markdown.trim()
}
