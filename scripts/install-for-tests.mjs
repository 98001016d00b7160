// The two programs tests need beside npm packages. On Debian as root (CI, containers) they are installed; elsewhere the
// caller says what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs the wanted ones among Chromium and PostgreSQL where that can be done without asking anybody. */
export async function installForTests(wanted) {
  const packages = [wanted.chromium && 'chromium', wanted.postgres && 'postgresql'].filter(Boolean)
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing for the tests: ${packages.join(', ')} …`)
  // RUNLEVEL=1 keeps the package from starting a server of its own; the tests start theirs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...packages)) {
    console.log('apt-get could not install them.')
  }
}
