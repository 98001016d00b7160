import { domainToASCII } from 'node:url'

const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/**
 * An address as it is stored: trimmed, lower case, the domain in its ASCII form; valid by the rules of browsers for
 * `type=email`. Null when invalid.
 */
export function normalizeEmail(text: string): string | null {
  const [local, domain, ...rest] = text.trim().toLowerCase().split('@')
  if (!local || !domain || rest.length > 0) return null
  const ascii = domainToASCII(domain)
  const email = `${local}@${ascii}`
  return LOCAL.test(local) && DOMAIN.test(ascii) && email.length <= 254 ? email : null
}
