// `npm run torture -- power --rounds 500 --seed 7`: the long form of power.test.ts.
import { parseArgs } from 'node:util'
import { powerCuts } from './power.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    saves: { type: 'string', default: '400' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
console.log(`Seed ${values.seed}, ${values.rounds} power cuts`)
const { rounds, acknowledged, unsynced, lost } = await powerCuts({
  rounds: Number(values.rounds),
  saves: Number(values.saves),
  starts: 10,
  seed: Number(values.seed),
})
console.log(
  `${rounds} power cuts in a run of ${acknowledged} acknowledged saves, none of them lost; of ${unsynced} writes under way ${lost} were lost or torn`,
)
