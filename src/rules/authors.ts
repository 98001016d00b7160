import { authorSlug } from './slug.ts'

/** What stands between two names of an author line (RUL-99); `von und zu` is part of a single name. */
const BETWEEN = /, |(?<!\bvon) und | & /

/** The people of an author line in its order, each once (RUL-99), by the slug of their name; none for an empty line. */
export function peopleBySlug(line: string | null): Map<string, string> {
  const people = new Map<string, string>()
  for (const written of (line ?? '').split(BETWEEN)) {
    const name = written.replace(/^und /, '').trim()
    const slug = authorSlug(name)
    if (slug !== null && !people.has(slug)) people.set(slug, name)
  }
  return people
}

/** The names of the people of an author line. */
export function peopleOf(line: string | null): string[] {
  return [...peopleBySlug(line).values()]
}

/** The slugs of the people of an author line: a person is recognised by the slug of the name. */
export function slugsOfPeople(line: string | null): string[] {
  return [...peopleBySlug(line).keys()]
}

/** The author line of these people. */
export function lineOf(names: readonly string[]): string {
  return names.join(', ')
}

/**
 * An author line with another name for the people of these slugs, or without them (`name` null). The line itself where none of
 * them is in it; null where nobody is left.
 */
export function withName(line: string, slugs: ReadonlySet<string>, name: string | null): string | null {
  const people = peopleOf(line)
  const isMeant = (person: string) => slugs.has(authorSlug(person) ?? '')
  if (!people.some(isMeant)) return line
  const named = people.flatMap((person) => (isMeant(person) ? (name ?? []) : person))
  return lineOf(peopleOf(lineOf(named))) || null
}
