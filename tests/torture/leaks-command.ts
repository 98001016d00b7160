// `npm run torture -- leaks --changes 2000 --seed 7 --database postgres`: the long form of leaks.test.ts.
import { parseArgs } from 'node:util'
import { leakRounds } from './leaks.ts'

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'sqlite' },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') throw new Error('--database is sqlite or postgres')
console.log(`Seed ${values.seed}, ${values.changes} changes on ${values.database}`)
const { changes, answers, addresses, seen, pictures, cards, unchanged } = await leakRounds({
  changes: Number(values.changes),
  seed: Number(values.seed),
  database: values.database,
  say: console.log,
})
console.log(`${changes} changes, ${answers} answers of ${addresses} addresses, ${unchanged} of them unchanged`)
console.log(`${seen} words, ${pictures} pictures and ${cards} cards that were public, none that was not`)
