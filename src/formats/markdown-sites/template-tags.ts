/** What stands in a text between the signs of a template language: a tag with its words, and what it stands around. */
export interface TemplateTag {
  name: string
  /** Words without a name, and those with one. */
  words: string[]
  named: ReadonlyMap<string, string>
  /** Everything between name and end, as it is written. */
  rest: string
  /** What stands between the tag and the one that ends it; null where nothing ends it. */
  inner: TemplateNode[] | null
}
export type TemplateNode = string | TemplateTag

/** Signs of one kind of tag. */
export interface Signs {
  open: string
  close: string
}

type Token = { kind: 'text'; text: string } | { kind: 'tag'; tag: TemplateTag; ends: string | null }

/** Letters of one tag; what is longer is text. */
const LONGEST = 4000
/** Tags stand in each other so deep. */
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

/** The tags of a text as they stand in each other; what ends nothing is a tag without name. */
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

/** The tags that something ends. */
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

/** Markdown for what tags stand for; null for an unknown one. `inner` is what stands in it, already written. */
export type TagWriter = (tag: TemplateTag, inner: string) => string | null

/** The text with what its tags stand for. Of an unknown tag the content is left, and `unknown` is called with its name. */
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
