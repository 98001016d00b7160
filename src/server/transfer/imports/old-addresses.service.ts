import { findByName } from '../../writing/authors/authors.service.ts'
import * as taxonomy from '../../writing/taxonomy/taxonomy.service.ts'
import { ownAddress } from '../../platform/own-address.ts'
import type { Tx } from '../../platform/db/db.ts'
import { addRedirects } from '../../readers/redirects/redirects.service.ts'
import { publicAddress, readSettings } from '../../settings/settings.service.ts'
import type { Outcome, Writing } from './attempt.ts'
import { type StagedRedirect, termName } from './staged-items.ts'

type Led = { ids: string[]; reasons: string[] }
type Found = { noun: 'articles' | 'pages'; record: { id: string; slug: string }; addresses: readonly string[] }

/** Redirects the former addresses of an imported text to it (RUL-56). `reasons` names those for which that is impossible. */
export async function leadOn(tx: Tx, writing: Writing, { noun, record, addresses }: Found): Promise<Led> {
  const own = noun === 'articles' ? `/article/${record.slug}` : `/${record.slug}`
  const target = noun === 'articles' ? { article_id: record.id } : { page_id: record.id }
  const others = addresses.filter((address) => withoutSlash(address) !== own)
  if (others.length === 0) return { ids: [], reasons: [] }
  const wishes = others.map((from) => ({ from, ...target }))
  const outcomes = await addRedirects(tx, wishes, await context(tx, writing))
  const ids = outcomes.flatMap((done) => (done.outcome === 'created' ? [done.id] : []))
  const reasons = outcomes.flatMap((done, index) =>
    done.outcome === 'refused' ? [`Die alte Adresse ${others[index]} leitet nicht hierher: ${done.reason}`] : [],
  )
  return { ids, reasons }
}

/** A redirect the source itself had. */
export async function writeRedirect(tx: Tx, writing: Writing, staged: StagedRedirect): Promise<Outcome> {
  const { from, status, list } = staged
  if (writing.row.dry_run === 1) return { outcome: 'created' }
  const to = list ? await addressOfList(tx, list) : staged.to
  if (list && to === null) return { outcome: 'skipped', reasons: ['Diese Liste gibt es hier nicht.'] }
  // The address is the same here: nothing has to be led on.
  if (to !== null && withoutSlash(from) === to) return { outcome: 'unchanged' }
  const wish = { from, status, ...(to !== null && status === 301 && { to }) }
  const [done] = await addRedirects(tx, [wish], await context(tx, writing))
  if (!done || done.outcome === 'refused') return { outcome: 'skipped', reasons: done ? [done.reason] : [] }
  return { outcome: done.outcome, noun: 'redirects', record_id: done.id }
}

/** Where the list of a category, tag or author is here; null where there is none of that name. */
async function addressOfList(tx: Tx, { kind, name }: NonNullable<StagedRedirect['list']>): Promise<string | null> {
  if (kind === 'author') {
    const author = await findByName(tx, name)
    return author && `/autor/${author.slug}`
  }
  const named = termName(name)
  const found = await taxonomy.findByNames(tx, kind === 'category' ? 'categories' : 'tags', [named])
  const slug = found.get(named)?.slug
  return slug === undefined ? null : `/${kind === 'category' ? 'kategorie' : 'schlagwort'}/${slug}`
}

async function context(tx: Tx, { row, runtime: { clock, config } }: Writing) {
  const caller = row.author_id === null ? null : { userId: row.author_id }
  return {
    actor: { caller, now: clock() },
    own: [ownAddress(config), publicAddress(await readSettings(tx), config)],
  }
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}
