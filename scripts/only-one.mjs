// A lock between processes of one checkout, so that two starts at the same moment do not install or build into each other.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { linkSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'

const HEARTBEAT_MS = 1000
// A holder that has not touched its lock for this long is gone, even when its process id lives on in another program.
const DEAD_AFTER_MS = 30_000

/**
 * Runs `work` while holding the lock `file`; waits for another holder first and calls `onWait` once when it has to. A lock
 * whose holder died is taken over. `work` must not block the event loop for long, since the holder shows that it lives by
 * touching the file.
 */
export async function onlyOne(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${randomUUID()}`
  let waited = false
  while (!take(file, mine)) {
    clearAway(file)
    if (!waited) onWait()
    waited = true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const heartbeat = setInterval(() => {
    try {
      const now = new Date()
      utimesSync(file, now, now)
    } catch {
      // Taken away by hand: the work goes on.
    }
  }, HEARTBEAT_MS)
  const release = () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

function take(file, content) {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, content)
    closeSync(handle)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function clearAway(file) {
  const seen = read(file)
  if (seen === null || !isDead(file, seen)) return
  // Renaming has one winner. Should the file have changed hands since it was read, the new holder gets it back.
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== seen) {
    try {
      linkSync(aside, file)
    } catch {
      // Somebody holds a newer one.
    }
  }
  rmSync(aside, { force: true })
}

function isDead(file, content) {
  let age
  try {
    age = Date.now() - statSync(file).mtimeMs
  } catch {
    return false
  }
  if (age > DEAD_AFTER_MS) return true
  const pid = Number(content.split(' ')[0])
  // An empty file is a lock between its creation and its first byte.
  if (!pid) return age > 2000
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
