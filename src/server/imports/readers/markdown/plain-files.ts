import { listField, textField } from '../../../../rules/front-matter.ts'
import { type Generator, partsOf, pathOf, type Place, type Placed, type Writing } from './text-places.ts'
import { writeWikiLinks } from './wiki-links.ts'

const LINES_OF_CODE = /^(?:import|export)\s/
/** Folders of programs, which hold no texts. */
const NO_TEXTS = /(?:^|\/)(?:node_modules|\.obsidian|\.trash|\.git|\.github|themes|vendor)\//

function place(path: string, base = ''): Place | null {
  if (NO_TEXTS.test(path) || !path.startsWith(base)) return null
  const { folders, name, date } = partsOf(path.slice(base.length))
  return {
    kind: 'article',
    folders,
    name,
    date,
    draft: /(?:^|\/)_?drafts?\//i.test(path),
    categories: [],
    language: null,
  }
}

function aliasesOf({ fields }: Placed): string[] {
  const own = [textField(fields, 'permalink', 'url'), ...listField(fields, 'redirect_from')]
  return own.filter((path) => path.startsWith('/'))
}

/** Notes of Obsidian, and folders of markdown without a generator. */
export function notes(name: 'Obsidian' | 'Markdown'): Generator {
  return {
    name,
    timeZone: null,
    address: null,
    placeOf: (path) => place(path),
    addressesOf: (text) => [...aliasesOf(text), pathOf(...text.place.folders, stemOf(text.place))],
    write: writeWikiLinks,
  }
}

function stemOf({ date, name }: Place): string {
  return date ? `${date}-${name}` : name
}

/** Astro: collections of texts in `src/content`, pages in `src/pages`. */
export function astro(): Generator {
  return {
    name: 'Astro',
    timeZone: null,
    address: null,
    placeOf(path) {
      const page = place(path, 'src/pages/')
      return page ? { ...page, kind: 'page' } : place(path, 'src/content/')
    },
    addressesOf: (text) => [
      ...aliasesOf(text),
      `${pathOf(...text.place.folders, textField(text.fields, 'slug') || stemOf(text.place))}/`,
    ],
    write: withoutCode,
  }
}

/** MDX without the lines that are code, which are named. */
function withoutCode(body: string, { reasons }: Writing): string {
  let fence = false
  return body
    .split('\n')
    .filter((line) => {
      if (/^ {0,3}(?:```|~~~)/.test(line)) fence = !fence
      if (fence || !LINES_OF_CODE.test(line) || !/\sfrom\s|^export\s(?:const|default|let)\s|^import\s['"]/.test(line))
        return true
      reasons.add(`Eine Zeile Code (MDX) wurde weggelassen: ${line.slice(0, 200)}`)
      return false
    })
    .join('\n')
}
