import { LONGEST_TERM } from '../../../contract/taxonomy.ts'
import { fold } from '../../../rules/fold.ts'

/** The name of a category or tag of a source as it is called here: one line, as long as names may be. */
export function termName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters become spaces here
  const line = name.replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()
  return [...line].slice(0, LONGEST_TERM).join('').trim()
}

/** Names with the same key are one category or tag (RUL-6). */
export function termKey(name: string): string {
  return fold(termName(name))
}
