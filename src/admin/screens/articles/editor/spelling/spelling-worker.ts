import { proofText, type ProofInput } from './spelling-text.ts'

/** Checks a text in a worker, so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<ProofInput>) => postMessage(proofText(data)))
