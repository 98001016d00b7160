import { renderBody, type BodyInput as RenderInput, type RenderedBody } from '../../../../markdown/article-body.ts'
import { mayHoldCode, shownIn } from '../../../../markdown/render.ts'

/** `pictures` is null where it is asked which there are, and which embeds. */
export type BodyInput = Omit<RenderInput, 'pictures'> & { pictures: RenderInput['pictures'] | null }

/** `html` is empty while only pictures are asked for. */
export interface ArticleBody extends Omit<RenderedBody, 'lines'> {
  /** Whether the text is shown as it was written since no worker came to its end now: another time one may. */
  passing: boolean
}

/** The text of an article as its page shows it. What makes code readable is loaded with the first text that has some. */
export async function run({ pictures, ...input }: BodyInput): Promise<ArticleBody> {
  const { markdown, origins } = input
  if (pictures === null) {
    return { html: '', chapters: [], minutes: 1, ...shownIn(markdown, origins), passing: false }
  }
  const highlighter = mayHoldCode(markdown) ? await import('../../../../markdown/highlight.ts') : undefined
  const { lines: _lines, ...body } = renderBody({ ...input, pictures }, highlighter)
  return { ...body, passing: false }
}
