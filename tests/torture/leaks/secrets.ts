/** Every secret word: `zq` and ten letters, as titles, texts and slugs may hold it. */
export const SECRET = /zq[a-z]{10}/g
/** Ids of articles and pages and names of pictures are secret, too; other ids of this form are nobody's business. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

type Span = { from: number; until: number }
/** Words by who sees them: everybody (`''`), or whoever has a link. */
type Seen = Map<string, Span[]>
export type Asking = {
  asked: number
  answered: number
  /** The token of the link that was asked with. */
  link?: string | undefined
}

/** Words that stand for one text or picture in one state, and when readers were allowed to see them. */
export class Secrets {
  readonly #random: () => number
  readonly #words = new Set<string>()
  readonly #seen = new Map<string, Seen>([['', new Map()]])
  readonly #open = new Map<string, Set<string>>([['', new Set()]])
  /** How many allowed words answers held. */
  seen = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** A new word nobody has seen. */
  word(): string {
    const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(this.#random() * 26)))
    return this.keep(`zq${letters.join('')}`)
  }

  /** Keeps something else secret: an id, a picture's name, what a picture shows. */
  keep(word: string): string {
    this.#words.add(word)
    return word
  }

  /** From now on these words may be seen, for a change is about to be sent that shows them; `link` to whom alone. */
  open(words: Iterable<string>, at: number, link = ''): void {
    const open = kept(this.#open, link, () => new Set())
    const seen = kept(this.#seen, link, () => new Map())
    for (const word of words) {
      if (open.has(word)) continue
      open.add(word)
      kept(seen, word, () => []).push({ from: at, until: Infinity })
    }
  }

  /** From now on these words alone are seen, on every instance: the change is answered (ADR 47). */
  keepOnly(words: ReadonlySet<string>, at: number, link = ''): void {
    const open = kept(this.#open, link, () => new Set())
    for (const word of open) {
      if (words.has(word)) continue
      open.delete(word)
      this.#seen.get(link)!.get(word)!.at(-1)!.until = at
    }
  }

  /** Words of an answer that were not to be seen at any moment while it was asked for and given. */
  leaked(text: string, asking: Asking): string[] {
    const ids = text.match(ID)?.filter((id) => this.#words.has(id)) ?? []
    return [...new Set([...(text.match(SECRET) ?? []), ...ids])].filter((word) => !this.isAllowed(word, asking))
  }

  /** Whether one of these words was to be seen at any moment while an answer was asked for and given. */
  isAllowed(word: string, { asked, answered, link }: Asking): boolean {
    const isSeen = (who: string) =>
      this.#seen
        .get(who)
        ?.get(word)
        ?.some(({ from, until }) => from <= answered && until >= asked) ?? false
    const allowed = isSeen('') || (link !== undefined && isSeen(link))
    if (allowed) this.seen += 1
    return allowed
  }

  /** All words that begin like this, seen or not. */
  beginning(start: string): string[] {
    return [...this.#words].filter((word) => word.startsWith(start))
  }
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}
