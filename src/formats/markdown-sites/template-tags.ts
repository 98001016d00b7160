/** A tag of a template language in a text: its arguments, and its content. */
export interface TemplateTag {
  name: string
  /** Positional and named arguments. */
  words: string[]
  named: ReadonlyMap<string, string>
  /** Everything between name and end, unchanged. */
  rest: string
  /** The content up to the end tag; null for a tag without one. */
  inner: TemplateNode[] | null
}
export type TemplateNode = string | TemplateTag

/** Delimiters of one type of tag. */
export interface Signs {
  open: string
  close: string
}

type Token = { kind: 'text'; text: string } | { kind: 'tag'; tag: TemplateTag; ends: string | null }

/** Maximum characters of a tag; longer ones are text. */
const LONGEST = 4000
/** Maximum nesting of tags. */
const DEEPEST = 40
const WORD = /([\w.-]{1,80}=)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))/g

function tagOf(source: string): { tag: TemplateTag; ends: string | null } {
  const trimmed = source.replace(/^[-~]/, '').replace(/[-~]$/, '').trim()
  const end = trimmed.search(/\s/)
  const name = end < 0 ? trimmed : trimmed.slice(0, end)
  const rest = end < 0 ? '' : trimmed.slice(end + 1).trim()
  const words: string[] = []
  const named = new Map<string, string>()
  for (const [, key, double, single, raw, bare] of rest.matchAll(WORD)) {
    const value = double ?? single ?? raw ?? bare ?? ''
    if (key !== undefined) named.set(key.slice(0, -1), value)
    else words.push(value)
  }
  const ended = /^(?:\/\s?|end)([\w-]+)$/.exec(name === '/' ? `/${rest}` : name)?.[1] ?? null
  return { tag: { name: name.replace(/\/$/, ''), words, named, rest, inner: null }, ends: ended }
}

function tokensOf(text: string, signs: readonly Signs[]): Token[] {
  const tokens: Token[] = []
  const places = signs.map(({ open }) => text.indexOf(open))
  let at = 0
  const keep = (to: number): void => {
    if (to > at) tokens.push({ kind: 'text', text: text.slice(at, to) })
  }
  for (let from = 0; ;) {
    let nearest = -1
    for (const [index, { open }] of signs.entries()) {
      if (places[index]! >= 0 && places[index]! < from) places[index] = text.indexOf(open, from)
      if (places[index]! >= 0 && (nearest < 0 || places[index]! < places[nearest]!)) nearest = index
    }
    if (nearest < 0) break
    const start = places[nearest]!
    const { open, close } = signs[nearest]!
    const end = text.slice(start, start + LONGEST).indexOf(close, open.length)
    if (end < 0) {
      from = start + open.length
      continue
    }
    keep(start)
    at = from = start + end + close.length
    tokens.push({ kind: 'tag', ...tagOf(text.slice(start + open.length, start + end)) })
  }
  keep(text.length)
  return tokens
}

/** The nested tags of a text; an unmatched end tag becomes a tag without a name. */
export function templateOf(text: string, signs: readonly Signs[]): TemplateNode[] {
  const root: TemplateNode[] = []
  const open: { nodes: TemplateNode[]; tag: TemplateTag | null }[] = [{ nodes: root, tag: null }]
  const tokens = tokensOf(text, signs)
  const paired = pairsOf(tokens)
  for (const [index, token] of tokens.entries()) {
    const { nodes } = open.at(-1)!
    if (token.kind === 'text') nodes.push(token.text)
    else if (paired.has(index) && token.ends === null && open.length < DEEPEST) {
      token.tag.inner = []
      nodes.push(token.tag)
      open.push({ nodes: token.tag.inner, tag: token.tag })
    } else if (token.ends !== null) {
      if (open.length > 1 && open.at(-1)!.tag!.name === token.ends) open.pop()
    } else nodes.push(token.tag)
  }
  return root
}

/** The tags that have an end tag. */
function pairsOf(tokens: readonly Token[]): ReadonlySet<number> {
  const paired = new Set<number>()
  const open: number[] = []
  const waiting = new Map<string, number>()
  const nameAt = (index: number) => (tokens[index] as Extract<Token, { kind: 'tag' }>).tag.name
  const count = (name: string, by: number) => waiting.set(name, (waiting.get(name) ?? 0) + by)
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text') continue
    if (token.ends === null) {
      open.push(index)
      count(token.tag.name, 1)
      continue
    }
    if ((waiting.get(token.ends) ?? 0) === 0) continue
    for (let last = open.pop()!; ; last = open.pop()!) {
      count(nameAt(last), -1)
      if (nameAt(last) !== token.ends) continue
      paired.add(last)
      break
    }
  }
  return paired
}

/** Markdown for a tag; null for an unknown one. `inner` is its converted content. */
export type TagWriter = (tag: TemplateTag, inner: string) => string | null

/** Replaces the tags of a text. Of an unknown tag the content stays, and `unknown` is called with its name. */
export function writeTemplate(
  nodes: readonly TemplateNode[],
  write: TagWriter,
  unknown: (tag: TemplateTag) => void,
): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const inner = node.inner ? writeTemplate(node.inner, write, unknown) : ''
      const written = write(node, inner)
      if (written !== null) return written
      unknown(node)
      return inner
    })
    .join('')
}
