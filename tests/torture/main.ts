// `npm run torture -- NAME [options]`: runs the torture test of that name. Each file `NAME-command.ts` is one.
import { readdirSync } from 'node:fs'

const SUFFIX = '-command.ts'
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .toSorted()

// The command itself parses the remaining options.
const [name = ''] = process.argv.splice(2, 1)
if (names.includes(name)) await import(`./${name}${SUFFIX}`)
else {
  console.error(`npm run torture -- NAME [options], where NAME is one of: ${names.join(', ')}`)
  process.exitCode = 2
}
