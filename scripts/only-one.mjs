// A lock between processes of one checkout, so that two starts at the same moment do not install or build into each other.
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'

const HEARTBEAT_MS = 1000
// A lock nobody has touched for this long is dead even where its process ids live on, in other programs after a reboot.
const DEAD_AFTER_MS = 600_000

/**
 * Runs `work` while holding the lock `file`; waits for another holder first and calls `onWait` once when it has to. A lock
 * whose holder died is taken over. `work` gets a function that notes a child process: should this process be killed, the
 * lock holds until that child has ended too, since it goes on installing or building by itself.
 */
export async function onlyOne(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${randomUUID()} ${process.pid}`
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
    if (read(file)?.startsWith(mine)) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work((pid) => writeFileSync(file, `${mine} ${pid}`))
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
  const pids = content.split(' ').slice(1).map(Number)
  // An empty file is a lock between its creation and its first byte.
  return pids.length === 0 ? age > 2000 : !pids.some(isAlive)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
