// Loaded before the server by `node --import` if a test or benchmark needs internal figures (`watched` of
// server-process.ts); the product contains no code for it. Reports over IPC how long the event loop was blocked,
// measured as CPU time of the main thread, so that other programs on the machine have no effect.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Figures since the last report; times in milliseconds, memory in MiB. */
export type Look = {
  /** The event loop turn with the most CPU time: its CPU time, and its duration. */
  turn: { cpu: number; wall: number }
  /** CPU time of the main thread, and of the whole process with its workers and thread pool. */
  cpu: { main: number; process: number }
  /** Delay of event loop timers. */
  delay: { p50: number; p99: number; max: number }
  /** Peak resident memory. */
  rss: number
  /** What keeps the process alive: open sockets, timers, requests of the thread pool, by type. */
  resources: Record<string, number>
}

const TICK_MS = 5
const MIB = 2 ** 20
const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - TICK_MS)
const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  let turn = { cpu: 0, wall: 0 }
  let rss = 0
  let ticks = 0
  let last = { cpu: sum(process.threadCpuUsage()), at: performance.now() }
  const tick = () => {
    const now = { cpu: sum(process.threadCpuUsage()), at: performance.now() }
    const taken = { cpu: now.cpu - last.cpu, wall: now.at - last.at }
    if (taken.cpu > turn.cpu) turn = taken
    if (ticks++ % 4 === 0) rss = Math.max(rss, process.memoryUsage.rss())
    last = now
  }
  setInterval(tick, TICK_MS).unref()
  let before = { main: sum(process.threadCpuUsage()), process: sum(process.cpuUsage()) }
  process.on('message', () => {
    tick()
    const now = { main: sum(process.threadCpuUsage()), process: sum(process.cpuUsage()) }
    const resources: Record<string, number> = {}
    for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
    const look: Look = {
      turn,
      cpu: { main: now.main - before.main, process: now.process - before.process },
      delay: { p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) },
      rss: Math.max(rss, process.memoryUsage.rss()) / MIB,
      resources,
    }
    process.send?.(look)
    delay.reset()
    turn = { cpu: 0, wall: 0 }
    rss = 0
    before = now
  })
  // Neither the channel nor this file keeps the server alive.
  process.channel?.unref()
}
