import { renderBody, type BodyInput } from '../../../../../markdown/article-body.ts'
import * as highlighter from '../../../../../markdown/highlight.ts'
import { refusedElements } from '../../../../../markdown/render.ts'

/** A text whose HTML is checked for parts that readers do not get. */
export type RefusedInput = { refusedIn: string }

/** Parses and renders long texts in a worker, so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<BodyInput | RefusedInput>) => {
  postMessage('refusedIn' in data ? refusedElements(data.refusedIn) : renderBody(data, highlighter))
})
