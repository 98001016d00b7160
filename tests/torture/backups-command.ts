// `npm run torture -- backups --rounds 20 --database postgres --alterations 1000`: the long form of backups.test.ts.
import { parseArgs } from 'node:util'
import { backupRounds } from './backups.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    alterations: { type: 'string', default: '1000' },
    database: { type: 'string', default: 'sqlite' },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') throw new Error('--database is sqlite or postgres')
const { rounds, writesPerSecond, pictures, refused } = await backupRounds({
  rounds: Number(values.rounds),
  alterations: Number(values.alterations),
  database: values.database,
  say: console.log,
})
console.log(
  `${rounds} backups under ${Math.round(writesPerSecond)} writes a second, each restored on the other database as it was at one instant; ${pictures} pictures whole; ${refused} of ${values.alterations} altered bytes refused, the others read the same`,
)
