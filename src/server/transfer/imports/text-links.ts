import { keyOf, readAddress } from '../../readers/redirects/old-address.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as queries from './imports.queries.ts'
import type { ImportRow, TextAt } from './imports.queries.ts'
import type { PicturePlace } from '../../../formats/source/picture-places.ts'

/** The key by which a text with this address is found: in the form of redirects, and never that of a picture. */
export function linkKey(address: string): string {
  const read = readAddress(address)
  return `text:${'fault' in read ? address.toLowerCase() : keyOf(read)}`
}

/** Files and parts of a program: links to them stay. */
const NO_PAGE = /\.(?!html?$|php$)[a-z0-9]{2,5}$|^\/(?:wp-|content\/|assets\/|static\/)/i
/** Lists and numbered texts, whose old addresses are redirected. */
const LED_ON = /^\/(?:$|category|categories|tags?|authors?|feed|rss|\d{4}(?:\/\d\d?){0,1}$)/i

/**
 * Maps links between texts of a source to their addresses here, null where they stay; and lists links whose target was
 * not imported.
 */
export async function linksIn(
  tx: Tx,
  row: ImportRow,
  places: readonly PicturePlace[],
): Promise<{ to: (place: PicturePlace) => string | null; missing: string[] }> {
  const links = places.filter(({ isLink }) => isLink)
  const found = await queries.textsAt(
    tx,
    row.id,
    links.map(({ address }) => address),
  )
  const here = new Map<string, string>()
  for (const [key, text] of found) {
    const address = await addressOf(tx, row, text)
    if (address !== null) here.set(key, address)
  }
  const isLost = ({ address }: PicturePlace) => {
    const text = found.get(address)
    if (text) return isNotHere(text)
    return !NO_PAGE.test(pathIn(address)) && !LED_ON.test(pathIn(address))
  }
  return {
    to: ({ address, written }) => {
      const known = here.get(address)
      if (known !== undefined) return known + behind(written)
      // Its address here is unknown so far. The old one redirects to it.
      const isLedOn = found.has(address) || LED_ON.test(pathIn(address))
      return isLedOn && !isLost({ address, written }) ? local(written) : null
    },
    missing: [...new Set(links.filter(isLost).map(({ written }) => written))],
  }
}

/** It was skipped or failed. A text edited here is skipped, too, but exists. */
function isNotHere({ skip, outcome, record_id }: TextAt): boolean {
  return skip === 1 || ((outcome === 'failed' || outcome === 'skipped') && record_id === null)
}

/** The present or future address of a text: the same in every run, in any order of writing. */
async function addressOf(tx: Tx, row: ImportRow, text: TextAt): Promise<string | null> {
  const { url, outcome, kind, source_id } = text
  if (url === null || isNotHere(text)) return null
  if (outcome !== null) return url
  const noun = kind === 'article' ? ('articles' as const) : ('pages' as const)
  const slug = url.slice(kind === 'article' ? '/article/'.length : 1)
  const record = await queries.findRecord(tx, { source: row.source ?? '', kind, source_id })
  if (record) return (await queries.slugOf(tx, noun, record.record_id)) === slug ? url : null
  return (await queries.isTaken(tx, noun, slug)) ? null : url
}

const pathIn = (key: string) => key.slice('text:'.length).split('?', 1)[0] ?? ''

/** The fragment of an address. */
function behind(written: string): string {
  const at = written.indexOf('#')
  return at < 0 ? '' : written.slice(at)
}

function local(written: string): string {
  const url = URL.parse(written)
  return url ? `${url.pathname}${url.search}${url.hash}` : written
}
