import { decodeXML } from 'entities'
import { attributesOf, scanXml } from './xml-scanner.ts'
import { FeedFault } from '../source/source-items.ts'

export type OpmlFeed = { url: string; title: string | null }

/** Maximum feeds of a file. */
const MOST_FEEDS = 2000
const MAX_TITLE = 300

/**
 * The feeds of an OPML file in its order, each address once, folders at any depth opened. Linear in the text. Throws
 * FeedFault for other files and for more than 2,000 feeds.
 */
export function parseOpml(text: string): OpmlFeed[] {
  const feeds = new Map<string, OpmlFeed>()
  let isOpml = false
  const plain = (value: string | undefined) =>
    decodeXML(value ?? '')
      .replace(/\s+/g, ' ')
      .trim()
  scanXml(
    text,
    {
      open({ name, start, end }) {
        if (name.toLowerCase() === 'opml') isOpml = true
        if (name.toLowerCase() !== 'outline') return
        const attributes = attributesOf(text.slice(start, end))
        const url = plain(attributes.get('xmlurl'))
        if (url === '' || feeds.has(url)) return
        if (feeds.size === MOST_FEEDS)
          throw new FeedFault(`Die Datei nennt mehr als ${MOST_FEEDS.toLocaleString('de-DE')} Feeds.`)
        const title = plain(attributes.get('title')) || plain(attributes.get('text'))
        feeds.set(url, { url, title: title === '' ? null : [...title].slice(0, MAX_TITLE).join('') })
      },
      close() {},
      text() {},
      cdata() {},
      doctype() {},
      fault() {},
    },
    true,
  )
  if (!isOpml) throw new FeedFault('Das ist keine OPML-Datei.')
  if (feeds.size === 0) throw new FeedFault('In der OPML-Datei steht kein Feed.')
  return [...feeds.values()]
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line no-control-regex -- XML 1.0 has no place for them
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escaped = (text: string) => text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** Feeds as an OPML 2.0 document, which other feed readers import. */
export function writeOpml(title: string, feeds: readonly OpmlFeed[]): string {
  const lines = feeds.map(({ url, title: own }) => {
    const words = escaped(own ?? url)
    return `<outline type="rss" text="${words}" title="${words}" xmlUrl="${escaped(url)}"/>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    `<head><title>${escaped(title)}</title></head>`,
    '<body>',
    ...lines,
    '</body>',
    '</opml>',
    '',
  ].join('\n')
}
