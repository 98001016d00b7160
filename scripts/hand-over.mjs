// Runs a program on Node 24 in place of this process.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from './memory.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

/** The server and its commands, as opposed to tools, tests and measurements. */
const isProduct = (program) => /^(src|scripts)\/.*\.ts$|^dist\/server\//.test(program)

/** The option that reads .env, where there is one. */
export function envFile() {
  const file = join(root, '.env')
  return existsSync(file) ? [`--env-file=${file}`] : []
}

/** Compiled code is cached between starts, and the product runs its libraries as shipped; tools decide for themselves. */
function environmentFor(program) {
  const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'compile'), ...process.env }
  return isProduct(program) ? { NODE_ENV: 'production', ...MEMORY_ENVIRONMENT, ...env } : env
}

/**
 * Becomes `node ...args`. Where the running Node can replace itself (execve, Node 24 on POSIX) no second process is left:
 * signals, exit code and process id are the program's own. Elsewhere (the very first start on Node 20, Windows) the program
 * is a child: signals are passed on and the exit code is kept.
 */
export function handOver(node, args) {
  const env = environmentFor(args[0])
  // Programs of the product read .env; what stands in the environment wins.
  const settings = isProduct(args[0]) ? [...envFile(), ...MEMORY_FLAGS] : []
  const all = [...settings, '--import', pathToFileURL(join(root, 'scripts', 'leave-with-parent.mjs')).href, ...args]
  if (typeof process.execve === 'function' && process.platform !== 'win32') process.execve(node, [node, ...all], env)
  const child = spawn(node, all, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  for (const signal of FORWARDED) {
    try {
      process.on(signal, () => child.kill(signal))
    } catch {
      // Windows does not know all of them.
    }
  }
  child.on('error', (error) => {
    console.error(`Cannot start ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : code))
}
