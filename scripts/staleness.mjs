// "Has anything changed since?" in two steps: paths, sizes and times first (a few milliseconds), contents only when those
// differ, so that a fresh checkout or a `touch` does not cost a build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files among `entries` (files and folders, relative to `base`), sorted; missing ones are left out. */
export function listFiles(base, entries, keep = () => true) {
  const found = []
  const visit = (path) => {
    const stat = statSync(join(base, path), { throwIfNoEntry: false })
    if (!stat) return
    if (!stat.isDirectory()) {
      if (keep(path)) found.push({ path, size: stat.size, mtime: stat.mtimeMs })
      return
    }
    if (!keep(`${path}/`)) return
    for (const name of readdirSync(join(base, path))) visit(`${path}/${name}`)
  }
  for (const entry of entries) visit(entry)
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A digest of paths, sizes and times. */
export function look(files) {
  const hash = createHash('sha1')
  for (const file of files) hash.update(`${file.path}\0${file.size}\0${file.mtime}\n`)
  return hash.digest('hex')
}

/** A digest of paths and contents. */
export function contents(base, files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.path}\0${file.size}\0`).update(readFileSync(join(base, file.path)))
  return hash.digest('hex')
}

/** The stamp left by `writeStamp`, or null when there is none that can be read. */
export function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Writes a stamp whole or not at all. It comes last: a stamp says that everything before it was finished. */
export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  writeFileSync(part, JSON.stringify(stamp))
  renameSync(part, file)
}

/**
 * Compares `files` with the stamp of an earlier run: true when something differs. Same contents under new times are not
 * stale; the stamp then learns the new times.
 */
export function isStale(base, files, stampFile) {
  const stamp = readStamp(stampFile)
  if (!stamp) return true
  const seen = look(files)
  if (seen === stamp.look) return false
  if (contents(base, files) !== stamp.contents) return true
  writeStamp(stampFile, { ...stamp, look: seen })
  return false
}

/** Takes a stamp away before the work it vouches for starts again. */
export function dropStamp(file) {
  if (existsSync(file)) rmSync(file)
}
