import { renderBody, type BodyInput } from '../../../../../markdown/article-body.ts'
import * as highlighter from '../../../../../markdown/highlight.ts'
import { mayHoldFormulas, refusedElements } from '../../../../../markdown/render.ts'

/** A text whose HTML is checked for parts that readers do not get. */
export type RefusedInput = { refusedIn: string }

/** Parses and renders long texts in a worker, so that typing is not blocked. */
addEventListener('message', async ({ data }: MessageEvent<BodyInput | RefusedInput>) => {
  if ('refusedIn' in data) return postMessage(refusedElements(data.refusedIn))
  const typesetter =
    data.formulas && mayHoldFormulas(data.markdown)
      ? (await import('../../../../../markdown/typeset.ts')).typeset
      : undefined
  postMessage(renderBody(data, { highlighter, typesetter }))
})
