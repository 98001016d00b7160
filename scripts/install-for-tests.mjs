// The programs tests need beside npm packages. On Debian as root (CI, containers) they are installed; elsewhere the
// caller says what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** How long the download of what is merely quicker may take; what installs it, once it is there, takes seconds. */
const WORTH_MS = 60_000

/**
 * Installs the wanted ones among Chromium and PostgreSQL where that can be done without asking anybody. `headlessShell` is
 * Chromium without a window of its own: tests take less time with it and need it for nothing, so it may fail silently.
 */
export async function installForTests(wanted) {
  const packages = [wanted.chromium && 'chromium', wanted.postgres && 'postgresql'].filter(Boolean)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  if (packages.length > 0) {
    console.log(`Installing for the tests: ${packages.join(', ')} …`)
    if (!apt(['update']) || !apt(['install', ...INSTALL, ...packages])) console.log('apt-get could not install them.')
  }
  if (wanted.headlessShell) {
    const download = () => apt(['install', ...INSTALL, '--download-only', SHELL], { silent: true, timeout: WORTH_MS })
    const found =
      download() || (packages.length === 0 && apt(['update'], { silent: true, timeout: WORTH_MS }) && download())
    // What is being unpacked is not interrupted.
    if (found && apt(['install', ...INSTALL, '--no-download', SHELL], { silent: true }))
      console.log(`Installed ${SHELL}.`)
  }
}

const SHELL = 'chromium-headless-shell'
const INSTALL = ['-y', '--no-install-recommends']

function apt(parameters, { silent = false, timeout } = {}) {
  const { status } = spawnSync('apt-get', ['-qq', ...parameters], {
    stdio: ['ignore', 'ignore', silent ? 'ignore' : 'inherit'],
    timeout,
    // RUNLEVEL=1 keeps the package from starting a server of its own; the tests start theirs.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  return status === 0
}
