/** A shortcode of WordPress in a text: `[caption width="3"]…[/caption]`. */
export type Shortcode = {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Positional values, in order. */
  values: readonly string[]
  /** Content up to its end tag; empty without one. */
  content: string
}

/** More than any post has. */
const MOST_SHORTCODES = 5000
const LONGEST_TAG = 4000
const NAME = /^[a-z][\w-]{0,39}/i

/**
 * Replaces each shortcode by the result of `write`; null leaves it unchanged. `[[name]]` is WordPress' escape for a
 * bracket. Every character is read a bounded number of times.
 */
export function replaceShortcodes(text: string, write: (shortcode: Shortcode) => string | null): string {
  const pieces: string[] = []
  const ends = new Map<string, number>()
  let at = 0
  for (let count = 0; count < MOST_SHORTCODES; count += 1) {
    const tag = nextTag(text, at)
    if (!tag) break
    const behind = tag.closed ? tag.to : endOf(text, tag, ends)
    const whole = replaced(tag, behind)
    pieces.push(text.slice(at, tag.from), whole.written ?? text.slice(tag.from, whole.to))
    at = whole.to
  }
  pieces.push(text.slice(at))
  return pieces.join('')

  function replaced(tag: Tag, behind: number): { written: string | null; to: number } {
    const hasEnd = behind > tag.to
    const content = hasEnd ? text.slice(tag.to, behind - tag.name.length - 3) : ''
    const written = write({ name: tag.name.toLowerCase(), ...parsedTag(tag.inside), content })
    // An unchanged shortcode may contain others.
    return written === null ? { written, to: tag.to } : { written, to: behind }
  }
}

type Tag = { name: string; inside: string; from: number; to: number; closed: boolean }

function nextTag(text: string, start: number): Tag | null {
  for (let from = text.indexOf('[', start); from >= 0; from = text.indexOf('[', from + 1)) {
    if (text[from + 1] === '[') {
      from += 1
      continue
    }
    const name = NAME.exec(text.slice(from + 1, from + 42))?.[0]
    const sign = text[from + 1 + (name?.length ?? 0)]
    if (!name || (sign !== ']' && sign !== ' ' && sign !== '/' && sign !== '\n' && sign !== '=')) continue
    const end = tagEnd(text, from)
    if (end < 0) continue
    const inside = text.slice(from + 1 + name.length, end)
    return { name, inside, from, to: end + 1, closed: inside.endsWith('/') }
  }
  return null
}

/** The closing bracket of a tag outside quotes; -1 where there is none. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  const last = Math.min(text.length, from + LONGEST_TAG)
  for (let at = from + 1; at < last; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"') quote = sign
    else if (sign === ']') return at
    else if (sign === '[') return -1
  }
  return -1
}

/** The position after the end tag of a shortcode, or after its own tag without one. */
function endOf(text: string, { name, to }: Tag, ends: Map<string, number>): number {
  const sign = `[/${name}]`
  const known = ends.get(sign)
  // The next end tag found from an earlier position is valid until it is passed; if there was none, there is none now.
  const at = known !== undefined && (known === -1 || known >= to) ? known : text.indexOf(sign, to)
  ends.set(sign, at)
  return at < 0 ? to : at + sign.length
}

/** The values of a tag: the text after its name. */
export function parsedTag(inside: string): Pick<Shortcode, 'attributes' | 'values'> {
  const attributes = new Map<string, string>()
  const values: string[] = []
  for (const [, name = '', double, single, bare = '', value = ''] of inside.matchAll(
    /([\w-]{1,60})=(?:"([^"]*)"|'([^']*)'|([^\s"']{1,2000}))|([^\s/]{1,2000})/g,
  )) {
    if (name === '') values.push(value)
    else if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), double ?? single ?? bare)
  }
  return { attributes, values }
}
