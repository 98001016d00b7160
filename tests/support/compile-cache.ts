import { join } from 'node:path'

/**
 * The compile cache of `npm start` and the other commands (scripts/hand-over.mjs). Without it every start takes a
 * second longer.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '.cache', 'compile') }
