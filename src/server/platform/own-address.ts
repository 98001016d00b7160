import type { Config } from '../config.ts'

type Addressed = Pick<Config, 'PUBLIC_URL' | 'PORT' | 'HOST'>

/**
 * The server's own address without a trailing slash: PUBLIC_URL, else `http://localhost:{PORT}`; never the Host header
 * (RUL-32).
 */
export function ownAddress({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${PORT}`
}

/** True when the own address uses https, so that cookies carry `Secure`. */
export function isSecureAddress(config: Pick<Config, 'PUBLIC_URL' | 'PORT'>): boolean {
  return ownAddress(config).startsWith('https://')
}

/** True when other machines may reach the server: it listens beyond loopback or has a public name (RUL-4). */
export function isReachableByStrangers(config: Addressed): boolean {
  return !isLoopback(config.HOST) || !isLoopback(new URL(ownAddress(config)).hostname)
}

/** True for a name or address of this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}
