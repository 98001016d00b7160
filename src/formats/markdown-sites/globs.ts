/** More than any pattern has. */
const MOST_ALTERNATIVES = 50
const MOST_CHOICES = 3

/**
 * Whether a glob of a configuration (`**`, `*`, `?`, `{a,b}`) matches a path; with `above`, also a parent folder of it.
 * Other special characters match anything, since hidden files must not become public.
 */
export function globFits(path: string, written: string, { above = false } = {}): boolean {
  const pattern = trimmed(written).replaceAll(/[@!+?*]?\([^()]{0,200}\)|\[[^[\]]{0,200}\]/g, '*')
  if (pattern === '') return false
  const parts = trimmed(path).split('/')
  return alternatives(pattern, MOST_CHOICES).some((each) => {
    const ends = endsOf(parts, each.split('/'))
    return above ? ends.size > 0 : ends.has(parts.length)
  })
}

function trimmed(path: string): string {
  return path
    .trim()
    .replace(/^(?:\.?\/){1,5}/, '')
    .replace(/\/{1,5}$/, '')
}

function alternatives(pattern: string, choices: number): string[] {
  const found = /\{([^{}]{0,1000})\}/.exec(pattern)
  if (!found) return [pattern]
  const names = choices === 0 ? ['*'] : found[1]!.split(',').slice(0, MOST_ALTERNATIVES)
  return names.flatMap((name) =>
    alternatives(
      pattern.replace(found[0], () => name),
      Math.max(0, choices - 1),
    ),
  )
}

/** The numbers of path segments that a pattern can match. */
function endsOf(parts: readonly string[], pattern: readonly string[]): ReadonlySet<number> {
  let ends = new Set([0])
  for (const one of pattern) {
    const next = new Set<number>()
    if (one === '**') for (let at = Math.min(...ends); at <= parts.length; at += 1) next.add(at)
    else for (const at of ends) if (at < parts.length && partFits(parts[at]!, one)) next.add(at + 1)
    if (next.size === 0) return next
    ends = next
  }
  return ends
}

function partFits(part: string, pattern: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0]
  while (at < part.length)
    if (pattern[place] === '*') {
      star = place
      place += 1
      from = at
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === part[at])) {
      place += 1
      at += 1
    } else if (star < 0) return false
    else {
      place = star + 1
      from += 1
      at = from
    }
  while (pattern[place] === '*') place += 1
  return place === pattern.length
}
