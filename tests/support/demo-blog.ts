import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { COMPILE_CACHE } from './compile-cache.ts'
import type { Account } from './e2e.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Fills an empty data folder with the demo blog, as `npm run seed` does, and returns the owner's login, which it prints
 * once.
 */
export async function seedDemoBlog(dataDir: string): Promise<Account> {
  const child = spawn(process.execPath, ['scripts/seed.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...COMPILE_CACHE,
      DATA_DIR: dataDir,
    },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const [, email, password] = /^ {2}(\S+@\S+)\s+(\S+)\s+Inhaberin$/m.exec(said) ?? []
  if (code !== 0 || !email || !password) throw new Error(`The seed ended with ${String(code)}:\n${said}`)
  return { email, password }
}
