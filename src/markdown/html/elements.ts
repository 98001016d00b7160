/** The role of an element in a text (RUL-47, RUL-102). */
type Role =
  /** Inline, with meaning. */
  | 'phrase'
  /** Inline, without content. */
  | 'alone'
  /** A block or a line of its own: converted to a link to its source. */
  | 'frame'
  /** A block with meaning. */
  | 'block'
  /** A block rendered like that of markdown: headings, code and rules. */
  | 'markdown'
  /** A block without meaning: replaced by its content. */
  | 'box'
  /** Like a box, but not on the allow-list: reported before publishing. */
  | 'breaking'
  /** Inline, without meaning: replaced by its content. */
  | 'wrapper'
  /** A part of a table without visible content. */
  | 'column'
  | 'unknown'

interface ElementRule {
  role: Role
  /** The attributes with meaning. */
  attributes?: readonly string[]
  /** The equivalent markdown mark. */
  mark?: 'strong' | 'emphasis' | 'delete'
  /** It has no end tag. */
  isEmpty?: true
  /** Its content is removed. */
  isUnread?: true
  /** Its possible parents, and the elements that its start tag closes there. */
  inside?: readonly string[]
  ends?: readonly string[]
  /** The element required between it and text. */
  implies?: string
  /** It contains a line; `tight` contains blocks, too, where the author used them. */
  holds?: 'line' | 'tight'
  /** It does not end a paragraph, although it is a block. */
  isWithinParagraph?: true
  /** A player is not shown, but linked: the word before the file name. */
  plays?: string
}

const ROWS = ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']
const phrase = (...attributes: string[]): ElementRule => ({ role: 'phrase', attributes })
const block = (more: Omit<ElementRule, 'role'> = {}): ElementRule => ({ role: 'block', ...more })
const tablePart = (ends: readonly string[], more: Omit<ElementRule, 'role'> = {}): ElementRule =>
  block({ inside: ['table'], ends, isWithinParagraph: true, ...more })
const each = (names: string, rule: ElementRule): [string, ElementRule][] => names.split(' ').map((name) => [name, rule])

/** The only table of elements, used by the reader of raw HTML, the tree and the conversion to markdown. */
const ELEMENTS: ReadonlyMap<string, ElementRule> = new Map([
  ...Object.entries<ElementRule>({
    a: { ...phrase('href', 'title'), ends: ['a'] },
    abbr: phrase('title'),
    b: { ...phrase(), mark: 'strong' },
    bdi: phrase('dir'),
    bdo: phrase('dir'),
    del: { ...phrase(), mark: 'delete' },
    dfn: phrase('title'),
    em: { ...phrase(), mark: 'emphasis' },
    i: { ...phrase(), mark: 'emphasis' },
    s: { ...phrase(), mark: 'delete' },
    strong: { ...phrase(), mark: 'strong' },
    time: phrase('datetime'),

    br: { role: 'alone', isEmpty: true },
    img: { role: 'alone', isEmpty: true },
    wbr: { role: 'alone', isEmpty: true },
    iframe: { role: 'frame', isWithinParagraph: true },

    blockquote: block(),
    details: block({ attributes: ['open'] }),
    dl: block({ implies: 'dd' }),
    dd: block({ inside: ['dl'], ends: ['dd', 'dt'], holds: 'tight' }),
    dt: block({ inside: ['dl'], ends: ['dd', 'dt'], holds: 'tight' }),
    figure: block(),
    figcaption: block({ inside: ['figure'], holds: 'tight' }),
    li: block({ attributes: ['value'], inside: ['ul', 'ol', 'menu', 'dir'], ends: ['li'], holds: 'tight' }),
    ol: block({ attributes: ['start', 'reversed'], implies: 'li' }),
    summary: block({ inside: ['details'], holds: 'line' }),
    ul: block({ implies: 'li' }),

    table: block({ implies: 'tr' }),
    caption: tablePart(ROWS, { holds: 'line' }),
    tbody: tablePart(ROWS, { implies: 'tr' }),
    td: tablePart(['caption', 'td', 'th'], { attributes: ['colspan', 'rowspan'], holds: 'tight' }),
    tfoot: tablePart(ROWS, { implies: 'tr' }),
    th: tablePart(['caption', 'td', 'th'], { attributes: ['colspan', 'rowspan', 'scope'], holds: 'tight' }),
    thead: tablePart(ROWS, { implies: 'tr' }),
    tr: tablePart(['caption', 'colgroup', 'tr', 'td', 'th'], { implies: 'td' }),
    col: { role: 'column', isEmpty: true, isWithinParagraph: true },
    colgroup: { role: 'column', isWithinParagraph: true },

    hr: { role: 'markdown', isEmpty: true },
    source: { role: 'wrapper', isEmpty: true },
    audio: { role: 'breaking', isWithinParagraph: true, plays: 'Ton' },
    video: { role: 'breaking', isWithinParagraph: true, plays: 'Video' },
    object: { role: 'breaking', isWithinParagraph: true },
    option: { role: 'breaking', isWithinParagraph: true, inside: ['select'], ends: ['option'] },
    head: { role: 'breaking', isUnread: true },
    title: { role: 'breaking', isUnread: true },
  }),
  ...each('cite code ins kbd mark q rp rt ruby samp small sub sup u var', phrase()),
  ...each('h1 h2 h3 h4 h5 h6 pre', { role: 'markdown' }),
  ...each('div p', { role: 'box' }),
  ...each('picture span', { role: 'wrapper' }),
  ...each(
    'address article aside body center dialog dir fieldset footer form frameset header hgroup html legend main menu nav optgroup ' +
      'search section',
    { role: 'breaking' },
  ),
  ...each('area base embed frame input param track', { role: 'unknown', isEmpty: true }),
  ...each('link meta', { role: 'unknown', isEmpty: true, isUnread: true }),
  ...each('script style template', { role: 'unknown', isUnread: true }),
])
const UNKNOWN: ElementRule = { role: 'unknown' }

