import { join } from 'node:path'

/** Where compiled code is kept between starts, as `npm start` and its sisters say (scripts/hand-over.mjs); without it every start takes a second more. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '.cache', 'compile') }
