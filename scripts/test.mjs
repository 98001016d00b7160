// `npm test`: everything, one step after the other; `node scripts/run.mjs scripts/test.mjs types unit` runs just those.
// Ends with one plain line, `N passed, N failed, N skipped`, summed over all runners; a check counts as one. The line before
// it names the tests that passed at a second attempt alone, those above it what failed and why.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findChromium, findHeadlessShell } from '../tests/support/chromium.ts'
import { findPostgres, POSTGRES_MISSING, startPostgres } from '../tests/support/postgres.ts'
import { countResults, secondAttempts } from './count-results.ts'
import { installForTests } from './install-for-tests.mjs'
import { root } from './root.mjs'
import { removeIfPossible, scratchInMemory } from './scratch.ts'

const REPORTS = join(root, 'test-results')
const bin = (name) =>
  name === 'node'
    ? process.execPath
    : join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/**
 * What npm test runs, in this order: quick answers first. A step without `report` is a check and counts as one. One that is
 * `beside` runs along with those behind it until they want the machine for themselves (`alone`): it mostly waits or has
 * one thread, and measures nothing that counts. `more` are the parts of a step that need more than it does.
 */
const STEPS = [
  // Without what opens a browser or takes minutes to measure: the browser's own tests open the same screens.
  {
    name: 'bench-smoke',
    command: [
      'node',
      'bench/main.ts',
      '--quick',
      '--only',
      'http,strangers,start,lists,search,uncached,kept,crawl,import',
    ],
    beside: true,
  },
  // In one thread: four of them check what they share four times, 38 s of the processors instead of 16. The other checks have
  // a thread each, too, and need not wait for it.
  { name: 'types', command: ['tsc', '--build', '--singleThreaded'], beside: true },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'knip', command: ['knip'] },
  vitest('boundaries'),
  vitest('unit'),
  { ...vitest('api-sqlite'), alone: true },
  { ...vitest('api-postgres'), needs: 'postgres' },
  vitest('torture'),
  {
    name: 'browser',
    command: ['playwright', 'test', '--project=walks', '--project=sqlite', '--project=far-west', '--project=far-east'],
    report: 'browser',
    needs: 'chromium',
    more: { argument: '--project=postgres', needs: 'postgres' },
  },
]

/** CI tries a second time what failed, as it does in the browser, and names it. */
function vitest(project) {
  const again = process.env.CI ? ['--retry=1'] : []
  return { name: project, command: ['vitest', 'run', '--project', project, ...again], report: project }
}

const total = { passed: 0, failed: 0, skipped: 0 }
const wobbly = []
const notes = []
const running = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    notes.push(`Interrupted by ${signal}`)
    for (const child of running) child.kill(signal)
  })
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${STEPS.map((step) => step.name).join(', ')}.`)
  process.exit(2)
}
const steps = wanted.length > 0 ? STEPS.filter((step) => wanted.includes(step.name)) : STEPS
const needs = (what) => steps.some((step) => step.needs === what || step.more?.needs === what)

mkdirSync(REPORTS, { recursive: true })
for (const file of readdirSync(REPORTS)) if (file.endsWith('.json')) rmSync(join(REPORTS, file))

await installForTests({
  chromium: needs('chromium') && !findChromium(),
  headlessShell: needs('chromium') && !findHeadlessShell() && !process.env.CHROMIUM_PATH,
  postgres: needs('postgres') && !process.env.TEST_DATABASE_URL && !findPostgres(),
})
const missing = {
  chromium:
    !findChromium() &&
    'Chromium is not installed: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  postgres: !process.env.TEST_DATABASE_URL && !findPostgres() && POSTGRES_MISSING,
}
const scratch = process.env.TMPDIR ? null : scratchInMemory()
if (scratch) process.env.TMPDIR = scratch
// One cluster for all runners.
const cluster = needs('postgres') && !process.env.TEST_DATABASE_URL && !missing.postgres ? await startPostgres() : null
if (cluster) process.env.TEST_DATABASE_URL = cluster.url

const begun = Date.now()
const beside = new Set()
for (const step of steps) {
  if (step.alone) await Promise.all(beside)
  if (notes.some((note) => note.startsWith('Interrupted'))) break
  const done = take(step)
  if (step.beside) beside.add(done)
  else await done
}
await Promise.all(beside)
await cluster?.stop()
if (scratch) removeIfPossible(scratch)

console.log(`\n${steps.length} steps in ${((Date.now() - begun) / 1000).toFixed(0)} s`)
for (const note of notes) console.log(note)
console.log(secondAttempts(wobbly))
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || notes.some((note) => note.startsWith('Interrupted')) ? 1 : 0)

/** Runs a step, as far as the machine has what it needs, and counts what came of it. */
async function take(step) {
  if (lacks(step.needs, step.name)) return
  const command = [...step.command]
  if (step.more && !lacks(step.more.needs, `${step.name} ${step.more.argument}`)) command.push(step.more.argument)
  const head = `\n── ${step.name} ── ${command.join(' ')}`
  if (!step.beside) console.log(head)
  const started = Date.now()
  const { code, said } = await run(command, step)
  if (step.beside) console.log(`${head}\n${said}`)
  const result = countResults(code, step.report && join(REPORTS, `${step.report}.json`))
  for (const key of Object.keys(total)) total[key] += result[key]
  wobbly.push(...result.wobbly)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(
    `${step.name}: ${result.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s${step.beside ? ', beside others' : ''})`,
  )
  if (result.failed > 0) notes.push([`${step.name} FAILED`, ...result.failures].join('\n  '))
}

/** Whether the machine lacks what is needed, which is printed and counted. */
function lacks(needed, name) {
  const lack = needed && missing[needed]
  if (!lack) return false
  // Without a browser nothing that people see would be tested: always a failure. PostgreSQL may be missing at a desk.
  const failure = Boolean(process.env.CI) || lack === missing.chromium
  total[failure ? 'failed' : 'skipped'] += 1
  notes.push(`${name} ${failure ? 'FAILED' : 'SKIPPED'}: ${lack}`)
  console.log(`!! ${notes.at(-1)}`)
  return true
}

/** Runs a command; what one beside others says is kept until it ends. */
function run([name, ...args], { report = '', beside }) {
  const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  return new Promise((resolve) => {
    const child = spawn(bin(name), args, {
      cwd: root,
      stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, PATH: path, TEST_REPORT: report },
      shell: process.platform === 'win32',
    })
    running.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk) => (said += chunk))
    child.on('error', (error) => {
      said += error.message
      console.error(error.message)
    })
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, said })
    })
  })
}
