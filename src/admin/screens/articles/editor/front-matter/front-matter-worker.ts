import { matterFacts } from './front-matter-facts.ts'

export type MatterInput = { source: string; timeZone: string }

/** Reads front matter beside the page, which goes on taking letters meanwhile. */
addEventListener('message', ({ data }: MessageEvent<MatterInput>) => {
  postMessage(matterFacts(data.source, data.timeZone))
})
