/** Words that may not return (STYLE.md) to comments and documents. Code, inline code and fences are not read. */
export type Word = { pattern: RegExp; write: string }

export const WORDS: readonly Word[] = [
  { pattern: /\bwhoever\b/i, write: 'the noun: client, editor, operator' },
  { pattern: /\banew\b/i, write: 'again' },
  { pattern: /\bso (?:many|long)\b/i, write: 'the limit, by its name' },
  { pattern: /\bletters?\b/i, write: 'character' },
  { pattern: /\btold\b/i, write: 'notified, reported, shown' },
  { pattern: /\bnobody knows\b/i, write: 'unknown' },
  { pattern: /\bbeyond a bound\b/i, write: 'when the limit is reached' },
  { pattern: /\bon the way out\b/i, write: 'during shutdown, on unload' },
  { pattern: /\btaken to be gone\b/i, write: 'considered dead' },
  { pattern: /\bfarewells?\b/i, write: 'flush on unload' },
  { pattern: /\bwrite[- ]stops?\b/i, write: 'read-only mode' },
  { pattern: /\bstanding[- ]still\b/i, write: 'idle timeout' },
  { pattern: /\bwhole[- ]tables\b/i, write: 'table dump' },
  { pattern: /\b(?:hearings?|deaf)\b/i, write: 'connected, acknowledged' },
  { pattern: /\bdress(?:es|ed)?\b/i, write: 'import' },
  { pattern: /\bleads? on\b/i, write: 'redirects' },
  { pattern: /\btwins?\b/i, write: 'duplicate' },
]

/** Names that no file or folder may have. */
export const NAMES =
  /^(?:door|machines|kinds|stay|beat|farewell|ahead|places|matter|proof|standing-still|renewal|filling|whole-tables|in-use|write-stop|hearings|deaf|shelf|twins?|public-texts?|one-time|adoption)$|(?:^|-)(?:kept|keep|keeper|door)(?=-|$)|^code-ahead$/

/** Names in code that may not return, with the standard word of the field. */
export const IDENTIFIERS: Readonly<Record<string, string>> = {
  Act: 'Actor',
  AnyAct: 'AnyActor',
  CallerAct: 'CallerActor',
  actOf: 'actorOf',
  farewell: 'flushOnUnload, onUnload',
  PublicKind: 'SiteRoute',
  Turns: 'Slots',
  inTurn: 'inSlot, oneAtATime',
  WritingSurface: 'TextEditorView',
  surface: 'editorView, area, element',
}

/** What people read of a file: a document without code, or the comments of a source. */
export function proseOf(path: string, text: string): string {
  if (path.endsWith('.md')) return text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`|\]\([^)]*\)/g, '')
  const comments = text.match(/\/\*[^]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*/g) ?? []
  return comments.join('\n').replace(/`[^`\n]*`/g, '')
}

/** The names in the code of a file: words outside comments and strings. */
export function identifiersOf(text: string): Set<string> {
  const tokens =
    text.match(/\/\*[^]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\w$-]+/g) ?? []
  return new Set(tokens.filter((token) => /^\w+$/.test(token)))
}

/** Each name of a path that may not return: of its folders, and of its file without suffixes. */
export function namesOf(path: string): string[] {
  const names = path.split('/')
  return names.map((name) => name.replace(/\..*$/, '')).filter((name) => NAMES.test(name))
}
