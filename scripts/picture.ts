// `npm run picture`: draws the picture of docs/architecture.md anew from the imports, after one has changed.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { withPicture } from '../tests/boundaries/picture.ts'

const PAGE = 'docs/architecture.md'
const sources = globSync('src/**/*.{ts,tsx}').map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}))
writeFileSync(PAGE, withPicture(readFileSync(PAGE, 'utf8'), sources))
