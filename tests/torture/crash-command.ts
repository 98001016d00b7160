// `npm run torture -- crash --rounds 50 --seed 7 --database postgres`: the long form of crash.test.ts.
import { parseArgs } from 'node:util'
import { crashRounds } from './crash.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'sqlite' },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') throw new Error('--database is sqlite or postgres')
console.log(`Seed ${values.seed}, ${values.rounds} rounds on ${values.database}`)
const { rounds, acknowledged, inFlight, slowestStart } = await crashRounds({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  database: values.database,
  say: console.log,
})
console.log(
  `${rounds} kills, ${acknowledged} acknowledged saves, all there; ${inFlight} more had arrived unacknowledged; slowest start ${Math.round(slowestStart)} ms`,
)
