import { fold } from './fold.ts'
import { quoted } from './quoted.ts'

/** Words that adverts in comments are made of, folded; the owner adds others. */
const ADVERT_WORDS = [
  'backlink',
  'betting',
  'bitcoin',
  'casino',
  'cialis',
  'crypto',
  'escort',
  'forex',
  'gewinnspiel',
  'guest post',
  'gunstig kaufen',
  'invest now',
  'kredit ohne schufa',
  'krypto',
  'loan',
  'make money',
  'onlyfans',
  'passives einkommen',
  'porn',
  'ranking',
  'replica',
  'seo',
  'sex',
  'slots',
  'telegram',
  'viagra',
  'whatsapp',
]

/** A name with one of these endings is an address, also without a scheme. */
const HOST =
  /(?:^|[^\p{L}\p{N}@._-])((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61})\.){1,4}(?:com|net|org|info|biz|ru|cn|xyz|top|shop|online|site|club|live|store|vip|win|bet|casino|link|click|app|dev|io|co|me|tv|cc|pro|eu|de|at|ch|uk|fr|it|es|pl|nl|icu|buzz|space|website|tk|ml|ga))(?![\p{L}\p{N}])/giu
const LINK = /https?:\/\/|www\.|\]\(/gi
const MAIL = /[^\s@]{1,64}@[^\s@]{1,255}\.[a-z]{2,24}/i
const PHONE = /\+\d[\d\s().-]{7,20}\d/
/** Characters of scripts in which a German blog is hardly ever answered. */
const FOREIGN =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Arabic}]/gu
const MOST_FOREIGN = 0.3

/** What the filter looks at. `seen`: how often the same text was sent before; `isKnown`: a comment of this network was removed. */
export type Examined = { name: string; text: string; words: readonly string[]; seen: number; isNoted: boolean }

/**
 * What makes a comment suspicious, in German, as moderators read it; empty for nothing. Suspicious comments wait for a moderator
 * even where others are shown at once: none is refused for its content. Takes linear time.
 */
export function suspicionsOf({ name, text, words, seen, isNoted }: Examined): string[] {
  const found: string[] = []
  const links = [...text.matchAll(LINK)].length + [...`${name} ${text}`.matchAll(HOST)].length
  if (links > 0) found.push(links === 1 ? 'ein Link' : `${links} Links`)
  if (MAIL.test(text) || MAIL.test(name)) found.push('eine E-Mail-Adresse')
  if (PHONE.test(text)) found.push('eine Telefonnummer')
  const folded = ` ${fold(`${name} ${text}`).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const word = [...ADVERT_WORDS, ...words.map(plainWord).filter(Boolean)].find((one) => folded.includes(` ${one}`))
  if (word !== undefined) found.push(`das Wort ${quoted(word)}`)
  const letters = [...text.matchAll(/\p{L}/gu)].length
  if (letters > 0 && [...text.matchAll(FOREIGN)].length / letters > MOST_FOREIGN) found.push('fremde Schrift')
  if (seen > 0) found.push(seen === 1 ? 'derselbe Text wie einmal zuvor' : `derselbe Text wie ${seen}-mal zuvor`)
  if (isNoted) found.push('ein Kommentar aus demselben Netz wurde entfernt')
  return found
}

function plainWord(word: string): string {
  return fold(word)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Shorter texts (`Danke`) are written by many people. */
const SHORTEST_COMPARED = 24

/** What a text says, for comparing: alphanumeric characters alone, folded; null for a text too short to say the same by chance. */
export function comparableText(text: string): string | null {
  const plain = fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return plain.length < SHORTEST_COMPARED ? null : plain
}
