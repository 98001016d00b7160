// Preloaded into a program that was started through npm or as a child of ./hand-over.mjs, so that it never stays behind as
// an orphan holding its port. Two ways of being left alone, both answered as if somebody had asked for a shutdown:
// the starting process was killed outright (its pipe closes), or npm was asked to end: npm passes SIGTERM to the shell it
// runs scripts in, and that shell (dash) dies of it without telling anybody.
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500
const stop = () => process.kill(process.pid, 'SIGTERM')

process.channel?.unref()
process.once('disconnect', stop)

if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const atStart = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === atStart) return
    clearInterval(timer)
    stop()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** The shell npm runs us in and, where /proc tells, npm itself. */
function ancestors() {
  const parent = process.ppid
  try {
    // pid (command) state ppid …; a command may hold spaces and brackets.
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return `${parent} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(parent)
  }
}
