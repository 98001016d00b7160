// `npm run torture -- steps --seed 7 --most 60 --only restore`: the long form of steps.test.ts.
import { parseArgs } from 'node:util'
import { SCENARIOS } from './steps-scenarios.ts'
import { killBetweenSteps } from './steps.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    most: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
})
console.log(`Seed ${values.seed}`)
const { kills } = await killBetweenSteps({
  seed: Number(values.seed),
  most: Number(values.most),
  scenarios: SCENARIOS.filter(({ name }) => name.includes(values.only)),
  say: console.log,
})
console.log(`${kills} kills between two steps; each blog was the old one or the new one, and nothing was left over`)
