import { resolve } from 'node:path'
import { z } from 'zod'
import { readServers } from './database-address.ts'

const flag = (initial: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], 'erlaubt sind true und false')
    .default(initial ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1')

const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional.refine((url) => !url || /^postgres(ql)?:\/\//.test(url), 'muss mit postgres:// beginnen'),
  SECRET_KEY: optional.refine((key) => !key || key.length >= 32, 'braucht mindestens 32 Zeichen'),
  PUBLIC_URL: optional.refine((url) => !url || /^https?:\/\//.test(url), 'muss mit http:// oder https:// beginnen'),
  TRUST_PROXY: list,
  SETUP_CODE: optional,
  REGISTRATION: z.enum(['freigabe', 'offen', 'geschlossen']).default('freigabe'),
  AUTH_ANONYMOUS: flag(false),
  AUTH_MANUAL_LINKING: flag(true),
  AUTH_MAIL_CONFIRM: z.enum(['auto', 'true', 'false']).default('auto'),
  AUTH_REDIRECT_URLS: list,
  AUTH_REFRESH_REUSE_SECONDS: z.coerce.number().int().min(0).default(60),
  ALLOW_PRIVATE_FETCH: flag(false),
  S3_ENDPOINT: optional,
  S3_BUCKET: optional,
  S3_REGION: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  BACKUP_DIR: optional,
  BACKUP_PASSPHRASE: z
    .string()
    .refine((words) => words === '' || words.length >= 12, 'braucht mindestens 12 Zeichen')
    .transform((words) => words || undefined)
    .optional(),
  BACKUP_S3_ENDPOINT: optional,
  BACKUP_S3_BUCKET: optional,
  BACKUP_S3_REGION: optional,
  BACKUP_S3_ACCESS_KEY_ID: optional,
  BACKUP_S3_SECRET_ACCESS_KEY: optional,
  SMTP_URL: optional.refine((url) => !url || /^smtps?:\/\/./.test(url), 'muss mit smtp:// oder smtps:// beginnen'),
  SMTP_FROM: optional,
  MAIL_BOUNCE_ADDRESS: optional.refine(
    (address) => !address || /^[^\s@<>+]{1,24}@[^\s@<>]+$/.test(address),
    'muss eine Adresse ohne Pluszeichen sein, vor dem @ höchstens 24 Zeichen',
  ),
  MAIL_BOUNCE_MAILBOX: optional.refine(
    (url) => !url || isMailbox(url),
    'muss mit imap:// oder imaps:// beginnen, mit Name und Passwort vor dem @',
  ),
  MAIL_BOUNCE_SECRET: optional.refine(
    (secret) => !secret || /^\S{16,}$/.test(secret),
    'braucht mindestens 16 Zeichen, keines davon ein Leerzeichen',
  ),
  SMS_WEBHOOK_URL: optional.refine(
    (url) => !url || /^https?:\/\//.test(url),
    'muss mit http:// oder https:// beginnen',
  ),
  WEBSUB_HUB: optional.refine((url) => !url || /^https?:\/\//.test(url), 'muss mit http:// oder https:// beginnen'),
  INDEXNOW_KEY: optional.refine(
    (key) => !key || /^[a-z0-9-]{8,128}$/.test(key),
    'braucht 8 bis 128 Zeichen: kleine Buchstaben, Ziffern, Bindestriche',
  ),
  INDEXNOW_URL: z.url({ protocol: /^https?$/ }).default('https://api.indexnow.org/indexnow'),
  CDN_MAX_AGE: z.coerce.number().int().min(0).max(31_536_000).optional(),
  CDN_PURGE_URL: optional.refine((url) => !url || /^https?:\/\//.test(url), 'muss mit http:// oder https:// beginnen'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_TOKEN: optional.refine(
    (token) => !token || /^\S{16,}$/.test(token),
    'braucht mindestens 16 Zeichen, keines davon ein Leerzeichen',
  ),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).default(500),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.refine(
    (url) => !url || /^https?:\/\//.test(url),
    'muss mit http:// oder https:// beginnen',
  ),
  OTEL_SERVICE_NAME: z.string().default('blog-cms'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
})

/** Requests per number of seconds for one endpoint, or no limit. */
export type RateLimit = { count: number; seconds: number } | 'off'
export type OidcProvider = { name: string; issuer: string; clientId: string; clientSecret: string }

export type Config = z.infer<typeof environment> & {
  /** Absolute folder of database, media and secret.key. */
  dataDir: string
  /** Per-endpoint overrides from AUTH_RATE_LIMIT_<ENDPOINT>, endpoint in lower case. */
  rateLimits: Readonly<Record<string, RateLimit>>
  /** Providers from OIDC_<NAME>_*, name in lower case. */
  oidcProviders: readonly OidcProvider[]
}

function isMailbox(address: string): boolean {
  if (!/^imaps?:/.test(address) || !URL.canParse(address)) return false
  const { username, password, hostname, pathname } = new URL(address)
  try {
    decodeURIComponent(username + password + pathname)
  } catch {
    return false
  }
  return username !== '' && password !== '' && hostname !== ''
}

/** The fault in an address of one or several PostgreSQL servers; null when there is none. */
function serversFault(url: string): string | null {
  try {
    readServers(url)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Names of every fixed variable; `.env.example` is compared with them. */
export const CONFIG_NAMES = Object.keys(environment.shape)

/**
 * Reads the typed configuration (docs/reference/environment.md). Throws one error that names every faulty variable with
 * the reason.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const rateLimits: Record<string, RateLimit> = {}
  for (const [name, value] of Object.entries(env)) {
    const endpoint = /^AUTH_RATE_LIMIT_(\w+)$/.exec(name)?.[1]
    if (!endpoint || !value) continue
    const match = /^(\d+)\/(\d+)$/.exec(value)
    if (value === 'off') rateLimits[endpoint.toLowerCase()] = 'off'
    else if (match) rateLimits[endpoint.toLowerCase()] = { count: Number(match[1]), seconds: Number(match[2]) }
    else faults.push(`${name}: erlaubt sind ANZAHL/SEKUNDEN und off`)
  }
  const oidcProviders: OidcProvider[] = []
  for (const name of Object.keys(env)) {
    const provider = /^OIDC_(\w+)_ISSUER$/.exec(name)?.[1]
    if (!provider) continue
    const issuer = env[name],
      clientId = env[`OIDC_${provider}_CLIENT_ID`],
      clientSecret = env[`OIDC_${provider}_CLIENT_SECRET`]
    if (/^(email|phone)$/i.test(provider)) faults.push(`OIDC_${provider}: dieser Name ist vergeben`)
    else if (!URL.canParse(issuer ?? '')) faults.push(`OIDC_${provider}_ISSUER: keine vollständige Adresse`)
    else if (issuer && clientId && clientSecret)
      oidcProviders.push({ name: provider.toLowerCase(), issuer, clientId, clientSecret })
    else faults.push(`OIDC_${provider}: ISSUER, CLIENT_ID und CLIENT_SECRET gehören zusammen`)
  }
  if (parsed.success && parsed.data.DATABASE_URL && !parsed.data.SECRET_KEY) {
    faults.push('SECRET_KEY: mit DATABASE_URL nötig, weil sich mehrere Instanzen den Schlüssel teilen')
  }
  if (parsed.success && parsed.data.DATABASE_URL) {
    const fault = serversFault(parsed.data.DATABASE_URL)
    if (fault !== null) faults.push(`DATABASE_URL: ${fault}`)
  }
  if (parsed.success && parsed.data.AUTH_MAIL_CONFIRM === 'true' && !parsed.data.SMTP_URL) {
    faults.push('AUTH_MAIL_CONFIRM: true braucht SMTP_URL, sonst könnte sich niemand bestätigen')
  }
  if (parsed.success) {
    const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    const missing = s3.filter((name) => !parsed.data[name])
    if (missing.length > 0 && missing.length < s3.length)
      faults.push(`${missing.join(', ')}: fehlt neben den übrigen S3_*`)
    const { data } = parsed
    for (const name of ['ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const)
      if (data.BACKUP_S3_BUCKET && !data[`BACKUP_S3_${name}`] && !data[`S3_${name}`])
        faults.push(`BACKUP_S3_${name}: fehlt neben BACKUP_S3_BUCKET, und S3_${name} ist auch nicht gesetzt`)
  }
  if (!parsed.success || faults.length > 0) throw new Error(`Ungültige Umgebung:\n  ${faults.join('\n  ')}`)
  return { ...parsed.data, dataDir: resolve(parsed.data.DATA_DIR), rateLimits, oidcProviders }
}
