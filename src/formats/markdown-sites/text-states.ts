import { fieldsOf, type Fields, flagField, type Matter, textField } from '../../rules/front-matter.ts'
import { instantOf } from '../../rules/written-dates.ts'
import { quoted } from '../../rules/quoted.ts'
import type { TextItem } from '../source/source-items.ts'
import { DATES, type Placed } from './text-places.ts'

type State = Pick<TextItem, 'status' | 'publishedAt'>

/** Keys that make a text a draft if true; normalised by `fold`. */
const HIDING = new Set(
  'draft isdraft entwurf private isprivate privat protected unlisted unpublished hidden versteckt internal intern secret geheim wip deleted trashed membersonly'.split(
    ' ',
  ),
)
/** Keys that make a text a draft if false. */
const SHOWING = new Set(
  'published ispublished publish public ispublic visible veröffentlicht veroeffentlicht öffentlich'.split(' '),
)
/** Keys that make a text a draft if false, and allow any other value: `permalink: false` makes no page. */
const NEEDED = new Set(['permalink', 'online', 'routable'])
const PASSWORDS = new Set(['password', 'passwort'])
const STATES = new Set(['status', 'poststatus', 'publishstatus', 'publicationstatus', 'visibility', 'sichtbarkeit'])
/** Keys that are a state only with a known value (`state: draft`), and something else otherwise (`state: Bayern`). */
const MAYBE_STATES = new Set(['state', 'publishstate', 'publicationstate', 'zustand', 'stage', 'type', 'access'])
const NOT_PUBLIC = new Set(
  'draft entwurf private privat unpublished unveröffentlicht pending review hidden trash deleted members subscribers'.split(
    ' ',
  ),
)
const BEGINNINGS = new Set(
  'publishdate pubdate pubdatetime publishedat publishon publishat embargo embargountil'.split(' '),
)
const ENDS = new Set(['expirydate', 'unpublishdate', 'expires', 'expiry'])

/** States of a public text. */
const PUBLIC = new Set(['published', 'publish', 'public', 'live', 'online', 'visible', 'veröffentlicht', 'öffentlich'])
/** States of a scheduled text. */
const PLANNED = new Set(['scheduled', 'future', 'geplant'])

/** The zero date of programs that always write one. */
const ZERO = /^0{3}[01]-/

/**
 * Whether the text was public, and since when (RUL-53). A state that is not understood makes the text a draft, since an
 * import must never publish a text that was not public. `reasons` gets a German line for each draft that is not
 * explicitly one in its source.
 */
