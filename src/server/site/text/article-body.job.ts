import { renderBody, type BodyInput as RenderInput, type RenderedBody } from '../../../markdown/article-body.ts'

/** `pictures` is null where it is asked which there are. */
export type BodyInput = Omit<RenderInput, 'pictures'> & { pictures: RenderInput['pictures'] | null }

/** `html` is empty while only pictures are asked for. */
export interface ArticleBody extends Omit<RenderedBody, 'lines'> {
  /** Whether the text is shown as it was written since no worker came to its end now: another time one may. */
  passing: boolean
}

/** The text of an article as its page shows it. */
export function run({ pictures, ...input }: BodyInput): ArticleBody {
  const { lines: _lines, html, ...body } = renderBody({ ...input, pictures: pictures ?? new Map() })
  return { ...body, html: pictures === null ? '' : html, passing: false }
}
