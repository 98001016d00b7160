/** Characters that YAML treats as line breaks or as invalid, but JSON allows. */
// oxlint-disable-next-line no-control-regex -- control characters are what is written in another way
const NOT_IN_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/**
 * A text with front matter (docs/reference/export-format.md): one key per line, its value as JSON, which is valid YAML.
 * Keys without a value are omitted; after the closing line and one empty line the text follows byte for byte.
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
