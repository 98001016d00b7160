import { markdownOf } from '../../markdown/html/markdown-of.ts'

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
