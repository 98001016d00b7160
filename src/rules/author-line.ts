import { slugify } from './slug.ts'

/** The slug of an author line (RUL-44): RUL-5, or the code points of its characters where nothing is left; null for no line at all. */
export function authorSlug(line: string | null): string | null {
  const name = (line ?? '').trim()
  if (name === '') return null
  return (
    slugify(name) ||
    `autor-${[...name]
      .slice(0, 12)
      .map((letter) => letter.codePointAt(0)?.toString(36))
      .join('-')}`
  )
}
