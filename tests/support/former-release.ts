import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * The release before this one, as a commit of this repository: what runs elsewhere while instances are replaced one by one
 * (RUL-58). Whoever makes a release names the one before it here.
 */
const FORMER_RELEASE = '91197538db9a50815e79d5d58d035f1854b58e53'

/** Whether its sources are here: a shallow clone has none of them. */
export function hasFormerRelease(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${FORMER_RELEASE}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Its sources in a folder of their own, with the packages and the build of this one. */
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
