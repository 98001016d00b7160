import { LITERALS } from './literals.ts'

/**
 * Lint for tests that look at a screen: words are matched whole and with their capitals, and those of the acceptance list in
 * the place where they belong. Playwright's default, a piece of a text anywhere on the page in any capitals, hides both a
 * wrong word and a right one that only stands elsewhere.
 */
export const MESSAGES = {
  whole: 'Words of the screen are matched whole: exact: true.',
  place: 'Words of the specification are looked for in their place: toast() or words() of tests/support/words.ts.',
  part: 'Words of the specification are matched whole, not as a part of a text: toHaveText() or words().',
  pattern: 'A pattern with words of the specification holds from ^ to $ and keeps their capitals.',
  engine: 'Text is looked for with toast(), words() or a role, never inside a selector.',
}

const BY_TEXT = new Set(['getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle'])
const ASSERTIONS = new Set(['toHaveText', 'toContainText', 'toHaveTitle', 'toHaveAccessibleName', 'toHaveValue'])
const TEXT_SELECTOR = /(?:^|>>)\s*text=|:(?:has-text|text|text-is|text-matches)\(/

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
const literals = [...new Set(Object.values(LITERALS).flat())]
const fixed = literals.map((literal) => plain(literal.replaceAll(/\{[^}]*\}/g, '')))
const shapes = literals.map(
  (literal) =>
    new RegExp(
      `^${literal
        .split(/\{[^}]*\}/)
        .map(escaped)
        .join('.+')}$`,
      'iu',
    ),
)
/** Of several words: unmistakable also inside of a longer text. */
const phrases = fixed.filter((text) => text.includes(' '))

const isLiteral = (text: string) => shapes.some((shape) => shape.test(text.trim()))
const holdsLiteral = (text: string) => isLiteral(text) || phrases.some((phrase) => plain(text).includes(phrase))

/** The text of a string or template, what is put in written as `…`; undefined for anything else. */
function textOf(node: any): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map((part: any) => part.value.cooked).join('…')
  return undefined
}

function patternOf(node: any): { pattern: string; flags: string } | undefined {
  if (node?.type === 'Literal' && node.regex) return node.regex
  if (node?.type !== 'NewExpression' || node.callee.name !== 'RegExp') return undefined
  return { pattern: textOf(node.arguments[0]) ?? '', flags: textOf(node.arguments[1]) ?? '' }
}

function loose({ pattern, flags }: { pattern: string; flags: string }): boolean {
  const words = pattern.replaceAll(/\\(.)/g, '$1').replaceAll(/^\^|\$$/g, '')
  return holdsLiteral(words) && (!pattern.startsWith('^') || !pattern.endsWith('$') || flags.includes('i'))
}

const property = (node: any, name: string) =>
  node?.type === 'ObjectExpression'
    ? node.properties.find((one: any) => (one.key?.name ?? one.key?.value) === name)
    : undefined

/** Every string or pattern of an argument, also in a list. */
const each = (node: any): any[] => (node?.type === 'ArrayExpression' ? node.elements : node ? [node] : [])

function call(context: any, node: any): void {
  const method = node.callee.property?.name
  const [first, options] = node.arguments
  const report = (at: any, message: string, fix?: (fixer: any) => unknown) => context.report({ node: at, message, fix })

  /** `exact: true` beside words given as a string; a pattern says itself how it begins and ends. */
  const demandExact = (words: any, place: any) => {
    if (!words || patternOf(words) || property(place, 'exact')?.value.value === true) return
    report(words, MESSAGES.whole, (fixer) => {
      if (!place) return fixer.insertTextAfter(words, ', { exact: true }')
      if (place.type !== 'ObjectExpression' || property(place, 'exact')) return null
      const last = place.properties.at(-1)
      return last ? fixer.insertTextAfter(last, ', exact: true') : fixer.replaceText(place, '{ exact: true }')
    })
  }

  if (BY_TEXT.has(method)) {
    demandExact(first, options)
    const text = textOf(first)
    // What a variable holds cannot be seen here: it goes through toast() and words() like the literals.
    const named = first?.type === 'Identifier' || first?.type === 'MemberExpression'
    if (method === 'getByText' && (named || isLiteral(text ?? ''))) report(first, MESSAGES.place)
  }
  if (method === 'getByRole') demandExact(property(options, 'name')?.value, options)
  if (method === 'toContainText' && node.callee.object.property?.name !== 'not') {
    for (const one of each(first)) if (holdsLiteral(textOf(one) ?? '')) report(one, MESSAGES.part)
  }
  if (method === 'locator' && TEXT_SELECTOR.test(textOf(first) ?? '')) report(first, MESSAGES.engine)

  const patterns = BY_TEXT.has(method) || ASSERTIONS.has(method) ? each(first) : []
  for (const one of [...patterns, ...(method === 'getByRole' ? [property(options, 'name')?.value] : [])]) {
    const pattern = patternOf(one)
    if (pattern && loose(pattern)) report(one, MESSAGES.pattern)
  }
}

/** `filter({ hasText })` and its like find a row by words of the test's own, never by those of the product. */
function hasText(context: any, node: any): void {
  if ((node.key.name ?? node.key.value) !== 'hasText') return
  const pattern = patternOf(node.value)
  if (pattern ? loose(pattern) : holdsLiteral(textOf(node.value) ?? ''))
    context.report({ node: node.value, message: pattern ? MESSAGES.pattern : MESSAGES.part })
}

export default {
  meta: { name: 'words' },
  rules: {
    exact: {
      meta: { fixable: 'code' },
      create: (context: any) => ({
        CallExpression: (node: any) => call(context, node),
        Property: (node: any) => hasText(context, node),
      }),
    },
  },
}
