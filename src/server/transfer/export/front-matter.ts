/** Signs that YAML takes for breaks of lines or for no text at all; JSON lets them stand. */
// oxlint-disable-next-line no-control-regex -- control characters are what is written in another way
const NOT_IN_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/**
 * A text with what is said of it in front (docs/reference/export-format.md): a key to a line, its value as JSON, which is YAML too. What has
 * no value is left out; behind the closing line and one empty line the text follows byte for byte.
 */
export function withFrontMatter(facts: Readonly<Record<string, unknown>>, text: string): string {
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    isNothing(value) ? [] : [`${key}: ${toYaml(value)}\n`],
  )
  return `---\n${lines.join('')}---\n\n${text}`
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function toYaml(value: unknown): string {
  return JSON.stringify(value).replace(NOT_IN_YAML, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
