/** Rules about names and words that no lint rule knows. Each gives what is wrong with one file, or null. */

export type SourceFile = { path: string; text: string }
type Rule = (file: SourceFile) => string | null

/** `jobs` are the clock's, a `job` is a worker's. */
export const SERVER_SUFFIXES = ['routes', 'service', 'queries', 'public', 'jobs', 'job', 'test']
/** What `platform/db/db.ts` declares. */
const PLATFORM_TABLES = ['job_runs', 'meta', 'rate_limits', 'instance_leases']
/** Imported on first use: each costs several MB and tens of milliseconds at every start. */
const HEAVY = [
  'sharp',
  'nodemailer',
  'openid-client',
  '@simplewebauthn/server',
  ...['api', 'resources', 'sdk-trace', 'exporter-trace-otlp-http'].map((part) => `@opentelemetry/${part}`),
]

const name = (path: string) => path.replace(/^.*\//, '')

export const RULES: Record<string, Rule> = {
  'names say what is inside': ({ path }) =>
    /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/.test(path)
      ? 'utils, helpers, common, misc and shared say nothing'
      : null,

  'no index files': ({ path }) => (/^index\.tsx?$/.test(name(path)) ? 'a barrel: import the file itself' : null),

  'server suffixes are closed': ({ path }) => {
    const suffix = /^src\/server\/.*\.([\w-]+)\.ts$/.exec(path)?.[1]
    return suffix === undefined || suffix === 'd' || SERVER_SUFFIXES.includes(suffix)
      ? null
      : `.${suffix}.ts is none of ${SERVER_SUFFIXES.join(', ')}`
  },

  'platform names no table but its own': ({ path, text }) => {
    if (!path.startsWith('src/server/platform/') || path.endsWith('.test.ts')) return null
    const named = text.matchAll(/\.(?:selectFrom|insertInto|updateTable|deleteFrom|\w+Join)\(\s*'(\w+)/g)
    const table = [...named].map(([, name = '']) => name).find((name) => !PLATFORM_TABLES.includes(name))
    return table === undefined ? null : `${table} belongs to a noun`
  },

  'heavy libraries wait for their first use': ({ path, text }) => {
    // A worker's file is itself loaded on first use.
    if (!path.startsWith('src/server/') || /\.(test|job)\.ts$/.test(path)) return null
    const eager = HEAVY.find((library) => new RegExp(`^import (?!type\\b).*from '${library}(/[^']*)?'`, 'm').test(text))
    return eager ? `imports ${eager} at start: use await import('${eager}') where it is needed` : null
  },

  'colours live in tokens.css': ({ path, text }) => {
    if (/^src\/styles\/tokens(-desk)?\.css$/.test(path) || !/^src\/(admin|site|styles)\/.*\.(css|tsx?)$/.test(path))
      return null
    if (/\.test\.tsx?$/.test(path)) return null
    const literal =
      /(?<![\w&/-])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?![\w-])|\b(?:rgba?|hsla?|oklch|oklab|hwb)\(\s*[\d.]/i.exec(
        text,
      )
    return literal ? `the colour ${literal[0]}… belongs in src/styles/tokens.css` : null
  },

  'no unfinished business': ({ text }) => (/\b(TODO|FIXME|XXX)\b/.test(text) ? 'a note about work left undone' : null),
}
