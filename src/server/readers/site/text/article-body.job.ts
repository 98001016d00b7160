import { renderBody, type BodyInput as RenderInput, type RenderedBody } from '../../../../markdown/article-body.ts'
import { mayHoldCode, mayHoldFormulas, shownIn } from '../../../../markdown/render.ts'

/** `pictures` is null to find out which pictures and embeds there are. */
export type BodyInput = Omit<RenderInput, 'pictures'> & { pictures: RenderInput['pictures'] | null }

/** `html` is empty while only pictures are requested. */
export interface ArticleBody extends Omit<RenderedBody, 'lines'> {
  /** Whether the text is shown unrendered because no worker finished it this time; a later attempt may. */
  passing: boolean
}

/** Renders the text of an article. Highlighter and typesetter are loaded with the first text that needs them. */
export async function run({ pictures, ...input }: BodyInput): Promise<ArticleBody> {
  const { markdown, origins } = input
  if (pictures === null) {
    return { html: '', chapters: [], minutes: 1, ...shownIn(markdown, origins), passing: false }
  }
  const highlighter = mayHoldCode(markdown) ? await import('../../../../markdown/highlight.ts') : undefined
  const typesetter =
    input.formulas && mayHoldFormulas(markdown) ? (await import('../../../../markdown/typeset.ts')).typeset : undefined
  const { lines: _lines, ...body } = renderBody({ ...input, pictures }, { highlighter, typesetter })
  return { ...body, passing: false }
}
