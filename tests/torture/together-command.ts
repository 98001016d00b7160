// `npm run torture -- together --writers 5 --minutes 10 --seed 7 --database postgres [--former]`: the long form of together.test.ts.
import { parseArgs } from 'node:util'
import { together } from './together.ts'

const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'sqlite' },
    former: { type: 'boolean', default: false },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') throw new Error('--database is sqlite or postgres')
console.log(`Seed ${values.seed}, ${values.writers} writers for ${values.minutes} minutes on ${values.database}`)
const { typed, undone, steps, blows, compared, wholeTexts } = await together({
  writers: Number(values.writers),
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  database: values.database,
  former: values.former,
  say: console.log,
})
const kinds = Object.entries(blows).map(([blow, count]) => `${blow} ${count}×`)
console.log(
  `${typed} characters typed, ${undone} taken back, ${steps} steps (${kinds.join(', ')}); ${wholeTexts.saves} whole texts saved, the slowest in ${wholeTexts.longestWaitMs} ms; compared ${compared}×: all texts and the server's equal, ${values.former ? 'each character there (the former release knows of no log)' : 'and the replay of the log'}`,
)
// Editors that were killed still have timers.
process.exit()
