import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import createHyphenator from 'hyphen/hyphen.js'

/** The patterns of the package `hyphen` as JSON, made by the build: as a script they take three times the memory. */
const PATTERNS = join(import.meta.dirname, '..', '..', '..', '..', '..', 'dist', 'site', 'hyphenation-de.json')
const MARK = '\u00ad'

async function load(): Promise<(word: string) => string> {
  const patterns: unknown = JSON.parse(await readFile(PATTERNS, 'utf8'))
  return createHyphenator(patterns, { async: false, html: false, hyphenChar: MARK })
}

let loading: Promise<(word: string) => string> | undefined

/**
 * The syllables of a German word. The patterns (some ten megabytes) are loaded with the first word, not at the start.
 */
export async function syllablesOf(word: string): Promise<string[]> {
  loading ??= load()
  loading.catch(() => (loading = undefined))
  const hyphenate = await loading
  return hyphenate(word).split(MARK)
}
