import { renderBody, type BodyInput } from '../../../../../markdown/article-body.ts'
import * as highlighter from '../../../../../markdown/highlight.ts'
import { refusedElements } from '../../../../../markdown/render.ts'

/** A text whose HTML is read for what readers do not get. */
export type RefusedInput = { refusedIn: string }

/** Reads and renders long texts beside the page, which goes on taking letters meanwhile. */
addEventListener('message', ({ data }: MessageEvent<BodyInput | RefusedInput>) => {
  postMessage('refusedIn' in data ? refusedElements(data.refusedIn) : renderBody(data, highlighter))
})
