/** What `docs/rules.md` and `docs/acceptance.md` say, and what other files name of it. */

export type Entry = { id: string; text: string; paths: string[]; planned: boolean }
export type Row = { id: string; text: string }

/** The rules of `docs/rules.md` in the order they stand there. */
export function entriesIn(text: string): Entry[] {
  const [, ...sections] = text.split(/^### (?=RUL-)/m)
  return sections.map((section) => {
    // The next group of rules begins with a heading of its own.
    const entry = section.split(/^## /m)[0] ?? ''
    const [said = '', where = ''] = entry.split(/^Where: /m)
    return {
      id: /^RUL-\d+/.exec(entry)?.[0] ?? '',
      text: said.replace(/^.*\n/, '').trim(),
      paths: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      planned: where.trim() === 'not built yet',
    }
  })
}

/** The rows of `docs/acceptance.md` in the order they stand there. */
export const rowsIn = (text: string): Row[] =>
  [...text.matchAll(/^- ([A-Z]+-\d+) (.+)$/gm)].map(([, id = '', line = '']) => ({ id, text: line }))

/** The sections of the specification that `docs/acceptance.md` has a line for. */
export const sectionsIn = (text: string): string[] =>
  [...text.matchAll(/^- §(\d+) .+$/gm)].map(([, number = '']) => number)

/** The sections of the specification a file names (`specification §4`). */
export const sectionsNamed = (text: string): string[] =>
  [...text.matchAll(/specification(?:'s|’s)? §(\d+)/gi)].map(([, number = '']) => number)

/** Every path in code font that stands for a file of this repository. */
export const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|tests|bench|scripts|docs)\/[^`\s]+|README\.md|oxlint\.config\.ts)`/g)].map(
    ([, path = '']) => path,
  )

/**
 * The ids a file names: rules and rows of these areas wherever they stand, and whatever has their form in brackets, as titles of
 * tests have it, so that an area nobody has written down is seen.
 */
export function idsIn(text: string, areas: readonly string[]): string[] {
  const known = new RegExp(`\\b(?:RUL|${areas.join('|')})-\\d+\\b`, 'g')
  return [...new Set([...text.matchAll(known), ...text.matchAll(/(?<=\[)[A-Z]{2,}-\d+(?=\])/g)].map(([id]) => id))]
}

/** Rules named by their number alone, as they once were: nobody could tell which document they meant. */
export const oldSpellings = (text: string): string[] =>
  [...text.matchAll(/(?<![\w&#.-])(?:[Rr]ulings? )?R[1-9]\d?(?![\w-])/g)].map(([spelling]) => spelling)
