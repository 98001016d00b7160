// `npm run torture -- bytes --documents 1000 --seed 7`: the long form of tests/e2e/editor-bytes.spec.ts.
import { parseArgs } from 'node:util'
import { bytesRounds } from './bytes.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
console.log(`Seed ${values.seed}, ${values.documents} documents`)
await bytesRounds({ documents: Number(values.documents), seed: Number(values.seed), say: console.log })
