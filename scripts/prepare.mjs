// Packages from the lock file, the build, and the Node 24 to run on: whatever is missing or stale, and nothing else.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { onlyOne } from './only-one.mjs'
import { root } from './root.mjs'
import { contents, dropStamp, isStale, listFiles, look, readStamp, writeStamp } from './staleness.mjs'

const NODE_MAJOR = 24
const modules = join(root, 'node_modules')
// Inside node_modules, so that it goes when they go.
const installStamp = join(modules, '.blog-cms-installed.json')
const hiddenLock = join(modules, '.package-lock.json')
const lock = join(root, '.cache', 'prepare.lock')

const LOCK_FILES = ['package-lock.json']

/** What of the sources the server is built of; the build refuses any other. */
export const isServerInput = (path) => !/^src\/(admin|demo|extension|styles)\/|\.test\.tsx?$/.test(path)

/** What is built, each part when something it is built of has changed. `browsers` is what they and the site's renderer get. */
const BUILDS = {
  browsers: {
    stamp: join(root, 'dist', '.built.json'),
    inputs: ['src', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vite.site.config.ts', 'scripts/build.mjs'],
    isInput: (path) => !/^src\/(server|formats|demo)\/|\.test\.tsx?$/.test(path),
  },
  server: {
    stamp: join(root, 'dist', 'server', '.built.json'),
    inputs: ['src', 'package-lock.json', 'scripts/build-server.mjs'],
    isInput: isServerInput,
  },
}

/** A failure whose message says everything; shown without a stack. */
export class ExpectedError extends Error {
  expected = true
}

/**
 * Installs and builds what is missing or stale and returns the path of the Node to run on (24 or newer). A second start
 * decides this within a few milliseconds. Throws `ExpectedError` with one clear line when it cannot be done.
 */
export async function prepare({ build }) {
  refuseHopelessMachine()
  if (installIsStale() || (build && staleParts().length > 0)) {
    await onlyOne(
      lock,
      async (note) => {
        // Looked at again: the one we waited for may have done it.
        if (installIsStale()) await install(note)
        if (build) await runBuild(note, staleParts())
      },
      () => console.log('Another start of Blog CMS is installing or building, waiting for it …'),
    )
  }
  return nodeToRunOn()
}

/** Makes the next start rebuild the browser files, for a caller that is about to replace them. */
export function forgetBuild() {
  dropStamp(BUILDS.browsers.stamp)
}

/** Builds even when nothing is stale. */
export async function rebuild() {
  await onlyOne(lock, (note) => runBuild(note, Object.keys(BUILDS)))
}

function packagedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  return join(modules, `node-${system}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function runningNodeIsNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR
}

function refuseHopelessMachine() {
  if (runningNodeIsNewEnough()) return
  const system = process.platform === 'win32' ? 'win' : process.platform
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies ?? {}
  if (!wanted[`node-${system}-${process.arch}`]) throw needNode()
}

function needNode() {
  return new ExpectedError(
    `Blog CMS runs on Node ${NODE_MAJOR} or newer, and no packaged Node fits ${process.platform}-${process.arch}: ` +
      `please install Node ${NODE_MAJOR} (this is ${process.version}) and start again.`,
  )
}

function nodeToRunOn() {
  const node = readStamp(installStamp)?.node
  if (node) return join(root, node)
  if (runningNodeIsNewEnough()) return process.execPath
  throw needNode()
}

function installIsStale() {
  const files = listFiles(root, LOCK_FILES)
  const stamp = readStamp(installStamp)
  // Folders copied from another system carry its binaries.
  if (stamp && stamp.system === `${process.platform}-${process.arch}` && !isStale(root, files, installStamp)) {
    return Boolean(stamp.node) && !existsSync(join(root, stamp.node))
  }
  if (!installedByHand()) return true
  stampInstall(files)
  return false
}

/**
 * Somebody ran `npm ci` or `npm install` themselves: npm writes its own record of what it installed last of all, and where
 * that equals the lock file there is nothing to do.
 */
function installedByHand() {
  const installed = readStamp(hiddenLock)?.packages
  if (!installed) return false
  const { '': _project, ...wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, entry] of Object.entries(wanted)) {
    const found = installed[path]
    if (!found) {
      if (!entry.optional) return false
    } else if (found.version !== entry.version || found.integrity !== entry.integrity) return false
  }
  return Object.keys(installed).every((path) => path in wanted)
}

function stampInstall(files) {
  const node = packagedNode()
  let works = false
  if (existsSync(node)) {
    try {
      // The package is built for glibc: on musl it is there and does not run.
      execFileSync(node, ['--version'], { stdio: 'ignore' })
      works = true
    } catch {
      works = false
    }
  }
  writeStamp(installStamp, {
    look: look(files),
    contents: contents(root, files),
    system: `${process.platform}-${process.arch}`,
    node: works ? node.slice(root.length + 1) : null,
  })
}

async function install(note) {
  console.log('Installing packages from the lock file …')
  // npm begins by taking node_modules away. The records go first, so that an interrupted install never looks finished.
  rmSync(installStamp, { force: true })
  rmSync(hiddenLock, { force: true })
  const files = listFiles(root, LOCK_FILES)
  const [command, args] = npmCommand()
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await run(command, [...args, ...flags], 'Installing the packages failed; the lines above say why.', note)
  stampInstall(files)
}

/**
 * npm by way of a Node outside node_modules: `npm start` itself finds `node` in node_modules/.bin, which the install is
 * about to take away (and which Windows would not let go of while it runs).
 */
function npmCommand() {
  const outside = (path) => path && existsSync(path) && !realpathSync(path).startsWith(modules + sep)
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && /npm-cli\.c?js$/.test(script) && existsSync(script)) {
    const name = process.platform === 'win32' ? 'node.exe' : 'node'
    const candidates = [
      node,
      process.execPath,
      ...(process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name)),
    ]
    const found = candidates.find(outside)
    if (found) return [found, [script]]
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

const buildFiles = ({ inputs, isInput }) => listFiles(root, inputs, isInput)

function staleParts() {
  return Object.keys(BUILDS).filter((part) => isStale(root, buildFiles(BUILDS[part]), BUILDS[part].stamp))
}

async function runBuild(note, parts) {
  if (parts.length === 0) return
  const started = Date.now()
  console.log(
    parts.includes('browsers') ? 'Building the admin app, the site and the server …' : 'Building the server …',
  )
  const stamps = parts.map((part) => {
    const { stamp, ...build } = BUILDS[part]
    dropStamp(stamp)
    // Read before building: what changes meanwhile is stale afterwards.
    const files = buildFiles(build)
    return [stamp, { look: look(files), contents: contents(root, files) }]
  })
  const command = [join(root, 'scripts', 'build.mjs'), ...parts]
  await run(nodeToRunOn(), command, 'The build failed; the lines above say why.', note)
  for (const [stamp, seen] of stamps) writeStamp(stamp, seen)
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * Runs a program to its end and notes its process id; one that fails is an `ExpectedError`. Ends it when this process is
 * asked to end.
 */
function run(command, args, failure, note) {
  return new Promise((resolve, reject) => {
    // Only the old install's .bin is kept from the child's PATH, so that npm and its children do not run on what is being removed.
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((dir) => dir !== join(modules, '.bin'))
      .join(delimiter)
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH },
      shell: command.endsWith('.cmd'),
    })
    if (child.pid) note(child.pid)
    const stop = (signal) => {
      child.kill(signal)
      process.exitCode = 1
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
    const settle = () => process.off('SIGINT', stop).off('SIGTERM', stop)
    child.on('error', (error) => {
      settle()
      reject(new ExpectedError(`${failure} (${error.message})`))
    })
    child.on('exit', (code, signal) => {
      settle()
      if (code === 0) resolve()
      else reject(new ExpectedError(signal ? `Interrupted (${signal}).` : failure))
    })
  })
}
