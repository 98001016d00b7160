import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** A part of a piece of HTML; comments and the like are omitted. */
export type Piece = {
  /** Line relative to the start of the piece, from 0. */
  line: number
} & (
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string }
)

/** Elements removed with their content, which is for machines (RUL-47). */
const VANISHING: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
}

/** Obsolete names of elements, and their present ones. */
const MODERN_NAMES: Readonly<Record<string, string>> = { acronym: 'abbr', embed: 'iframe', strike: 's', tt: 'code' }

function nameOf({ tagName: name }: Token.TagToken): string {
  return Object.hasOwn(MODERN_NAMES, name) ? MODERN_NAMES[name]! : name
}

/** Whether an element is removed with its content. */
export function vanishes(name: string): boolean {
  return Object.hasOwn(VANISHING, name)
}

/** Maximum attributes of a tag: each is compared with all before it, and no element needs as many. */
const MOST_ATTRIBUTES = 100

/** parse5's tokeniser, which keeps only the first attributes of a tag. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const { currentToken: tag } = this
    if (tag && 'attrs' in tag && tag.attrs.length >= MOST_ATTRIBUTES) return
    super._leaveAttrName()
  }
}

/** Tokenises a piece of HTML as browsers do (parse5), without interpreting the nesting of its tags. */
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
    // Entities are separate tokens.
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
        // It has no end tag and no content.
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
  // An unterminated tag is text.
  if (read < html.length && vanishing === null) {
    pieces.push({ kind: 'text', text: html.slice(read), line: html.slice(0, read).split('\n').length - 1 })
  }
  return pieces
}
