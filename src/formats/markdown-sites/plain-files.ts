import { listField, textField } from '../../rules/front-matter.ts'
import { quoted } from '../../rules/quoted.ts'
import { type Generator, partsOf, pathOf, type Place, type Placed, type Writing } from './text-places.ts'
import { writeLiquid } from './liquid.ts'
import { writeWikiLinks } from './wiki-links.ts'

const LINES_OF_CODE = /^(?:import|export)\s/
/** Folders of programs, without texts. */
const NO_TEXTS = /(?:^|\/)(?:node_modules|\.obsidian|\.trash|\.git|\.github|themes|vendor)\//

/** Folder names for private content, without leading punctuation and numbers. */
const NOT_PUBLIC = new Set(
  'draft drafts entwurf entwürfe entwuerfe vorlage vorlagen template templates papierkorb trash privat private privates personal persönlich persönliches tagebuch tagebücher journal daily intern'.split(
    ' ',
  ),
)

/** The private folder in a path, as written; null where there is none. */
function notPublicIn(path: string): string | null {
  const folders = path.normalize('NFC').split('/').slice(0, -1)
  const found = folders.find((folder) => {
    const [word = ''] = /\p{L}+/u.exec(folder.toLowerCase()) ?? []
    return NOT_PUBLIC.has(word)
  })
  return found ?? null
}

function place(path: string, base = ''): Place | null {
  if (NO_TEXTS.test(path) || !path.startsWith(base)) return null
  const kept = notPublicIn(path.slice(base.length))
  const { folders, name, date } = partsOf(path.slice(base.length))
  return {
    kind: 'article',
    folders,
    name,
    date,
    draft: kept !== null,
    ...(kept === null || /draft/i.test(kept)
      ? {}
      : { draftReason: `Im Ordner ${quoted(kept)}, der nicht für Leser ist: als Entwurf übernommen.` }),
    categories: [],
    language: null,
  }
}

function aliasesOf({ fields }: Placed): string[] {
  const own = [textField(fields, 'permalink', 'url'), ...listField(fields, 'redirect_from')]
  return own.filter((path) => path.startsWith('/'))
}

/** Notes of Obsidian, and folders of markdown without a generator. */
export function notes(name: 'Obsidian' | 'Markdown' | 'Eleventy'): Generator {
  return {
    name,
    timeZone: null,
    address: null,
    placeOf: (path) => place(path),
    addressesOf: (text) => [...aliasesOf(text), pathOf(...text.place.folders, stemOf(text.place))],
    write: writeWikiLinks,
  }
}

/** Eleventy: its configuration is a program, so texts are placed like notes; their template language is Liquid or close to it. */
export function eleventy(): Generator {
  return { ...notes('Eleventy'), write: (body, writing) => writeLiquid(body, writing, { url: '', path: '' }) }
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
      const found = page ? { ...page, kind: 'page' as const } : place(path, 'src/content/')
      // Drafts in a folder `_drafts` are imported as drafts.
      if (found && !found.draft && path.includes('/_')) return 'Was mit einem Unterstrich beginnt, zeigt Astro nicht.'
      return found
    },
    addressesOf: (text) => [
      ...aliasesOf(text),
      `${pathOf(...text.place.folders, textField(text.fields, 'slug') || stemOf(text.place))}/`,
    ],
    write: withoutCode,
  }
}

/** MDX without its code lines, which are reported. */
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
