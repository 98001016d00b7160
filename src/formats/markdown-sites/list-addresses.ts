import type { ListAddresses } from '../source/source-items.ts'
import { pathOf, urlized, type Generator } from './text-places.ts'

/** List folders of the generators and their common plugins. */
const FOLDERS: Readonly<
  Record<string, { category: readonly string[]; tag: readonly string[]; time: readonly string[] }>
> = {
  Hugo: { category: ['categories'], tag: ['tags'], time: [] },
  Jekyll: { category: ['category', 'categories'], tag: ['tag', 'tags'], time: [''] },
  Hexo: { category: ['categories'], tag: ['tags'], time: ['archives'] },
  Astro: { category: ['categories'], tag: ['tags'], time: [] },
}
const FEEDS: Readonly<Record<string, string>> = { Hugo: 'index.xml', Hexo: 'atom.xml', Astro: 'rss.xml' }

/** Addresses of a generator's lists. */
export function listAddresses({ name, address }: Generator): ListAddresses {
  const home = address !== null && !/\bexample\.(?:org|com)\b/.test(address) ? address : null
  const prefix = (home === null ? null : URL.parse(home)?.pathname) ?? '/'
  const folders = FOLDERS[name]
  const feed = FEEDS[name]
  return {
    home,
    of: (kind, term) =>
      kind === 'author'
        ? []
        : (folders?.[kind] ?? []).map((folder) => pathOf(prefix, folder, `${urlized(term.name)}/`)),
    inTime: (year, month) =>
      (folders?.time ?? []).map((folder) => `${pathOf(prefix, folder, year, ...(month === null ? [] : [month]))}/`),
    others: feed === undefined || feed === 'atom.xml' ? [] : [{ from: pathOf(prefix, feed), to: '/feed.xml' }],
  }
}
