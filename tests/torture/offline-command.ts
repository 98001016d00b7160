// `npm run torture -- offline --rounds 100 --seed 7`: the long form of offline.test.ts.
import { parseArgs } from 'node:util'
import { offlineRounds } from './offline.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
console.log(`Seed ${values.seed}, ${values.rounds} rounds`)
const report = await offlineRounds({ rounds: Number(values.rounds), seed: Number(values.seed), say: console.log })
const kinds = Object.entries(report.blows).map(([blow, count]) => `${blow} ${count}×`)
console.log(
  `${report.rounds} rounds (${kinds.join(', ')}): ${report.letters} letters, ${report.captured} entries and ${report.moved} moves, ` +
    `${report.withoutLine} of these without a line; compared ${report.compared}×: everything there once, in order, under its account; ` +
    `at most ${report.longestLoss} ms of typing lost`,
)
