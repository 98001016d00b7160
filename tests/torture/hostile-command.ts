// `npm run torture -- hostile --minutes 10 --seed 7 --database postgres`: the long form of hostile.test.ts. `--only
// "feed: open"` selects the types whose name contains these words.
import { parseArgs } from 'node:util'
import { hostileRounds } from './hostile.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') throw new Error('--database is sqlite or postgres')
console.log(`Seed ${values.seed}, ${values.minutes} minutes on ${values.database}`)
const { kinds, inputs, faults, longest, memory } = await hostileRounds({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  database: values.database,
  only: values.only,
  say: console.log,
})
for (const fault of faults) console.log(`\nFAULT ${fault}`)
console.log(
  `\n${inputs} inputs of ${kinds} kinds, ${faults.length} faults; the event loop was held for ${Math.round(longest.cpu)} ms at most (${longest.of}), ${Math.round(memory)} MiB at most`,
)
if (faults.length > 0) process.exitCode = 1
