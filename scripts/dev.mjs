// `npm run dev`: one command and one port. Builds what browsers get, runs the server, and on a change rebuilds or restarts
// what it concerns. An empty database is filled with the demo blog first.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { buildAdmin, buildExtension, buildSite } from './build.mjs'
import { envFile } from './hand-over.mjs'
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from './memory.mjs'
import { forgetBuild } from './prepare.mjs'
import { root } from './root.mjs'

/** What a change below src/ concerns. */
const CONCERNS = [
  [/^admin\//, ['admin']],
  [/^site\//, ['site', 'server']],
  [/^styles\//, ['admin', 'site']],
  [/^server\//, ['server']],
  [/^extension\//, ['extension']],
  [/^(contract|rules|markdown)\//, ['admin', 'site', 'server']],
]

const BUILDS = {
  // Unminified: errors in the browser's console stay readable.
  admin: () => buildAdmin({ build: { minify: false } }),
  site: buildSite,
  extension: buildExtension,
}

let server = null
let leaving = false
const due = new Set(['admin', 'site', 'extension', 'server'])
let wake = () => {}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    leaving = true
    wake()
  })
}

forgetBuild()
watch(join(root, 'src'), { recursive: true }, (_event, file) => {
  const path = String(file).replaceAll('\\', '/')
  if (/\.test\.tsx?$|~$|\/\./.test(path)) return
  for (const [pattern, concerned] of CONCERNS) if (pattern.test(path)) for (const part of concerned) due.add(part)
  wake()
})

await seedWhenEmpty()
while (!leaving) {
  // Editors write in several steps; what arrives within a moment belongs together.
  await new Promise((resolve) => setTimeout(resolve, 80))
  const parts = [...due]
  due.clear()
  for (const part of Object.keys(BUILDS)) if (parts.includes(part)) await rebuild(part)
  if (parts.includes('server') || parts.includes('site')) await restart()
  if (due.size === 0 && !leaving) await new Promise((resolve) => (wake = resolve))
}
await stopServer()
process.exit(0)

/** The demo blog, whose logins are printed, where the database is empty. One with accounts of its own is left as it is. */
async function seedWhenEmpty() {
  if (!existsSync(join(root, 'scripts', 'seed.ts'))) return
  const seed = spawn(process.execPath, [...envFile(), 'scripts/seed.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  })
  let [said, faults] = ['', '']
  seed.stdout.on('data', (chunk) => (said += chunk))
  seed.stderr.on('data', (chunk) => (faults += chunk))
  const code = await new Promise((resolve) => seed.once('close', resolve))
  if (code === 0) console.log(said.trim())
  else if (!faults.includes('nicht vom Seed')) console.error(faults.trim())
}

async function rebuild(part) {
  const started = Date.now()
  try {
    await BUILDS[part]()
    console.log(`[dev] ${part} built in ${Date.now() - started} ms`)
  } catch (error) {
    console.error(`[dev] ${part} not built: ${error.message}`)
  }
}

async function restart() {
  await stopServer()
  if (leaving) return
  const child = spawn(process.execPath, [...envFile(), ...MEMORY_FLAGS, 'src/server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  server = { child, gone: new Promise((resolve) => child.once('exit', resolve)) }
  child.once('exit', (code) => {
    if (server?.child !== child) return
    server = null
    if (!leaving) console.error(`[dev] the server ended with ${code}; it starts again at the next change`)
  })
}

async function stopServer() {
  if (!server) return
  const { child, gone } = server
  server = null
  child.kill('SIGTERM')
  await gone
}

function environment() {
  return { NODE_ENV: 'production', ...MEMORY_ENVIRONMENT, ...process.env }
}