export function statusOf(
  { place, fields, date, isDateOfName }: Placed,
  {
    isUnread,
    hidden: parts,
    generator,
    timeZone,
  }: { isUnread: boolean; hidden: ReadonlySet<string>; generator: string; timeZone: string },
  reasons: Set<string>,
): State {
  const draft = (reason?: string): State => {
    if (reason !== undefined) reasons.add(reason)
    return { status: 'draft', publishedAt: null }
  }
  const now = Date.now()
  const said = saidIn(fields)
  if (place.draft) return draft(place.draftReason)
  if (/\.(?:draft|entwurf)$/i.test(place.name)) return draft()
  if (isUnread) return draft('Die Angaben am Anfang sind nicht lesbar: als Entwurf übernommen.')
  const [part] = parts
  if (part !== undefined) return draft(part)
  const states = said(STATES).map((each) => ({ ...each, words: wordsOf(each.value) }))
  let isPlanned = false
  for (const { key, value } of said(HIDING)) {
    const flag = flagField({ value }, 'value')
    if (flag === null) return draft(unclear(key, value))
    if (flag) return draft(fold(key) === 'draft' ? undefined : notPublic(key, value))
  }
  for (const { key, value } of said(SHOWING)) {
    const flag = flagField({ value }, 'value')
    if (flag === false) return draft()
    const since = flag === null ? instantOf(textField({ value }, 'value'), timeZone) : null
    if (flag === null && (since === null || Date.parse(since) > now)) return draft(unclear(key, value))
  }
  for (const { key, value, words } of states) {
    if (words.length > 0 && words.every((word) => PLANNED.has(word))) isPlanned = true
    else if (words.length === 0 || !words.every((word) => PUBLIC.has(word)))
      return draft(words.join() === 'draft' ? undefined : notPublic(key, value))
  }
  for (const { key, value } of said(NEEDED))
    if (flagField({ value }, 'value') === false) return draft(notPublic(key, value))
  for (const { key, value } of said(MAYBE_STATES))
    if (wordsOf(value).some((word) => NOT_PUBLIC.has(word))) return draft(notPublic(key, value))
  if (said(PASSWORDS).some(({ value }) => value !== false))
    return draft('Mit Passwort geschützt in der Quelle: als Entwurf übernommen.')
  const hidden = hiddenByBuild(fields)
  if (hidden !== null) return draft(`${generator} zeigt den Text nicht (${hidden}): als Entwurf übernommen.`)
  for (const { key, value } of said(ENDS)) {
    const written = textField({ value }, 'value')
    if (ZERO.test(written)) continue
    const ended = instantOf(written, timeZone)
    if (ended === null) return draft(unclear(key, value))
    if (Date.parse(ended) <= now) return draft('In der Quelle abgelaufen: als Entwurf übernommen.')
  }
  let begins = date
  for (const { key, value } of said(BEGINNINGS)) {
    const written = textField({ value }, 'value')
    if (ZERO.test(written)) continue
    const at = instantOf(written, timeZone)
    if (at === null) return draft(unclear(key, value))
    if (fold(key) === 'publishdate' ? begins === date || at > begins! : Date.parse(at) > now) begins = at
  }
  const isToCome = begins !== null && Date.parse(begins) > now
  if (isToCome || (isPlanned && begins !== null)) return { status: 'scheduled', publishedAt: begins }
  if (place.kind === 'page') return { status: 'published', publishedAt: begins }
  if (begins === null) return draft('Ohne Datum in der Quelle: als Entwurf übernommen.')
  const isNote = generator === 'Obsidian' || generator === 'Markdown'
  if (isNote && !isDateOfName && textField(fields, ...DATES) === '' && said(SHOWING).length === 0)
    return draft('Die Quelle sagt nur, wann die Notiz entstand: als Entwurf übernommen.')
  if (generator === 'Obsidian' && isDateOfName && said(SHOWING).length === 0)
    return draft('Das Datum steht nur im Namen der Notiz: als Entwurf übernommen.')
  return { status: 'published', publishedAt: begins }
}

/** Whether the front matter cannot be parsed at all, though there is some. */
export function isUnread({ fault, fields }: Matter): boolean {
  return fault !== null && Object.keys(fields).length === 0
}

/** Normalises a key to lower-case alphanumerics: `is_draft`, `isDraft` and `Is-Draft` are one. */
function fold(key: string): string {
  return key
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

type Said = { key: string; value: unknown }

/** The fields with a value, by the names of a group. */
function saidIn(fields: Fields): (names: ReadonlySet<string>) => Said[] {
  const all = Object.entries(fields).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [{ key, value, name: fold(key) }],
  )
  return (names) => all.filter(({ name }) => names.has(name))
}

/** The words of a state in lower case; empty where it is neither a text nor a list of texts. */
function wordsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const words = values.map((each) => (typeof each === 'string' ? fold(each) : ''))
  return words.includes('') ? [] : words
}

/** Why the generator makes no page of a text, or lists it nowhere; null otherwise. */
function hiddenByBuild(fields: Fields): string | null {
  if (flagField(fields, 'headless') === true) return 'headless'
  for (const name of ['build', '_build']) {
    // `list: never` makes a page that can only be found by its address.
    for (const what of ['render', 'list']) {
      const said = fieldsOf(fields[name])?.[what]
      if (said !== undefined && said !== true && said !== 'always') return `${name}.${what}`
    }
  }
  return null
}

function notPublic(key: string, value: unknown): string {
  return fold(key).startsWith('privat') || wordsOf(value).join() === 'private'
    ? 'Privat in der Quelle: als Entwurf übernommen.'
    : `Nach ${quoted(short(key, value))} nicht öffentlich: als Entwurf übernommen.`
}

function unclear(key: string, value: unknown): string {
  return `${quoted(short(key, value))} ist nicht eindeutig: als Entwurf übernommen.`
}

/** A field in the form of a report line. */
function short(key: string, value: unknown): string {
  const written = textField({ value }, 'value') || JSON.stringify(value) || ''
  return `${key.trim().slice(0, 40)}: ${written.slice(0, 60)}`.toWellFormed()
}
