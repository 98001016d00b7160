import { describedEndpoints, type Endpoint } from '../support/described-endpoints.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs, type Call, type TestApp } from '../support/test-app.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { Pairs } from './databases/pairs.ts'
import { Requests, type Request } from './databases/requests.ts'
import { seededRandom } from './random.ts'

export type DatabasesOptions = { requests: number; seed: number; say?: (line: string) => void }
/** `done` counts the requests that succeeded. */
export type DatabasesReport = { done: number; differences: string[] }

/** Endpoints whose responses differ between two blogs, or that end a session, wait, or write files. */
const LEFT_OUT =
  /account|users|system|live|backups|export|imports|feeds|notices|issues\/test|calendar-link|planning\/link/
/** A share of the requests, the first ones, creates records for the others. */
const CREATING = 0.2
/** How often a response is read again, until work in the background is through in both blogs. */
const READINGS = 40
const READING_AGAIN_MS = 250

/**
 * Sends the same random requests to a blog on SQLite and to one on PostgreSQL: what orders, compares, folds and refuses must not
 * depend on the database. Returns the requests that were answered differently.
 */
export async function compareDatabases({ requests, seed, say }: DatabasesOptions): Promise<DatabasesReport> {
  const cluster = await startPostgres()
  const database = await createDatabase(cluster.url)
  const servers: ServerProcess[] = []
  try {
    for (const databaseUrl of [undefined, database.url])
      servers.push(await startServer({ databaseUrl, env: UNLIMITED }))
    const calls = await Promise.all(servers.map(signUp))
    return await send(calls as [Call, Call], { requests, seed, say })
  } finally {
    for (const server of servers) await server.stop()
    await database.drop()
    await cluster.stop()
  }
}

async function signUp({ url }: ServerProcess): Promise<Call> {
  const account = { email: 'inhaberin@blog.example', password: 'ein langes Passwort' }
  const { body } = await callAs(url)('POST', '/auth/v1/signup', account)
  return callAs(url, body.access_token)
}

async function send(
  [here, there]: [Call, Call],
  { requests, seed, say = () => undefined }: DatabasesOptions,
): Promise<DatabasesReport> {
  const random = seededRandom(seed)
  const all = await describedEndpoints({ call: here } as TestApp)
  // Deletions are rarer than what they delete.
  const isSent = ({ method, path }: Endpoint) => !LEFT_OUT.test(path) && (method !== 'DELETE' || random() < 0.3)
  const made = new Requests(random, all.filter(isSent))
  const pairs = new Pairs()
  const both = async ({ method, path, body }: Request) => {
    const [one, other] = await Promise.all([
      here(method, path, body),
      there(method, pairs.translated(path), body === undefined ? undefined : pairs.translated(body)),
    ])
    const status = one.status === other.status ? [] : [`status: ${one.status} | ${other.status}`]
    const broken = one.status >= 500 ? [`status: ${one.status}`] : []
    return { ...one, differences: [...status, ...broken, ...pairs.differences(one.body, other.body)] }
  }
  // The legal pages are made in any order.
  await both({ name: '', method: 'GET', path: '/api/pages', body: undefined })
  const report: DatabasesReport = { done: 0, differences: [] }
  for (let count = 0; count < requests; count += 1) {
    const request = made.next({ creates: count < requests * CREATING })
    let answer = await both(request)
    for (let again = 1; request.method === 'GET' && answer.differences.length > 0 && again < READINGS; again += 1) {
      await new Promise((resolve) => setTimeout(resolve, READING_AGAIN_MS))
      answer = await both(request)
    }
    if (answer.status < 300) {
      report.done += 1
      made.learn(answer.body, request.name.split('/')[2]!)
    }
    if (answer.differences.length === 0) continue
    const sent = JSON.stringify(request.body)?.slice(0, 300) ?? ''
    const line = `${request.method} ${request.path} ${sent}\n  ${answer.differences.join('\n  ')}`
    report.differences.push(line)
    say(`Request ${count}: ${line}`)
  }
  return report
}
