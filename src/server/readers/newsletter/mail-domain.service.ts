import { Resolver } from 'node:dns/promises'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { isOffered, senderOf } from './settings.service.ts'

/** Names under which mail servers commonly publish their DKIM key; the real one stands in each mail only. */
const SELECTORS = ['default', 'mail', 'dkim', 's1', 's2', 'k1', 'selector1', 'selector2', 'google']
const TIMEOUT_MS = 2000

/** Reads the text records of a name: empty for none, and for a name that does not exist. Throws where nobody answers. */
export type ReadRecords = (name: string) => Promise<string[]>

function systemResolver(): ReadRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'ENODATA' || code === 'ENOTFOUND') return []
      throw error
    }
  }
}

/**
 * What the sender's domain lacks so that large mail providers accept a newsletter (NEWS-12), in German; null where nothing
 * is missing, and where no newsletter is offered.
 */
export async function missingInDomain(
  { db, config }: { db: Db; config: Config },
  read: ReadRecords = systemResolver(),
): Promise<string | null> {
  if (!(await isOffered({ db, config }))) return null
  const domain = senderOf(config).split('@').pop() ?? ''
  try {
    const [own, dmarc, ...keys] = await Promise.all([
      read(domain),
      read(`_dmarc.${domain}`),
      ...SELECTORS.map((selector) => read(`${selector}._domainkey.${domain}`)),
    ])
    const missing = [
      ...(own?.some((record) => /^v=spf1\b/i.test(record)) ? [] : ['SPF (kein Eintrag v=spf1)']),
      ...(keys.some((records) => records.some((record) => /\bp=/.test(record)))
        ? []
        : ['DKIM (kein Schlüssel unter den üblichen Namen)']),
      ...(dmarc?.some((record) => /^v=DMARC1\b/i.test(record)) ? [] : [`DMARC (kein Eintrag unter _dmarc.${domain})`]),
    ]
    return missing.length === 0 ? null : `Der Domain ${domain} fehlt für den Newsletter: ${missing.join(', ')}`
  } catch (error) {
    const { code = String(error) } = error as { code?: string }
    return `Die Einträge der Domain ${domain} (SPF, DKIM, DMARC) ließen sich nicht lesen: kein Netz oder kein Namensdienst (${code})`
  }
}
