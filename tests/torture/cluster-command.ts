// `npm run torture -- cluster --minutes 10 --seed 7`: the long form of cluster.test.ts.
import { parseArgs } from 'node:util'
import { clusterUnderFire } from './cluster.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
console.log(`Seed ${values.seed}, ${values.minutes} minutes`)
const { faults, slowestRecovery, ...counts } = await clusterUnderFire({
  seconds: Number(values.minutes) * 60,
  seed: Number(values.seed),
  say: console.log,
})
for (const [fault, times] of Object.entries(faults)) console.log(`${String(times).padStart(5)} ${fault}`)
for (const [what, number] of Object.entries(counts)) console.log(`${String(number).padStart(5)} ${what}`)
console.log(
  `0 acknowledged writes lost, 0 stale pages, 0 published twice, 0 sessions lost; the slowest recovery took ${Math.round(slowestRecovery)} ms`,
)
