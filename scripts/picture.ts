// `npm run picture` draws the picture of docs/architecture.md from the imports.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { type Architecture, importsOf, isProduct, withPicture } from '../tests/boundaries/architecture.ts'

const PAGE = 'docs/architecture.md'
const architecture = JSON.parse(readFileSync('architecture.json', 'utf8')) as Architecture
const imports = globSync('src/**/*.{ts,tsx}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isProduct)
  .flatMap((path) => importsOf({ path, text: readFileSync(path, 'utf8') }))
writeFileSync(PAGE, withPicture(readFileSync(PAGE, 'utf8'), imports, architecture))
