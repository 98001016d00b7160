import type { PublicTerm } from '../../../rules/public-search.ts'

const SHORTEST = 5
const LONGEST = 24
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ASCII = /^[a-z]+$/

/**
 * Prefixes of words from which one typing error leads to the typed word: a missing, additional, wrong, or swapped
 * character.
 */
export function mendings(typed: string): string[] {
  if (typed.length < SHORTEST || typed.length > LONGEST || !ASCII.test(typed)) return []
  const found = new Set<string>()
  for (let at = 0; at <= typed.length; at += 1) {
    const [before, after] = [typed.slice(0, at), typed.slice(at)]
    if (after !== '') found.add(before + after.slice(1))
    if (after.length > 1) found.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of LETTERS) {
      // After the last character a word may continue anyway.
      if (after === '') continue
      found.add(before + letter + after)
      found.add(before + letter + after.slice(1))
    }
  }
  found.delete(typed)
  return [...found]
}

/** The terms with unknown words replaced by existing ones; null where nothing is to be corrected. */
export async function mended(
  terms: readonly PublicTerm[],
  begun: (beginnings: readonly string[]) => Promise<readonly string[]>,
): Promise<PublicTerm[] | null> {
  let changed = false
  const result: PublicTerm[] = []
  for (const term of terms) {
    const known = (await begun(term.spellings)).length > 0
    const there = known ? [] : await begun([...new Set(term.spellings.flatMap(mendings))])
    // A prefix of the typed word corrects nothing by itself; other words are preferred.
    const better = there.filter((word) => !term.spellings.some((spelling) => spelling.startsWith(word)))
    const chosen = (better.length > 0 ? better : there).toSorted().slice(0, MOST)
    if (chosen.length > 0) changed = true
    result.push(chosen.length > 0 ? { spellings: chosen, stem: null } : term)
  }
  return changed ? result : null
}

/** Maximum alternatives of one word. */
const MOST = 8
