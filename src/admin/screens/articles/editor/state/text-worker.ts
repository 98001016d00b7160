import { renderBody, type BodyInput } from '../../../../../markdown/article-body.ts'
import * as highlighter from '../../../../../markdown/highlight.ts'
import { mayHoldFormulas, refusedElements } from '../../../../../markdown/render.ts'

/** A text whose HTML is checked for parts that readers do not get. */
export type RefusedInput = { refusedIn: string }

/** Parses and renders long texts in a worker, so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<BodyInput | RefusedInput>) => {
  if ('refusedIn' in data) postMessage(refusedElements(data.refusedIn))
  else void answer(data)
})

/** Renders a text; the typesetter of formulas is loaded with the first text that needs it. */
async function answer(input: BodyInput): Promise<void> {
  const typesetter =
    input.formulas && mayHoldFormulas(input.markdown)
      ? (await import('../../../../../markdown/typeset.ts')).typeset
      : undefined
  postMessage(renderBody(input, { highlighter, typesetter }))
}
