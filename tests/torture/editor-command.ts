// `npm run torture -- editor --rounds 100 --seed 7`: the long form of editor.test.ts.
import { parseArgs } from 'node:util'
import { editorRounds } from './editor.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
console.log(`Seed ${values.seed}, ${values.rounds} rounds`)
const { rounds, typed, shown, longestLoss, blows } = await editorRounds({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  say: console.log,
})
const kinds = Object.entries(blows).map(([blow, count]) => `${blow} ${count}×`)
console.log(
  `${rounds} rounds (${kinds.join(', ')}): ${typed} letters typed, ${shown} shown as saved and all there; at most ${longestLoss} ms of typing lost`,
)
