// `npm run torture -- publishing --rounds 50 --seed 7 --database postgres`: the long form of publishing.test.ts.
import { parseArgs } from 'node:util'
import { publishingRounds } from './publishing.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'sqlite' },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') throw new Error('--database is sqlite or postgres')
console.log(`Seed ${values.seed}, ${values.rounds} rounds on ${values.database}`)
const { rounds, published, takenDown, latest } = await publishingRounds({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  database: values.database,
  say: console.log,
})
console.log(
  `${rounds} kills, ${published} articles published and ${takenDown} taken down exactly once; the latest ${latest} ms after it could be`,
)
