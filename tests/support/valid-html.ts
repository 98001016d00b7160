import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Nothing is loaded from other hosts; the blog's own files need no integrity hash.
    'require-sri': ['error', { target: 'crossorigin' }],
    // A wide table scrolls in a `div` with the role region: it exists for the keyboard, and is no section of the text.
    'prefer-native-element': ['error', { exclude: ['region'] }],
  },
})

/** The validator's messages for the markup of a page, each with its place. */
export async function markupFaults(markup: string, path: string): Promise<string[]> {
  const { results } = await validator.validateString(markup, path)
  const lines = markup.split('\n')
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) =>
        `${path} ${ruleId}: ${message}: ${lines[line - 1]?.slice(Math.max(0, column - 60), column + 100)}`,
    ),
  )
}
