import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// The real scripts on a project without packages, whose build only keeps count of itself.
const BUILD = `
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
appendFileSync('dist/count', process.argv.slice(2).join(' and ') + '\\n')
while (existsSync('hold')) await new Promise((resolve) => setTimeout(resolve, 20))
`

const ENV = { ...process.env, NODE_ENV: undefined, npm_lifecycle_event: undefined }

let project: string
const file = (path: string) => join(project, path)
const write = (path: string, text: string) => writeFileSync(file(path), text)
/** What each build so far was asked for. */
const built = () => readFileSync(file('dist/count'), 'utf8').trim().split('\n')
const EVERYTHING = 'browsers and server'

/** Runs `node scripts/run.mjs ...args` to its end. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: project,
    encoding: 'utf8',
    env: ENV,
  })
  return { status, stdout, stderr }
}

function start(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: ENV,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output })),
  )
  return { child, ended }
}

/** Resolves when the file is there. */
async function appears(path: string): Promise<void> {
  mkdirSync(join(file(path), '..'), { recursive: true })
  await new Promise<void>((resolve) => {
    const watcher = watch(join(file(path), '..'), look)
    look()
    function look() {
      if (!existsSync(file(path))) return
      watcher.close()
      resolve()
    }
  })
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'blog-cms-prepare-'))
  cpSync(import.meta.dirname, file('scripts'), { recursive: true })
  write('scripts/build.mjs', BUILD)
  write('package.json', '{"name":"stand-in","version":"1.0.0"}')
  const packages = { '': { name: 'stand-in', version: '1.0.0' } }
  write('package-lock.json', JSON.stringify({ name: 'stand-in', version: '1.0.0', lockfileVersion: 3, packages }))
  mkdirSync(file('src/admin'), { recursive: true })
  mkdirSync(file('src/server'), { recursive: true })
  write('src/admin/app.ts', 'export const app = 1')
  write(
    'src/server/program.ts',
    'console.log(process.argv.slice(2).join(), process.env.NODE_ENV); process.exitCode = 7',
  )
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

describe('npm start and its sisters', () => {
  test('install and build once, then run the program with its arguments and exit code', () => {
    const first = run('src/server/program.ts', 'a', 'b')
    expect(first).toMatchObject({
      status: 7,
      stdout: expect.stringMatching(/Installing[^]+Building[^]+a,b production\n$/),
    })
    expect(run('src/server/program.ts')).toMatchObject({ status: 7, stdout: ' production\n', stderr: '' })
    expect(built()).toEqual([EVERYTHING])
  })

  test('build again what concerns changed contents, a file gone and a new lock file, and nothing for new times and tests', () => {
    write('src/admin/other.ts', 'export const other = 1')
    run('src/server/program.ts')
    utimesSync(file('src/admin/app.ts'), new Date(), new Date())
    write('src/admin/app.test.ts', 'export const more = 1')
    write('src/server/more.test.ts', 'export const more = 1')
    run('src/server/program.ts')
    expect(built()).toEqual([EVERYTHING])
    write('src/admin/app.ts', 'export const app = 2')
    run('src/server/program.ts')
    write('src/server/more.ts', 'export const more = 1')
    expect(run('src/server/program.ts').stdout).toMatch(/Building the server …/)
    rmSync(file('src/admin/other.ts'))
    run('src/server/program.ts')
    mkdirSync(file('src/contract'))
    write('src/contract/one.ts', 'export const one = 1')
    run('src/server/program.ts')
    expect(built()).toEqual([EVERYTHING, 'browsers', 'server', 'browsers', EVERYTHING])
    write('package-lock.json', `${readFileSync(file('package-lock.json'), 'utf8')}\n`)
    expect(run('src/server/program.ts').stdout).toMatch(/Building/)
  })

  test('start over after a build or an install that was cut off', async () => {
    write('hold', '')
    const killed = start('src/server/program.ts')
    await appears('dist/count')
    killed.child.kill('SIGKILL')
    // Its build goes on alone; the next start waits for the end of it.
    const next = start('src/server/program.ts')
    await new Promise((resolve) => next.child.stdout.once('data', resolve))
    rmSync(file('hold'))
    expect((await next.ended).output).toMatch(/waiting for it[^]+Building/)
    expect(built()).toEqual([EVERYTHING, EVERYTHING])
    // npm takes node_modules away first; the record in it goes with them.
    rmSync(file('node_modules'), { recursive: true })
    expect(run('src/server/program.ts').stdout).toMatch(/Installing/)
  })

  test('take packages that somebody installed with npm for what they are', () => {
    mkdirSync(file('node_modules'))
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    expect(run('src/server/program.ts').stdout).not.toMatch(/Installing/)
    rmSync(file('node_modules'), { recursive: true })
    mkdirSync(file('node_modules'))
    write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/stranger': { version: '1.0.0' } } }),
    )
    expect(run('src/server/program.ts').stdout).toMatch(/Installing/)
  })

  test('two at the same moment do the work once', async () => {
    write('hold', '')
    const one = start('src/server/program.ts', 'one')
    await appears('dist/count')
    const two = start('src/server/program.ts', 'two')
    await new Promise((resolve) => two.child.stdout.once('data', resolve))
    rmSync(file('hold'))
    const outputs = (await Promise.all([one.ended, two.ended])).map((ended) => ended.output)
    expect(outputs[0]).toMatch(/one production/)
    expect(outputs[1]).toMatch(/waiting for it[^]+two production/)
    expect(built()).toEqual([EVERYTHING])
  })

  test('take over the lock of somebody who died', () => {
    mkdirSync(file('.cache'))
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    write('.cache/prepare.lock', `its-token ${pid}`)
    expect(run('src/server/program.ts').status).toBe(7)
    expect(existsSync(file('.cache/prepare.lock'))).toBe(false)
  })

  test('pass signals on and leave nobody behind', async () => {
    write(
      'src/server/program.ts',
      `process.on('SIGTERM', () => { console.log('asked to end'); process.exit(5) }); console.log('up'); setInterval(() => {}, 1000)`,
    )
    run('--build')
    const { child, ended } = start('src/server/program.ts')
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 5, output: 'up\nasked to end\n' })
  })

  test('say in a line what went wrong', () => {
    write('scripts/build.mjs', 'process.exit(1)')
    const { status, stderr } = run('src/server/program.ts')
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'The build failed; the lines above say why.\n' })
  })
})
