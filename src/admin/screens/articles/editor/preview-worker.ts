import { renderBody, type BodyInput } from '../../../../markdown/article-body.ts'
import * as highlighter from '../../../../markdown/highlight.ts'

/** Renders long texts beside the page, which goes on taking letters meanwhile. */
addEventListener('message', ({ data }: MessageEvent<BodyInput>) => {
  postMessage(renderBody(data, highlighter))
})
