import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const GERMAN = /\b(?:der|die|das|und|ist|nicht|eine?|mit|von)\b/gi
const ENGLISH = /\b(?:the|and|of|is|not|an?|with|that)\b/gi
const count = (text: string, words: RegExp) => [...text.matchAll(words)].length

/** The language of a document by its small words; what stands in code font is quoted. */
function languageOf(markdown: string): 'de' | 'en' | null {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
  const [german, english] = [count(prose, GERMAN), count(prose, ENGLISH)]
  if (german > 10 * english) return 'de'
  return english > 10 * german ? 'en' : null
}

/** Nobody is addressed like a friend. */
const FAMILIAR = /\b(?:du|dich|deine?[mnrs]?|euch|euer|eure[mnrs]?)\b/i

test('[RUL-25] the manual is German, all other documents are English', () => {
  const documents = paths.filter((path) => /^(?:docs\/.+|[^/]+)\.md$/.test(path))
  expect(documents.length).toBeGreaterThan(30)
  const wrong = documents.filter((path) => languageOf(read(path)) !== (path === 'docs/handbuch.md' ? 'de' : 'en'))
  expect(wrong).toEqual([])
})

test('[RUL-23] people are addressed formally, on screens, in mails and in the manual', () => {
  const spoken = paths.filter((path) => /^src\/.*\.(?:tsx?|js|html)$/.test(path) && !/\.test\.tsx?$/.test(path))
  expect(spoken.length).toBeGreaterThan(500)
  const familiar = [...spoken, 'docs/handbuch.md'].filter((path) => FAMILIAR.test(read(path)))
  expect(familiar).toEqual([])
})

test('languages and forms of address are told apart', () => {
  expect(languageOf('Das ist der Anfang und nicht das Ende.')).toBe('de')
  expect(languageOf('This is the beginning and not the end, `und das ist die Literale` quoted.')).toBe('en')
  expect(languageOf('Das ist der Anfang, and this is not the end of the story.')).toBeNull()
  for (const text of ['Hast du Dein Passwort?', 'euer Blog']) expect(text).toMatch(FAMILIAR)
  for (const text of ['Ihr Konto', 'during', 'module', 'Deutsch']) expect(text).not.toMatch(FAMILIAR)
})

/** Sentences of the specification that end with an exclamation mark. */
const LITERAL = new Set([
  'Artikel erstellt!',
  'Artikel gespeichert!',
  'Artikel veröffentlicht!',
  'Status aktualisiert!',
  'Bild ausgewählt!',
  'Titelbild hochgeladen!',
  'Bookmarklet-Code kopiert!',
  'URL kopiert!',
  'Key kopiert!',
  'Extension heruntergeladen!',
])
/** Words on screens, in mails and in responses: strings and the text of elements. */
const SAID = /['"`>]([A-ZÄÖÜ„][^'"`<>{}\n]{0,300}[a-zäöüß“]!)['"`<]/g
/** The blog is `der Blog`; Blog CMS is a name. */
const OTHER_GENDER = /\b(?:[Dd]as|[Dd]ieses|[Ee]igenes|[Nn]eues|[Ll]eeres) Blog\b(?! CMS)/

const faultsOf = (text: string): string[] => [
  ...[...text.matchAll(SAID)].flatMap(([, words = '']) => (LITERAL.has(words) ? [] : [words])),
  ...(OTHER_GENDER.exec(text) ?? []),
]

test('own words of the interface end without an exclamation mark, and the blog is masculine', () => {
  const screens = paths.filter((path) => /^src\/(?!demo\/).*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  const said = [...screens, 'docs/handbuch.md'].flatMap((path) =>
    faultsOf(read(path)).map((words) => `${path}: ${words}`),
  )
  expect(said).toEqual([])
})

test('such words are found', () => {
  expect(faultsOf("toastDone('Link kopiert!')")).toEqual(['Link kopiert!'])
  expect(faultsOf('<p>Dieses Blog ist leer.</p>')).toEqual(['Dieses Blog'])
  expect(faultsOf('\'Artikel erstellt!\' className="px-2!" `Das Blog CMS`')).toEqual([])
})