/** The rule of an element; an empty one for unknown elements. */
export function elementRule(name: string): ElementRule {
  return ELEMENTS.get(name) ?? UNKNOWN
}

const roleIn = (...roles: readonly Role[]) => {
  const names = new Set([...ELEMENTS].flatMap(([name, { role }]) => (roles.includes(role) ? [name] : [])))
  return (name: string): boolean => names.has(name)
}

export const isPhrase = roleIn('phrase')
/** Whether an element is a block with meaning. */
export const isMeaningfulBlock = roleIn('block')
/** Headings, code and rules. */
export const isMarkdownBlock = roleIn('markdown')
/** Whether a removed element still separates the text before it from the text after it. */
export const parts = roleIn('box', 'breaking')
/** Whether an element ends the line before it and begins a new one after it. */
export const endsLine = roleIn('block', 'markdown', 'box', 'breaking', 'frame', 'column')
/** Whether an element is kept, or replaced by its content. */
export const isAllowed = roleIn('phrase', 'alone', 'frame', 'block', 'markdown', 'box', 'wrapper')

/** Attributes of every element: the language and direction of its text (RUL-100). */
export const SPOKEN = ['lang', 'dir'] as const

/** The attributes with meaning of an element. */
export function attributesOf(name: string): readonly string[] {
  return [...new Set([...(elementRule(name).attributes ?? []), ...SPOKEN])]
}

/** Ranges of whole numbers in attributes. */
const NUMBERS: Readonly<Record<string, { least: number; most: number }>> = {
  colspan: { least: 1, most: 100 },
  rowspan: { least: 1, most: 1000 },
  start: { least: -99_999, most: 999_999_999 },
  value: { least: -99_999, most: 999_999_999 },
}
/** A language tag as in BCP 47, checked by its form alone. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}$/i
const DIRECTIONS = new Set(['ltr', 'rtl', 'auto'])
/** A date, a time, a zone, a duration or a week, checked only by its characters. */
const INSTANT = /^[\d:TWZPDHMSY.+ -]{1,60}$/
const SCOPES = new Set(['col', 'row', 'colgroup', 'rowgroup'])

/** The allowed part of an attribute's value; null for none. */
export function keptValue(name: string, value: string): string | null {
  const range = NUMBERS[name]
  if (range) {
    const number = Number(value)
    return value.trim() !== '' && Number.isInteger(number) && number >= range.least && number <= range.most
      ? String(number)
      : null
  }
  if (name === 'scope') return SCOPES.has(value.toLowerCase()) ? value.toLowerCase() : null
  if (name === 'lang') return LANGUAGE.test(value.trim()) ? value.trim() : null
  if (name === 'dir') return DIRECTIONS.has(value.toLowerCase()) ? value.toLowerCase() : null
  if (name === 'datetime') return INSTANT.test(value.trim()) ? value.trim() : null
  if (name === 'open' || name === 'reversed') return ''
  return value
}
