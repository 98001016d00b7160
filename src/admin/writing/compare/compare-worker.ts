import { compareTexts, type ComparedTexts } from './compare-texts.ts'

export type ComparisonInput = { old: ComparedTexts; now: ComparedTexts }

/** Compares long texts in a worker, so that the page goes on responding. */
addEventListener('message', ({ data }: MessageEvent<ComparisonInput>) => postMessage(compareTexts(data.old, data.now)))
