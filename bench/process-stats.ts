import { readFileSync } from 'node:fs'

// Linux counts CPU time in ticks of a hundredth of a second (getconf CLK_TCK).
const TICKS_PER_SECOND = 100

/** CPU seconds used by a process so far; null without /proc. */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

/** Resident memory of a process in MiB; null without /proc. */
export function residentMib(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return match ? Number(match[1]) / 1024 : null
  } catch {
    return null
  }
}

/** Records the CPU time of processes, including those that exit during the measurement. */
export function followCpu(pids: number[]): () => (number | null)[] {
  const first = pids.map(cpuSeconds)
  const last = [...first]
  const look = () => {
    for (const [index, pid] of pids.entries()) last[index] = cpuSeconds(pid) ?? last[index] ?? null
  }
  const timer = setInterval(look, 50)
  return () => {
    clearInterval(timer)
    look()
    return pids.map((_pid, index) => {
      const [from, to] = [first[index], last[index]]
      return from == null || to == null ? null : to - from
    })
  }
}
