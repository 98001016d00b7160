import { matterFacts } from './front-matter-facts.ts'

export type MatterInput = { source: string; timeZone: string }

/** Parses front matter in a worker, so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<MatterInput>) => {
  postMessage(matterFacts(data.source, data.timeZone))
})
