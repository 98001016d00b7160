const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]
type Facts = Record<string, unknown>

/** Structured log: one JSON object a line on standard output, warnings and errors on standard error. */
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, facts?: Facts) => void>

/** A log that writes entries of `level` and above. */
export function createLog(level: LogLevel): Log {
  const write =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, facts: Facts = {}) => {
      if (LEVELS.indexOf(name) < LEVELS.indexOf(level)) return
      const out = name === 'warn' || name === 'error' ? process.stderr : process.stdout
      out.write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...facts })}\n`)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
