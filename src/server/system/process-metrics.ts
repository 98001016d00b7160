import { performance } from 'node:perf_hooks'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Metrics } from '../platform/metrics.ts'
import { countWorkers } from '../platform/workers/worker-pool.ts'

/** Resource usage of the process, read on demand. */
export function watchProcess(metrics: Metrics): void {
  const info = { version: packageJson.version, node: process.versions.node }
  metrics.gauge('build_info', 'Which version runs, on which Node.', () => [{ labels: info, value: 1 }])
  metrics.gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () =>
    Math.round(performance.timeOrigin / 1000),
  )
  metrics.gauge('process_resident_memory_bytes', 'Memory the process holds.', () => process.memoryUsage.rss())
  metrics.gauge('nodejs_heap_used_bytes', 'Of it, what JavaScript uses.', () => process.memoryUsage().heapUsed)
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  metrics.gauge('process_cpu_seconds_total', 'Time of processors, user and system.', cpu, 'counter')
  const loop = () => {
    const { active, idle } = performance.eventLoopUtilization()
    return [
      { labels: { state: 'active' }, value: active / 1000 },
      { labels: { state: 'idle' }, value: idle / 1000 },
    ]
  }
  metrics.gauge('nodejs_eventloop_seconds_total', 'Time the event loop was at work or waited.', loop, 'counter')
  metrics.gauge('worker_threads', 'Threads that read what strangers wrote.', countWorkers)
}
