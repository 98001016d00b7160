import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** What a stretch of HTML consists of; comments and the like are left out. */
export type Piece = {
  /** Lines from the beginning of the stretch, from 0. */
  line: number
} & (
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string }
)

/** What stands in these elements is for machines; it goes with them (RUL-47). */
const VANISHING: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
}

/** Former names of elements, and today's. */
const MODERN_NAMES: Readonly<Record<string, string>> = { acronym: 'abbr', embed: 'iframe', strike: 's', tt: 'code' }

function nameOf({ tagName: name }: Token.TagToken): string {
  return Object.hasOwn(MODERN_NAMES, name) ? MODERN_NAMES[name]! : name
}

/** Whether an element vanishes with its content. */
export function vanishes(name: string): boolean {
  return Object.hasOwn(VANISHING, name)
}

/** A tag has so many attributes at most; each is compared with all before it, and no element has a use for as many. */
const MOST_ATTRIBUTES = 100

/** parse5's, which keeps only the first attributes of a tag. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const { currentToken: tag } = this
    if (tag && 'attrs' in tag && tag.attrs.length >= MOST_ATTRIBUTES) return
    super._leaveAttrName()
  }
}

/** Reads a stretch of HTML as browsers do (parse5), without making sense of how its tags stand in each other. */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = []
  let vanishing: string | null = null
  let read = 0
  const lineOf = ({ location }: Token.Token): number => (location?.startLine ?? 1) - 1
  const reach = ({ location }: Token.Token): void => void (read = location?.endOffset ?? read)
  const onText = (token: Token.CharacterToken): void => {
    reach(token)
    if (vanishing !== null) return
    const before = pieces.at(-1)
    // entities are told by themselves
    if (before?.kind === 'text') before.text += token.chars
    else pieces.push({ kind: 'text', text: token.chars, line: lineOf(token) })
  }
  const tokenizer = new BoundedTokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        reach(token)
        const name = nameOf(token)
        if (vanishing !== null) return
        const attributes = new Map(token.attrs.map(({ name: attribute, value }) => [attribute, value]))
        pieces.push({ kind: 'open', name, attributes, line: lineOf(token) })
        // it has no end tag: what follows does not stand in it
        if (token.tagName === 'embed') pieces.push({ kind: 'close', name, line: lineOf(token) })
        const mode = vanishes(name) ? VANISHING[name] : undefined
        if (mode === undefined) return
        vanishing = name
        tokenizer.state = mode
        tokenizer.lastStartTagName = name
      },
      onEndTag(token) {
        reach(token)
        if (vanishing === token.tagName) vanishing = null
        pieces.push({ kind: 'close', name: nameOf(token), line: lineOf(token) })
      },
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: reach,
      onComment: reach,
      onDoctype: reach,
      onEof: () => {},
      onParseError: null,
    },
  )
  tokenizer.write(html, true)
  // a tag that never ends is words
  if (read < html.length && vanishing === null) {
    pieces.push({ kind: 'text', text: html.slice(read), line: html.slice(0, read).split('\n').length - 1 })
  }
  return pieces
}
