import { renderBody, type BodyInput } from '../../../../markdown/article-body.ts'

/** Renders long texts beside the page, which goes on taking letters meanwhile. */
addEventListener('message', ({ data }: MessageEvent<{ turn: number; input: BodyInput }>) => {
  postMessage({ turn: data.turn, body: renderBody(data.input) })
})
