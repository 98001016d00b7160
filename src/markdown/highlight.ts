interface Grammar {
  comment?: string
  string: string
  keywords: ReadonlySet<string>
  /** Whether keywords may be written in any case (SQL). */
  anyCase?: boolean
}

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`
const BACKTICKS = '`(?:[^`\\\\]|\\\\[\\s\\S])*`?'

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const C_LIKE: Grammar = {
  comment: String.raw`//[^\n]*|/\*[\s\S]*?(?:\*/|$)`,
  string: `${QUOTED}|${BACKTICKS}`,
  keywords: words(
    'abstract as async await break case catch class const continue declare def default defer delete do ' +
      'else enum export extends extern final finally fn for foreach from func function go if impl implements import in ' +
      'instanceof interface internal is let loop match mod module mut namespace new null nil of operator override package ' +
      'private protected pub public readonly return satisfies self sizeof static struct super switch this throw throws ' +
      'trait true false try type typeof undefined unsafe use using val var virtual void when where while with yield',
  ),
}
const HASH: Grammar = {
  comment: '#[^\\n]*',
  string: `"""[\\s\\S]*?(?:"""|$)|'''[\\s\\S]*?(?:'''|$)|${QUOTED}`,
  keywords: words(
    'and as assert async await begin break case class continue def del do done elif else elsif end esac except exec export false ' +
      'False fi finally for from function global if import in is lambda local module nil None nonlocal not null or pass raise ' +
      'require rescue return select self set super then true True try unless until unset when while with yield',
  ),
}
const SQL: Grammar = {
  comment: String.raw`--[^\n]*|/\*[\s\S]*?(?:\*/|$)`,
  string: QUOTED,
  anyCase: true,
  keywords: words(
    'add all alter and as asc begin between by case cascade check column commit constraint create default delete desc distinct ' +
      'drop else end exists foreign from full group having in index inner insert into is join key left like limit not null ' +
      'offset on or order outer primary references returning right rollback select set table then transaction union unique ' +
      'update using values view when where with',
  ),
}
const CSS: Grammar = {
  comment: String.raw`/\*[\s\S]*?(?:\*/|$)`,
  string: QUOTED,
  keywords: words('@charset @container @font-face @import @keyframes @layer @media @page @property @supports'),
}
const JSON_LIKE: Grammar = {
  comment: String.raw`//[^\n]*|/\*[\s\S]*?(?:\*/|$)`,
  string: QUOTED,
  keywords: words('true false null'),
}
const MARKUP: Grammar = { comment: String.raw`<!--[\s\S]*?(?:-->|$)`, string: QUOTED, keywords: words('') }

const GRAMMARS: Record<string, Grammar> = {}
function register(grammar: Grammar, names: string): void {
  for (const name of names.split(' ')) GRAMMARS[name] = grammar
}
register(
  C_LIKE,
  'c cc cpp cs csharp dart go java javascript js jsx kotlin kt mjs php rs rust scala swift ts tsx typescript',
)
register(HASH, 'bash dockerfile ini make makefile py python rb ruby sh shell toml yaml yml zsh')
register(SQL, 'mysql pgsql postgresql sql sqlite')
register(CSS, 'css less scss')
register(JSON_LIKE, 'json json5 jsonc')
register(MARKUP, 'html svg vue xml')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(source: string): string {
  return source.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
}

const patterns = new Map<Grammar, RegExp>()

function pattern(grammar: Grammar): RegExp {
  let found = patterns.get(grammar)
  if (!found) {
    const comment = grammar.comment ?? '(?!)'
    found = new RegExp(`(${comment})|(${grammar.string}|\\b\\d[\\w.]*)|(@?[\\p{L}_$][\\p{L}\\p{N}_$-]*)`, 'gu')
    patterns.set(grammar, found)
  }
  return found
}

/**
 * Source code as HTML with three kinds of emphasis (`k` keywords, `s` literals, `c` comments), made for reading, not for
 * compiling. Unknown languages come back escaped and plain.
 */
export function highlight(source: string, language: string): string {
  const grammar = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined
  if (!grammar) return escape(source)
  let result = ''
  let last = 0
  for (const match of source.matchAll(pattern(grammar))) {
    const [whole, comment, literal, word] = match
    const kind = comment ? 'c' : literal ? 's' : word && isKeyword(grammar, word) ? 'k' : null
    if (kind === null) continue
    result += escape(source.slice(last, match.index)) + `<span class="${kind}">${escape(whole)}</span>`
    last = match.index + whole.length
  }
  return result + escape(source.slice(last))
}

function isKeyword(grammar: Grammar, word: string): boolean {
  return grammar.keywords.has(grammar.anyCase ? word.toLowerCase() : word)
}
