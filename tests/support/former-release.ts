import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * The previous release, as a commit of this repository: it runs beside the current one during a rolling update
 * (RUL-58). Each release updates this value.
 */
const FORMER_RELEASE = '91197538db9a50815e79d5d58d035f1854b58e53'

/** Whether its sources are available; a shallow clone lacks them. */
export function hasFormerRelease(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${FORMER_RELEASE}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Its sources in a folder of their own, with the packages and the build of the current release. */
export function unpackFormerRelease(): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'blog-cms-former-'))
  const archive = execFileSync('git', ['archive', FORMER_RELEASE, 'src', 'scripts', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(ROOT, folder), join(root, folder))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
