import { readFileSync } from 'node:fs'

// Linux counts CPU time in ticks of a hundredth of a second (getconf CLK_TCK).
const TICKS_PER_SECOND = 100

/** CPU seconds a process has used so far, or null where /proc does not tell. */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

/** Resident memory of a process in MiB, or null where /proc does not tell. */
export function residentMib(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return match ? Number(match[1]) / 1024 : null
  } catch {
    return null
  }
}

/** Follows the CPU time of processes, also of one that ends before it can be asked. */
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
