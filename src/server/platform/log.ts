import { currentRequestId } from './request-id.ts'

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]
type Facts = Record<string, unknown>
type Entry = Exclude<LogLevel, 'silent'>

/**
 * Structured log: one JSON object per line on standard output, warnings and errors on standard error. Entries written
 * while a request is handled carry its `request_id`.
 */
export type Log = Record<Entry, (message: string, facts?: Facts) => void>

/** A log that writes entries of `level` and above, and calls `onEntry` for each. */
export function createLog(level: LogLevel, onEntry: (level: Entry) => void = () => {}): Log {
  const write =
    (name: Entry) =>
    (message: string, facts: Facts = {}) => {
      if (LEVELS.indexOf(name) < LEVELS.indexOf(level)) return
      onEntry(name)
      const out = name === 'warn' || name === 'error' ? process.stderr : process.stdout
      const entry = { time: new Date().toISOString(), level: name, message, request_id: currentRequestId(), ...facts }
      out.write(`${JSON.stringify(entry)}\n`)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
