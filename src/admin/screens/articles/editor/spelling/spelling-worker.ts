import { proofText, type ProofInput } from './spelling-text.ts'

/** Looks through a text beside the page, which goes on taking letters meanwhile. */
addEventListener('message', ({ data }: MessageEvent<ProofInput>) => postMessage(proofText(data)))
