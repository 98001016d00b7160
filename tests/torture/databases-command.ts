// `npm run torture -- databases --requests 5000 --seed 7`: the long form of databases.test.ts.
import { parseArgs } from 'node:util'
import { compareDatabases } from './databases.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
console.log(`Seed ${values.seed}, ${values.requests} requests to a blog on SQLite and to one on PostgreSQL`)
const requests = Number(values.requests)
const { done, differences } = await compareDatabases({ requests, seed: Number(values.seed), say: console.log })
console.log(`${done} of ${requests} succeeded, ${differences.length} were answered differently`)
process.exitCode = differences.length > 0 ? 1 : 0
